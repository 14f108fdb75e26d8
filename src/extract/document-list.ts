import { type Entry, record, structure } from './attributes.ts';
import { scored } from './document-from.ts';
import { first } from './first.ts';

/** Names that nobody gives to anything but a list of retrieved documents. */
const RETRIEVED_KEYS = [
  'relevantContext',
  'relevant_context',
  'retrieved_documents',
  'retrievedDocuments',
  'source_documents',
  'sourceDocuments',
  'source_nodes',
  'sourceNodes',
  'passages',
  'chunks',
  'contexts',
  'retrievalResults',
  'retrievedContexts',
  'retrieved_contexts',
  'groundingChunks',
  'grounding_chunks',
];
/** The names under which a list of documents is wrapped, the plainest first. */
const LIST_KEYS = [
  'documents',
  'docs',
  ...RETRIEVED_KEYS,
  'context',
  'search_results',
  'searchResults',
  'results',
  'result',
  'matches',
  'hits',
  'points',
  'objects',
  'nodes',
  'snippets',
  'citations',
  'organic_results',
  'organic',
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
/** Chroma writes each field of the documents as a list of its own. */
const PARALLEL_KEYS = { ids: 'id', metadatas: 'metadata', distances: 'distance', scores: 'score' } as const;

const MAX_DEPTH = 4;

/** Whether a list stands under a name that says that its entries were retrieved. */
export function isNamedRetrieved(envelope: Entry): boolean {
  return RETRIEVED_KEYS.some((key) => envelope[key] !== undefined);
}

/** The list in a value: the value itself, or what a map wraps under a usual name. */
export function listIn(value: unknown, depth = 0): readonly unknown[] | undefined {
  const whole = structure(value);
  if (whole === undefined) return undefined;
  if (Array.isArray(whole)) return nestedList(whole) ?? whole;
  if (depth >= MAX_DEPTH) return undefined;
  const entry = whole as Entry;
  return (
    parallel(entry) ??
    onlyClass(entry) ??
    first(LIST_KEYS, (key) =>
      typeof entry[key] === 'object' || typeof entry[key] === 'string' ? listIn(entry[key], depth + 1) : undefined,
    ) ??
    onlyList(entry)
  );
}

/** Stores that take several queries at once answer with a list of lists. */
function nestedList(list: readonly unknown[]): readonly unknown[] | undefined {
  const [only] = list;
  if (list.length !== 1 || !Array.isArray(only) || scored(only) !== undefined) return undefined;
  return only.length === 0 || typeof only[0] === 'object' ? only : undefined;
}

/** `{ ids: [[…]], documents: [[…]], metadatas: [[…]], distances: [[…]] }`, for one query or as they are kept. */
function parallel(entry: Entry): readonly unknown[] | undefined {
  const named = Object.keys(PARALLEL_KEYS).filter((key) => Array.isArray(entry[key]));
  const texts = ofOneQuery(entry.documents);
  if (named.length === 0 || texts === undefined || !texts.every((text) => typeof text === 'string' || text === null)) return undefined;
  const columns = Object.entries(PARALLEL_KEYS).map(([key, name]) => [name, ofOneQuery(entry[key])] as const);
  return texts.map((text, at) => ({ ...Object.fromEntries(columns.map(([name, column]) => [name, column?.[at]])), document: text }));
}

function ofOneQuery(value: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const list = value as readonly unknown[];
  return list.length === 1 && Array.isArray(list[0]) ? (list[0] as readonly unknown[]) : list;
}

/** The application may have named the list itself: the only list of maps in a map is it. */
function onlyList(entry: Entry): readonly unknown[] | undefined {
  const lists = Object.values(entry).filter((value) => Array.isArray(value) && record(value[0]) !== undefined) as unknown[][];
  return lists.length === 1 ? lists[0] : undefined;
}

/** GraphQL as Weaviate answers it: `{ data: { Get: { AnyClass: [ … ] } } }`. */
function onlyClass(entry: Entry): readonly unknown[] | undefined {
  const classes = record(entry.Get);
  const lists = classes === undefined ? [] : Object.values(classes).filter((value) => Array.isArray(value));
  return lists.length === 1 ? lists[0] : undefined;
}
