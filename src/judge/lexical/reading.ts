import { fold } from './fold.ts';
import { pushGrams } from './grams.ts';
import { proseLength } from './prose.ts';
import { runsOf } from './runs.ts';
import { type Span, sentencesOf } from './sentences.ts';
import { stemOf } from './stem.ts';
import type { IsStopWord } from './stop-words.ts';

/** A sentence taken apart once, for all that is asked of it. */
export interface Sentence extends Span {
  /** Stems of its spaced words in order, without function words. */
  readonly words: readonly string[];
  /** Hashes of the n-grams of all its words, without function words. */
  readonly grams: readonly number[];
  /** How much prose it is, in UTF-16 units. */
  readonly prose: number;
}

/** A text as it is compared. */
export interface Reading {
  readonly text: string;
  readonly sentences: readonly Sentence[];
}

/** Reads at most `maxCharacters` of a text. Words of dense scripts are not looked for: their grams stand for them. */
export function read(text: string, isStopWord: IsStopWord, maxCharacters: number): Reading {
  const folded = fold(text, maxCharacters);
  return { text: folded, sentences: sentencesOf(folded).map((span) => readSentence(folded, span, isStopWord)) };
}

function readSentence(text: string, { start, end }: Span, isStopWord: IsStopWord): Sentence {
  const words: string[] = [];
  const grams: number[] = [];
  const piece = text.slice(start, end);
  const runs = runsOf(piece);
  for (const run of runs) {
    if (run.script === 'spaced') {
      if (isStopWord(run.text)) continue;
      words.push(stemOf(run.text));
    }
    pushGrams(run, grams);
  }
  return { start, end, words, grams, prose: proseLength(piece, runs) };
}
