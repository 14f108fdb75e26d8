import type { Question } from './question.ts';
import type { Reading } from './reading.ts';
import type { Relevance } from './relevance.ts';

/** At most this many UTF-16 units in all. */
const MAX_EVIDENCE = 120;
const MAX_WORDS = 48;

/**
 * Why a document was judged so, for a reader: the question's words that it has, and how its best sentence starts, both as folded text. A
 * document that counts only because the answer draws on it says so, with the sentence that the answer has most of.
 */
export function evidenceOf(document: Reading, question: Question, relevance: Relevance, drawnOn: number | undefined): string {
  if (drawnOn !== undefined) return quoting('in the answer', document, drawnOn);
  const words = relevance.matched.map((term) => question.terms[term]?.shown ?? '').join(', ');
  return words === '' ? 'no word in common' : quoting(`has ${clip(words, MAX_WORDS)}`, document, relevance.bestSentence);
}

function quoting(head: string, document: Reading, at: number): string {
  const { start = 0, end = 0 } = document.sentences[at] ?? {};
  const sentence = document.text
    .slice(start, Math.min(end, start + MAX_EVIDENCE))
    .trim()
    .replace(/\s/gu, ' ');
  return `${head}: "${clip(sentence, MAX_EVIDENCE - head.length - 4)}"`;
}

/** Cuts with an ellipsis, never through a surrogate pair. */
function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 2);
  const isHighSurrogate = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, isHighSurrogate ? max - 2 : max - 1)}…`;
}
