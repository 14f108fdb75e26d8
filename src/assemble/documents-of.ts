import type { SpanNode } from '../model/facts.ts';
import type { RetrievedDocument } from '../model/turn.ts';
import { folded } from './folded.ts';

/** A prompt may hold a document cut at its end: this many characters of it are enough to find it. */
const RECOGNISED_BY = 200;

/**
 * The documents of a turn, as the model saw them: a rerank's result instead of its input, each document once, only those that stand
 * in the final prompt where any does, in the order of the prompt, else of the retrievals.
 */
export function documentsOf(
  retrievals: readonly SpanNode[],
  reranks: readonly SpanNode[],
  generation: SpanNode | undefined,
): readonly RetrievedDocument[] {
  const documents = distinct(keptByRerank(reranks) ?? retrievals.flatMap((node) => from(node, node.facts?.retrieval?.documents ?? [])));
  const prompt = folded((generation?.facts?.generation?.messages ?? []).map((message) => message.content).join('\n'));
  return (seenIn(prompt, documents) ?? documents).map((document, rank) => ({ ...document, rank }));
}

function from(node: SpanNode, documents: readonly RetrievedDocument[]): readonly RetrievedDocument[] {
  return documents.map((document) => ({ ...document, spanId: node.spanId }));
}

function keptByRerank(reranks: readonly SpanNode[]): readonly RetrievedDocument[] | undefined {
  const last = reranks.findLast((node) => node.facts?.rerank?.documents.some((document) => document.text !== undefined));
  return last === undefined ? undefined : from(last, last.facts?.rerank?.documents ?? []);
}

/** The same id or the same text is the same document; the first stays. */
function distinct(documents: readonly RetrievedDocument[]): readonly RetrievedDocument[] {
  const seen = new Set<string>();
  return documents.filter((document) => {
    const keys = [
      ...(document.id === undefined ? [] : [`id:${document.id}`]),
      ...(document.text === undefined ? [] : [`text:${folded(document.text)}`]),
    ];
    const known = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return !known;
  });
}

function seenIn(prompt: string, documents: readonly RetrievedDocument[]): readonly RetrievedDocument[] | undefined {
  if (prompt === '') return undefined;
  const found = documents.map((document) => ({ document, at: placeIn(prompt, document.text) })).filter(({ at }) => at >= 0);
  return found.length === 0 ? undefined : found.toSorted((a, b) => a.at - b.at).map(({ document }) => document);
}

function placeIn(prompt: string, text: string | undefined): number {
  if (text === undefined) return -1;
  const whole = folded(text);
  const at = prompt.indexOf(whole);
  return at >= 0 || whole.length <= RECOGNISED_BY ? at : prompt.indexOf(whole.slice(0, RECOGNISED_BY));
}
