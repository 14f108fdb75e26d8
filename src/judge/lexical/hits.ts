import { areKin, beginningOf } from './kin.ts';
import type { Question } from './question.ts';
import type { Reading, Sentence } from './reading.ts';
import { hasGluedScript } from './runs.ts';

/** What a sentence has of the question. */
export interface Hits {
  /** UTF-16 units of the sentence. */
  readonly length: number;
  /** How much of that is prose. */
  readonly prose: number;
  /** Term numbers, one for each time that the term occurs. */
  readonly terms: readonly number[];
  /** Gram numbers, each once. */
  readonly grams: readonly number[];
}

/** The question's terms and grams in each sentence of a text. */
export function hitsIn(reading: Reading, question: Question): readonly Hits[] {
  return reading.sentences.map((sentence) => ({
    length: sentence.end - sentence.start,
    prose: sentence.prose,
    terms: termHits(reading.text, sentence, question),
    grams: gramHits(sentence, question),
  }));
}

function termHits(text: string, sentence: Sentence, question: Question): readonly number[] {
  const hits: number[] = [];
  for (const word of sentence.words) {
    const term = question.whole.get(word) ?? kinOf(word, question);
    if (term !== undefined) hits.push(term);
  }
  if (question.inside.length === 0) return hits;
  const piece = text.slice(sentence.start, sentence.end);
  if (!hasGluedScript(piece)) return hits;
  for (const term of question.inside) {
    const key = question.terms[term]?.key ?? '';
    for (let at = piece.indexOf(key); at >= 0 && key !== ''; at = piece.indexOf(key, at + key.length)) hits.push(term);
  }
  return hits;
}

function kinOf(word: string, question: Question): number | undefined {
  const beginning = beginningOf(word);
  if (beginning === undefined) return undefined;
  return question.kin.get(beginning)?.find((term) => areKin(word, question.terms[term]?.key ?? ''));
}

function gramHits(sentence: Sentence, question: Question): readonly number[] {
  const hits = new Set<number>();
  for (const hash of sentence.grams) {
    const gram = question.grams.get(hash);
    if (gram !== undefined) hits.add(gram);
  }
  return [...hits];
}
