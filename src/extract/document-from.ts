import type { RetrievedDocument } from '../model/turn.ts';
import { type Entry, entriesIn, finiteNumber, plainText, record, structure } from './attributes.ts';
import { first } from './first.ts';
import { isRunningText } from './running-text.ts';

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
  'chunkText',
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
  'content',
  'data',
  'text_resource',
  'retrievedContext',
  'retrieved_context',
  'entity',
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
  'uuid',
  'file_id',
  'doc',
  'key',
];
/** Scores that only retrievers write. Any other score may be a rating: it has to be a fraction. */
export const RETRIEVER_SCORE_KEYS: readonly string[] = [
  'similarity',
  'relevance_score',
  'relevanceScore',
  'similarity_score',
  'similarityScore',
  '_score',
  '@search.score',
  'rerank_score',
  'certainty',
];
const SCORE_KEYS = ['score', 'document.score', ...RETRIEVER_SCORE_KEYS];
/** Where a store writes what it knows of the match, beside the fields that the application named. */
const MATCH_KEYS = ['_additional', '_source', '_distance', '$vectorize', '$similarity', 'distance', 'payload'];

const MAX_INNER_DEPTH = 3;
const MAX_ID_CHARACTERS = 500;

/** One document from the map that a library wrote for it. Without a text where none is there or it was hidden. */
export function documentFrom(value: unknown, rank: number): RetrievedDocument | undefined {
  if (typeof value === 'string') {
    const whole = plainText(value);
    return whole === undefined ? undefined : { text: whole, rank };
  }
  const entry = Array.isArray(value) ? scored(value) : record(value);
  if (entry === undefined) return undefined;
  const maps = [entry, ...innerMaps(entry)];
  const id = first(maps, (map) => first(ID_KEYS, (key) => identifier(map[key])));
  const score = first([...maps, ...matchOf(entry)], (map) => first(SCORE_KEYS, (key) => finiteNumber(map[key])));
  const isMatch = score !== undefined || MATCH_KEYS.some((key) => entry[key] !== undefined);
  const text =
    first(maps, (map) => first(TEXT_KEYS, (key) => passageText(map[key]))) ??
    plainSource(entry) ??
    described(entry) ??
    (isMatch ? onlyRunningText(maps) : undefined);
  if (text === undefined && id === undefined && score === undefined) return undefined;
  return {
    ...(text === undefined ? {} : { text }),
    ...(id === undefined ? {} : { id }),
    ...(score === undefined ? {} : { score }),
    rank,
  };
}

/** The maps inside an entry that may hold the passage, the nearest first. */
export function innerMaps(entry: Entry, depth = 0): readonly Entry[] {
  if (depth >= MAX_INNER_DEPTH) return [];
  return INNER_KEYS.flatMap((key) => {
    const inner = record(structure(entry[key]) ?? structure(entry[`document.${key}`]));
    return inner === undefined ? [] : [inner, ...innerMaps(inner, depth + 1)];
  });
}

/** `[document, score]`, as stores write them that return scores. */
export function scored(value: readonly unknown[]): Entry | undefined {
  const [document, score] = value;
  if (value.length !== 2 || typeof score !== 'number') return undefined;
  const entry = record(structure(document)) ?? plainText(document);
  return entry === undefined ? undefined : { document: entry, score };
}

/** A passage as a text, or in the text parts that model APIs write. */
function passageText(value: unknown): string | undefined {
  if (!Array.isArray(value)) return plainText(value);
  const texts = entriesIn(value).flatMap((part) => plainText(part.text) ?? []);
  return texts.length === 0 || texts.length !== value.length ? undefined : texts.join('\n');
}

/** `{ type: 'document', source: { type: 'text', data } }`, as Anthropic takes documents. */
function plainSource(entry: Entry): string | undefined {
  const source = record(entry.source);
  return source?.type === 'text' ? plainText(source.data) : undefined;
}

/** Web searches describe the page at an address. */
function described(entry: Entry): string | undefined {
  return ['url', 'link', 'href'].some((key) => typeof entry[key] === 'string') ? plainText(entry.description) : undefined;
}

/** The application may keep the passage under any name: where only one value of a match is running text, it is that. */
function onlyRunningText(maps: readonly Entry[]): string | undefined {
  const texts = maps
    .flatMap((map) => Object.values(map))
    .filter((value) => typeof value === 'string' && structure(value) === undefined && isRunningText(value));
  return texts.length === 1 ? plainText(texts[0]) : undefined;
}

function matchOf(entry: Entry): readonly Entry[] {
  const match = record(entry._additional);
  return match === undefined ? [] : [match];
}

function identifier(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.length <= MAX_ID_CHARACTERS ? plainText(value) : undefined;
}
