import { fold } from './fold.ts';
import { gramSize, pushGrams } from './grams.ts';
import { beginningOf } from './kin.ts';
import { type Run, runsOf } from './runs.ts';
import { stemOf, withoutParticle } from './stem.ts';
import { type IsStopWord, type StopWords, stopWordsFor } from './stop-words.ts';

/** A word that is looked for. */
export interface Term {
  /** What is compared: a stem, or for scripts without spaces the text itself. */
  readonly key: string;
  /** The word as the question has it, for people. */
  readonly shown: string;
  /** Spaced words are compared whole, others are looked for inside the text. */
  readonly whole: boolean;
  /** What it weighs, against 1 for most. */
  readonly weight: number;
}

/** A question taken apart once per turn. Positions in `terms` are term numbers. */
export interface Question {
  readonly terms: readonly Term[];
  /** Key of a whole term → its number. */
  readonly whole: ReadonlyMap<string, number>;
  /** Beginning of a whole term → the numbers of those that begin so. */
  readonly kin: ReadonlyMap<string, readonly number[]>;
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
/**
 * The last word of an English question mostly says what is asked about the thing that the others name ("… is the oil sourced from?"): with
 * it AUC is up to .008 higher on each English set. In Japanese and Korean it is not so, other languages were not measured.
 */
const LAST_WEIGHT = 1.5;
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
  const stopWords = stopWordsFor(runs.map((run) => run.text));
  const words = runs.flatMap((run) => wordsOf(run, stopWords.has, segmenter));
  const content = words.filter((word) => !word.stop);
  return question(content.length > 0 ? content : words, stopWords);
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

function question(words: readonly Word[], { has: isStopWord, isEnglish }: StopWords): Question {
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
      terms.push({ key, shown, whole: run.script === 'spaced', weight: 1 });
    }
    const hashes: number[] = [];
    pushGrams(run, hashes);
    for (const hash of hashes) {
      if (grams.has(hash)) continue;
      grams.set(hash, gramTerm.length);
      gramTerm.push(term);
    }
  }
  const last = isEnglish ? terms.pop() : undefined;
  if (last !== undefined) terms.push({ ...last, weight: LAST_WEIGHT });
  const inside = terms.flatMap((term, number) => (term.whole ? [] : [number]));
  return { terms, whole: numbers, kin: kinIn(terms, isEnglish), inside, grams, gramTerm, isStopWord };
}

/** English words have met as stems already; a word with a digit in it has no other forms. */
function kinIn(terms: readonly Term[], isEnglish: boolean): ReadonlyMap<string, readonly number[]> {
  const kin = new Map<string, number[]>();
  for (const [number, { key, whole }] of terms.entries()) {
    const beginning = whole && !(isEnglish && isLatinLetters(key)) && !/\p{N}/u.test(key) ? beginningOf(key) : undefined;
    if (beginning === undefined) continue;
    const others = kin.get(beginning);
    if (others === undefined) kin.set(beginning, [number]);
    else others.push(number);
  }
  return kin;
}

function isLatinLetters(word: string): boolean {
  return /^[a-z]+$/.test(word);
}
