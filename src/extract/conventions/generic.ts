import type { RetrievalFact } from '../../model/facts.ts';
import type { Attributes, SpanView } from '../../model/span.ts';
import { plainText, structure } from '../attributes.ts';
import { documentsFrom, readsAsDocuments } from '../documents.ts';
import type { Extractor } from '../extractor.ts';
import { factsOf } from '../facts-of.ts';
import { queryBeside } from '../query-beside.ts';

/** A wider span is not looked through: it would cost more than it is likely to tell. */
const MAX_ATTRIBUTES = 2_000;
const QUESTION_KEY = /(?:^|[._])(?:user_)?question$/u;
const ANSWER_KEY = /(?:^|[._])(?:final_)?answer$/u;

/**
 * A span that nobody recognises, by structure alone: a list of documents (as JSON, as flattened keys or as events) with a query beside it.
 * Conservative: entries must hold running text and something that only a retriever writes, so that a list of orders is none.
 */
export const generic: Extractor = {
  name: 'generic',

  extract(span) {
    const { attributes } = span;
    const keys = Object.keys(attributes);
    if (keys.length > MAX_ATTRIBUTES) return undefined;
    return factsOf(generic.name, {
      retrieval: retrieval(span),
      question: textAt(attributes, keys, QUESTION_KEY),
      answer: textAt(attributes, keys, ANSWER_KEY),
    });
  },
};

function retrieval(span: SpanView): RetrievalFact | undefined {
  const query = queryBeside(span.attributes);
  if (query === undefined) return undefined;
  for (const list of lists(span)) {
    if (readsAsDocuments(list)) return { query, documents: documentsFrom(list) ?? [] };
  }
  return undefined;
}

/** Everything on the span that could be a list of documents. */
function* lists({ attributes, events }: SpanView): Iterable<unknown> {
  for (const value of Object.values(attributes)) {
    if (typeof value === 'string' ? /^\s*[[{]\s*["[{]/u.test(value) : typeof value === 'object') yield structure(value);
  }
  yield* flattened(attributes);
  const named = new Map<string, Attributes[]>();
  for (const event of events) {
    const others = named.get(event.name);
    if (others === undefined) named.set(event.name, [event.attributes]);
    else others.push(event.attributes);
    for (const value of Object.values(event.attributes)) if (typeof value === 'string' && /^\s*[[{]/u.test(value)) yield structure(value);
  }
  for (const group of named.values()) yield group.map(lastParts);
}

/** Lists behind flattened keys: `anything.0.text`, `anything.0.score`, `anything.1.text`, … */
function flattened(attributes: Attributes): Iterable<readonly Attributes[]> {
  const prefixes = new Map<string, Map<number, Record<string, unknown>>>();
  for (const [key, value] of Object.entries(attributes)) {
    const match = /^(.{1,200}?)\.(\d{1,4})\.(.{1,200})$/u.exec(key);
    if (match?.[1] === undefined || match[3] === undefined) continue;
    const entries = prefixes.get(match[1]) ?? new Map<number, Record<string, unknown>>();
    prefixes.set(match[1], entries);
    const index = Number(match[2]);
    const entry = entries.get(index) ?? (Object.create(null) as Record<string, unknown>);
    entries.set(index, entry);
    entry[match[3].split('.').at(-1) ?? ''] = value;
  }
  return [...prefixes.values()].map((entries) => [...entries].toSorted(([a], [b]) => a - b).map(([, entry]) => entry));
}

/** `db.query.result.score` is a score, whatever the names before it. */
function lastParts(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key.split('.').at(-1), value]));
}

function textAt(attributes: Attributes, keys: readonly string[], pattern: RegExp): string | undefined {
  const key = keys.find((candidate) => pattern.test(candidate));
  const text = key === undefined ? undefined : plainText(attributes[key]);
  return text === undefined || structure(text) !== undefined ? undefined : text;
}
