import type { Question } from './question.ts';
import { type Reading, read, type Sentence } from './reading.ts';

/** An answer taken apart once per turn. */
export interface Answer {
  /** All words and grams. */
  readonly all: Features;
  /** Those that the question did not bring in. */
  readonly fresh: Features;
  /** The fresh ones by sentence, without sentences that are too short to tell anything. */
  readonly sentences: readonly Features[];
  readonly found: Found;
}

/** Distinct words and grams, to be looked for. */
interface Features {
  readonly words: readonly string[];
  readonly grams: readonly number[];
}

/** Words and grams to look in. */
interface Found {
  readonly words: ReadonlySet<string>;
  readonly grams: ReadonlySet<number>;
}

/** How much of an answer a document has. */
export interface Usage {
  /** 0..1. */
  readonly value: number;
  /** Position of the document's sentence that the answer has most of; 0 where it has none. */
  readonly bestSentence: number;
}

/** Most answers are far shorter; the part beyond is not read. */
const MAX_ANSWER_CHARACTERS = 4_000;
/** Of a long document as much counts as a long piece holds, and that in which most of the answer is found: all of a book has every word. */
const PASSAGE_CHARACTERS = 2_000;
/** A sentence of fewer grams ("Yes.", "2.") is found anywhere. */
const FEWEST_GRAMS = 3;

export function answerOf(text: string, question: Question): Answer {
  const { sentences } = read(text, question.isStopWord, MAX_ANSWER_CHARACTERS);
  const found = foundIn(sentences);
  const all = { words: [...found.words], grams: [...found.grams] };
  return {
    all,
    fresh: fresh(all, question),
    sentences: sentences.map((sentence) => fresh(distinct(sentence), question)).filter(({ grams }) => grams.length >= FEWEST_GRAMS),
    found,
  };
}

/**
 * How much the answer looks as if it drew on the document, 0..1: the mean of three recalls, each of words and n-grams: of all of the answer,
 * which counts double, of what is new in it, and of the best sentence both ways (the answer's best covered one in the document, the
 * document's best covered one in the answer). An answer with nothing new counts as a whole.
 */
export function usageOf(document: Reading, answer: Answer): Usage {
  const passage = foundIn(likeliest(document, answer));
  const whole = recall(answer.all, passage) ?? 0;
  const fresh = recall(answer.fresh, passage) ?? whole;
  const covered = best(answer.sentences, passage);
  // Counts every occurrence: sets for each sentence of a long document would cost too much.
  const taken = best(document.sentences, answer.found);
  return { value: (2 * whole + fresh + (covered.value + taken.value) / 2) / 4, bestSentence: taken.at };
}

/** The sentences that share most with the answer, up to the length of a passage. */
function likeliest(document: Reading, answer: Answer): readonly Sentence[] {
  if (document.text.length <= PASSAGE_CHARACTERS) return document.sentences;
  const ranked = document.sentences
    .map((sentence) => ({ sentence, shared: count(sentence.grams, answer.found.grams) }))
    .sort((a, b) => b.shared - a.shared);
  const kept: Sentence[] = [];
  let length = 0;
  for (const { sentence } of ranked) {
    length += sentence.end - sentence.start;
    if (length > PASSAGE_CHARACTERS) break;
    kept.push(sentence);
  }
  return kept;
}

function best(sentences: readonly Features[], found: Found): { at: number; value: number } {
  let most = { at: 0, value: 0 };
  for (const [at, sentence] of sentences.entries()) {
    if (sentence.grams.length < FEWEST_GRAMS) continue;
    const value = recall(sentence, found) ?? 0;
    if (value > most.value) most = { at, value };
  }
  return most;
}

/** Mean of the shares of words and grams that are found; of one where there is only one; undefined where there is neither. */
function recall(wanted: Features, found: Found): number | undefined {
  const words = share(wanted.words, found.words);
  const grams = share(wanted.grams, found.grams);
  if (words === undefined || grams === undefined) return words ?? grams;
  return (words + grams) / 2;
}

function share<T>(wanted: readonly T[], found: ReadonlySet<T>): number | undefined {
  return wanted.length === 0 ? undefined : count(wanted, found) / wanted.length;
}

function count<T>(items: readonly T[], found: ReadonlySet<T>): number {
  let hits = 0;
  for (const item of items) if (found.has(item)) hits += 1;
  return hits;
}

function foundIn(sentences: readonly Sentence[]): Found {
  const words = new Set<string>();
  const grams = new Set<number>();
  for (const sentence of sentences) {
    for (const word of sentence.words) words.add(word);
    for (const gram of sentence.grams) grams.add(gram);
  }
  return { words, grams };
}

function distinct({ words, grams }: Features): Features {
  return { words: [...new Set(words)], grams: [...new Set(grams)] };
}

function fresh({ words, grams }: Features, question: Question): Features {
  return { words: words.filter((word) => !question.whole.has(word)), grams: grams.filter((gram) => !question.grams.has(gram)) };
}
