import { fold } from './fold.ts';
import { gramSize, pushGrams } from './grams.ts';
import { type Run, runsOf } from './runs.ts';
import { stemOf, withoutParticle } from './stem.ts';
import { type IsStopWord, stopWordsFor } from './stop-words.ts';

/** A word that is looked for. */
export interface Term {
  /** What is compared: a stem, or for scripts without spaces the text itself. */
  readonly key: string;
  /** The word as the question has it, for people. */
  readonly shown: string;
  /** Spaced words are compared whole, others are looked for inside the text. */
  readonly whole: boolean;
}

/** A question taken apart once per turn. Positions in `terms` are term numbers. */
export interface Question {
  readonly terms: readonly Term[];
  /** Key of a whole term → its number. */
  readonly whole: ReadonlyMap<string, number>;
  /** Numbers of the terms that are looked for inside the text. */
  readonly inside: readonly number[];
  /** Hash of a gram → its position in `gramTerm`. */
  readonly grams: ReadonlyMap<number, number>;
  /** The term that a gram belongs to. */
  readonly gramTerm: readonly number[];
  readonly isStopWord: IsStopWord;
}

/** A question is seldom longer; what is pasted behind it (a log, a file) would only dilute it. */
export const MAX_QUESTION_CHARACTERS = 2_000;
/** Bounds the work per document. The words beyond are left out. */
const MAX_TERMS = 64;

interface Word {
  readonly run: Run;
  readonly shown: string;
  readonly key: string;
  readonly stop: boolean;
}

/** Takes a question apart: its words without function words (with them where it has no others) and the n-grams of these words. */
export function askedBy(query: string, segmenter: Intl.Segmenter): Question {
  const runs = runsOf(fold(query, MAX_QUESTION_CHARACTERS));
  const isStopWord = stopWordsFor(runs.map((run) => run.text));
  const words = runs.flatMap((run) => wordsOf(run, isStopWord, segmenter));
  const content = words.filter((word) => !word.stop);
  return question(content.length > 0 ? content : words, isStopWord);
}

function wordsOf(run: Run, isStopWord: IsStopWord, segmenter: Intl.Segmenter): readonly Word[] {
  if (run.script === 'spaced') {
    const letterAlone = run.text.length === 1 && run.text < '\u2e80' && !/\p{N}/u.test(run.text);
    return [{ run, shown: run.text, key: stemOf(run.text), stop: letterAlone || isStopWord(run.text) }];
  }
  if (run.script === 'hangul') {
    const key = withoutParticle(run.text);
    return [{ run, shown: run.text, key, stop: key.length < 2 || isStopWord(run.text) || isStopWord(key) }];
  }
  return [...segmenter.segment(run.text)].map(({ segment, index }) => ({
    // One more character lets a gram reach into the next word: "梅雨前線" is more than its two halves.
    run: { ...run, text: run.text.slice(index, index + segment.length + gramSize(run.text) - 1) },
    shown: segment,
    key: segment,
    stop: isStopWord(segment),
  }));
}

function question(words: readonly Word[], isStopWord: IsStopWord): Question {
  const terms: Term[] = [];
  const numbers = new Map<string, number>();
  const grams = new Map<number, number>();
  const gramTerm: number[] = [];
  for (const { run, shown, key } of words) {
    let term = numbers.get(key);
    if (term === undefined) {
      if (terms.length === MAX_TERMS) break;
      term = terms.length;
      numbers.set(key, term);
      terms.push({ key, shown, whole: run.script === 'spaced' });
    }
    const hashes: number[] = [];
    pushGrams(run, hashes);
    for (const hash of hashes) {
      if (grams.has(hash)) continue;
      grams.set(hash, gramTerm.length);
      gramTerm.push(term);
    }
  }
  const inside = terms.flatMap((term, number) => (term.whole ? [] : [number]));
  return { terms, whole: numbers, inside, grams, gramTerm, isStopWord };
}
