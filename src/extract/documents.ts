import type { RetrievedDocument } from '../model/turn.ts';
import { type Entry, finiteNumber, plainText, record, structure } from './attributes.ts';

/** The names under which libraries keep a passage, the plainest first. */
const TEXT_KEYS = [
  'page_content',
  'pageContent',
  'content',
  'text',
  'document.content',
  'passage',
  'chunk',
  'snippet',
  'document',
  'body',
  'chunk_text',
  'page_text',
  'excerpt',
  'summary',
];
/** Maps inside an entry that hold the passage. */
const INNER_KEYS = [
  'document',
  'node',
  'chunk',
  'payload',
  '_source',
  'kwargs',
  'fields',
  'properties',
  'metadata',
  'doc',
  'record',
  'value',
];
const ID_KEYS = [
  'id',
  'chunk_id',
  'chunkId',
  'document_id',
  'documentId',
  'doc_id',
  'docId',
  'document.id',
  '_id',
  'node_id',
  'id_',
  'doc',
  'key',
];
const SCORE_KEYS = [
  'score',
  'similarity',
  'relevance_score',
  'relevanceScore',
  'document.score',
  'similarity_score',
  'similarityScore',
  '_score',
  '@search.score',
  'rerank_score',
];
/** What only retrievers write beside a passage. */
const RETRIEVER_KEYS = [
  'distance',
  'metadata',
  'document.metadata',
  'embedding',
  'page_content',
  'pageContent',
  'chunk_id',
  'chunkId',
  'document_id',
  'source_document',
];
/** Names that nobody gives to anything but a list of retrieved documents. */
const RETRIEVED_KEYS = [
  'relevantContext',
  'relevant_context',
  'retrieved_documents',
  'retrievedDocuments',
  'source_documents',
  'sourceDocuments',
  'source_nodes',
  'passages',
  'chunks',
  'contexts',
];
/** The names under which a list of documents is wrapped, the plainest first. */
const LIST_KEYS = [
  'documents',
  'docs',
  'relevantContext',
  'relevant_context',
  'retrieved_documents',
  'retrievedDocuments',
  'source_documents',
  'sourceDocuments',
  'contexts',
  'context',
  'passages',
  'chunks',
  'search_results',
  'searchResults',
  'results',
  'result',
  'matches',
  'hits',
  'nodes',
  'source_nodes',
  'snippets',
  'references',
  'items',
  'sources',
  'outputs',
  'output',
  'data',
  'records',
  'response',
  'content',
  'value',
];

const MAX_DOCUMENTS = 1_000;
const MAX_DEPTH = 4;

/** One document from the map that a library wrote for it. Without a text where none is there or it was hidden. */
export function documentFrom(value: unknown, rank: number): RetrievedDocument | undefined {
  if (typeof value === 'string') {
    const whole = plainText(value);
    return whole === undefined ? undefined : { text: whole, rank };
  }
  const entry = Array.isArray(value) ? tuple(value) : record(value);
  if (entry === undefined) return undefined;
  const inner = innerMaps(entry);
  const text = first([entry, ...inner], (map) => first(TEXT_KEYS, (key) => plainText(map[key])));
  const id = first([entry, ...inner], (map) => first(ID_KEYS, (key) => identifier(map[key])));
  const score = first([entry, ...inner], (map) => first(SCORE_KEYS, (key) => finiteNumber(map[key])));
  if (text === undefined && id === undefined && score === undefined) return undefined;
  return {
    ...(text === undefined ? {} : { text }),
    ...(id === undefined ? {} : { id }),
    ...(score === undefined ? {} : { score }),
    rank,
  };
}

/**
 * The documents of a list, or of a map that wraps one under a usual name; undefined where the value holds no list. An empty list is an
 * empty result.
 */
export function documentsFrom(value: unknown): readonly RetrievedDocument[] | undefined {
  const list = listIn(value);
  if (list === undefined) return undefined;
  const documents: RetrievedDocument[] = [];
  for (const entry of decoded(list.slice(0, MAX_DOCUMENTS))) {
    const document = documentFrom(entry, documents.length);
    if (document !== undefined) documents.push(document);
  }
  return documents;
}

/** Names under which a response gives out its documents beside the answer. */
const CITED_KEYS = [
  'documents',
  'docs',
  'source_documents',
  'sourceDocuments',
  'contexts',
  'context',
  'sources',
  'references',
  'retrieved_documents',
  'retrievedDocuments',
  'source_nodes',
  'chunks',
  'passages',
];

/** The documents that a response gives out beside its answer. */
export function citedDocuments(response: unknown): readonly RetrievedDocument[] | undefined {
  const entry = record(structure(response));
  const list = CITED_KEYS.map((key) => structure(entry?.[key])).find((value) => Array.isArray(value) && value.length > 0);
  const documents = documentsFrom(list);
  return documents?.every((document) => document.text !== undefined && isRunningText(document.text)) === true ? documents : undefined;
}

/**
 * Whether a value can be nothing but documents, by structure alone: a list of maps, each with a passage of running text and something
 * that only a retriever writes beside it. A list of orders, messages or reviews is none.
 */
export function readsAsDocuments(value: unknown): boolean {
  const list = listIn(value)?.slice(0, MAX_DOCUMENTS);
  if (list === undefined || list.length === 0 || !list.every(hasPassage)) return false;
  const envelope = record(structure(value));
  return RETRIEVED_KEYS.some((key) => envelope?.[key] !== undefined) || list.every(isFromRetriever) || haveRetrieverScores(list);
}

function hasPassage(value: unknown): boolean {
  const text = documentFrom(record(structure(value)), 0)?.text;
  return text !== undefined && isRunningText(text);
}

function isFromRetriever(value: unknown): boolean {
  const entry = record(structure(value)) ?? {};
  const { source } = entry;
  const isQuoted = typeof source === 'string' && /^\S+[./]\S+$/u.test(source);
  return isQuoted || [entry, ...innerMaps(entry)].some((map) => RETRIEVER_KEYS.some((key) => map[key] !== undefined && map[key] !== null));
}

/** Similarities are fractions; ratings and votes are whole. */
function haveRetrieverScores(list: readonly unknown[]): boolean {
  const scores = list.map((value) => documentFrom(record(structure(value)), 0)?.score);
  return scores.every((score) => score !== undefined) && scores.some((score) => !Number.isInteger(score));
}

/** More than a name, a status or an address. */
function isRunningText(text: string): boolean {
  return text.trim().split(/\s+/u).length >= 4 || /[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f].{7}/u.test(text);
}

/** A list of texts that are all maps in JSON is a list of maps; one such text among others is a text. */
function decoded(list: readonly unknown[]): readonly unknown[] {
  if (!list.every((entry) => typeof entry === 'string')) return list;
  const maps = list.map((entry) => record(structure(entry)));
  return maps.every((map) => map !== undefined && documentFrom(map, 0)?.text !== undefined) ? maps : list;
}

function listIn(value: unknown, depth = 0): readonly unknown[] | undefined {
  const whole = structure(value);
  if (whole === undefined) return undefined;
  if (Array.isArray(whole)) return nestedList(whole) ?? whole;
  if (depth >= MAX_DEPTH) return undefined;
  const entry = whole as Entry;
  // A map that is a document itself wraps no list.
  return first(LIST_KEYS, (key) =>
    typeof entry[key] === 'object' || typeof entry[key] === 'string' ? listIn(entry[key], depth + 1) : undefined,
  );
}

/** Stores that take several queries at once answer with a list of lists. */
function nestedList(list: readonly unknown[]): readonly unknown[] | undefined {
  const [only] = list;
  return list.length === 1 && Array.isArray(only) && (only.length === 0 || typeof only[0] === 'object') && tuple(only) === undefined
    ? only
    : undefined;
}

/** `[document, score]`, as stores write them that return scores. */
function tuple(value: readonly unknown[]): Entry | undefined {
  const [document, score] = value;
  const entry = record(structure(document));
  return value.length === 2 && entry !== undefined && typeof score === 'number' ? { document: entry, score } : undefined;
}

function innerMaps(entry: Entry): readonly Entry[] {
  return INNER_KEYS.flatMap((key) => {
    const inner = record(structure(entry[key]) ?? structure(entry[`document.${key}`]));
    return inner === undefined
      ? []
      : [inner, ...(record(structure(inner.metadata)) === undefined ? [] : [record(structure(inner.metadata)) as Entry])];
  });
}

function identifier(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.length <= 500 ? plainText(value) : undefined;
}

function first<T, R>(values: readonly T[], read: (value: T) => R | undefined): R | undefined {
  for (const value of values) {
    const found = read(value);
    if (found !== undefined) return found;
  }
  return undefined;
}
