import { wordsOf } from './words.js';

/** Stands for a language model, so that the example needs no key and no network: it reads its prompt, and answers from nothing else. */
export const MODEL = 'scripted-1';

const DO_NOT_KNOW = 'Sorry, I do not know that.';
/** A sentence that shares fewer words with the question does not answer it. */
const FEWEST_SHARED = 2;

/** The prompt of a usual RAG service: the passages, then the question. */
export function promptOf(question, documents) {
  const passages = documents.map(({ text }, at) => `[${at + 1}] ${text}`).join('\n');
  return [
    {
      role: 'system',
      content: 'You answer customers of a bicycle shop. Use the passages only. If they do not answer, say that you do not know.',
    },
    { role: 'user', content: `Passages:\n${passages}\n\nQuestion: ${question}` },
  ];
}

/** Answers with the sentence of the passages that shares most words with the question. */
export async function complete(messages) {
  const [passages = '', question = ''] = messages.at(-1).content.split('\n\nQuestion: ');
  const asked = stemsOf(question);
  const sentences = passages.replace(/^(Passages:|\[\d+\] )/gm, '').match(/[^\n]+?[.!?](?=\s|$)/g) ?? [];
  const best = sentences
    .map((sentence) => ({ sentence: sentence.trim(), shared: [...stemsOf(sentence)].filter((word) => asked.has(word)).length }))
    .sort((a, b) => b.shared - a.shared)[0];
  return best !== undefined && best.shared >= FEWEST_SHARED ? best.sentence : DO_NOT_KNOW;
}

/** Without the endings of the plural and the past, roughly. */
function stemsOf(text) {
  return new Set(wordsOf(text).map((word) => word.replace(/(ies|e?s|e?d|e|y)$/, '')));
}
