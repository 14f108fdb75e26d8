import type { SpanNode } from '../model/facts.ts';
import type { RetrievedDocument } from '../model/turn.ts';
import { folded, MAX_COMPARED_CHARACTERS } from './folded.ts';
import type { Group } from './groups.ts';

/** A prompt may hold a document cut at its end: this many characters of it are enough to find it. */
const RECOGNISED_BY = 200;

/**
 * The documents of a turn, as the model saw them: a rerank's result instead of its input, each document once, only those that stand
 * in the final prompt where any does, in the order of the prompt, else of the retrievals. A prompt that was cut tells nothing about
 * what the model did not see.
 */
export function documentsOf({ retrievals, reranks, generations }: Group, generation: SpanNode | undefined): readonly RetrievedDocument[] {
  const documents = distinct(rerankedOf(inCallOrder(retrievals, generations), reranks));
  return (seenIn(promptOf(generation), documents) ?? documents).map((document, rank) => ({ ...document, rank }));
}

/** Searches that a model asked for at once are seen by it in the order in which it asked, whichever ended first. */
function inCallOrder(retrievals: readonly SpanNode[], generations: readonly SpanNode[]): readonly SpanNode[] {
  const calls = [...new Set(generations.flatMap((node) => node.facts?.generation?.toolCalls ?? []))];
  const places = new Map(calls.map((callId, place) => [callId, place]));
  const placeOf = (node: SpanNode): number | undefined => places.get(node.facts?.retrieval?.tool?.callId ?? '');
  if (retrievals.some((node) => placeOf(node) === undefined)) return retrievals;
  return retrievals.toSorted((a, b) => (placeOf(a) ?? 0) - (placeOf(b) ?? 0));
}

function from(node: SpanNode, documents: readonly RetrievedDocument[]): readonly RetrievedDocument[] {
  return documents.map((document) => ({ ...document, spanId: node.spanId }));
}

/**
 * A rerank's result stands for what was retrieved before it, and for the result of an earlier rerank that it has a document of: a search for
 * each step may be followed by a rerank of its own. What was retrieved after the last one comes after it.
 */
function rerankedOf(retrievals: readonly SpanNode[], reranks: readonly SpanNode[]): readonly RetrievedDocument[] {
  const results = new Map<SpanNode, readonly RetrievedDocument[]>();
  const owners = new Map<string, SpanNode>();
  let place = 0;
  for (const rerank of reranks) {
    const documents = from(rerank, rerank.facts?.rerank?.documents ?? []);
    if (!documents.some((document) => document.text !== undefined)) continue;
    while (startsBeforeEndOf(retrievals[place], rerank)) place += 1;
    for (const key of documents.flatMap(keysOf)) {
      const earlier = owners.get(key);
      if (earlier !== undefined) results.delete(earlier);
      owners.set(key, rerank);
    }
    results.set(rerank, documents);
  }
  return [
    ...[...results.values()].flat(),
    ...retrievals.slice(place).flatMap((node) => from(node, node.facts?.retrieval?.documents ?? [])),
  ];
}

function startsBeforeEndOf(node: SpanNode | undefined, rerank: SpanNode): boolean {
  return node !== undefined && node.startTimeUnixNano <= rerank.endTimeUnixNano;
}

function promptOf(generation: SpanNode | undefined): string {
  const isCut = generation?.facts?.flags.some((flag) => flag === 'truncated' || flag === 'attributes_dropped') ?? false;
  if (isCut) return '';
  return folded(
    (generation?.facts?.generation?.messages ?? [])
      .flatMap((message) => (message.role === 'assistant' ? [] : [message.content]))
      .join('\n'),
  );
}

/** Each document once; the first stays. */
export function distinct(documents: readonly RetrievedDocument[]): readonly RetrievedDocument[] {
  const seen = new Set<string>();
  return documents.filter((document) => {
    const keys = keysOf(document);
    const isKnown = keys[0] !== undefined && seen.has(keys[0]);
    for (const key of keys) seen.add(key);
    return !isKnown;
  });
}

/** The same text is the same document; so is the same id where there is no text: pieces of one document share its id. */
function keysOf({ id, text }: RetrievedDocument): readonly string[] {
  return [...(text === undefined ? [] : [`text:${folded(text)}`]), ...(id === undefined ? [] : [`id:${id}`])];
}

function seenIn(prompt: string, documents: readonly RetrievedDocument[]): readonly RetrievedDocument[] | undefined {
  if (prompt === '' || prompt.length * documents.length > MAX_COMPARED_CHARACTERS) return undefined;
  const found = documents.map((document) => ({ document, at: placeIn(prompt, document.text) })).filter(({ at }) => at >= 0);
  return found.length === 0 ? undefined : found.toSorted((a, b) => a.at - b.at).map(({ document }) => document);
}

function placeIn(prompt: string, text: string | undefined): number {
  if (text === undefined || text.trim() === '') return -1;
  // Documents are put into prompts as they are, or as JSON.
  for (const written of new Set([text, JSON.stringify(text).slice(1, -1)])) {
    const whole = folded(written);
    const at = prompt.indexOf(whole);
    if (at >= 0) return at;
    const start = whole.length <= RECOGNISED_BY ? -1 : prompt.indexOf(whole.slice(0, RECOGNISED_BY));
    if (start >= 0) return start;
  }
  return -1;
}
