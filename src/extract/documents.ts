import type { RetrievedDocument } from '../model/turn.ts';
import { finiteNumber, plainText, record, structure } from './attributes.ts';

/** The names under which libraries keep a passage, best known first. */
const TEXT_KEYS = ['content', 'text', 'page_content', 'pageContent', 'document.content', 'document', 'chunk', 'passage', 'snippet', 'body'];
const ID_KEYS = ['id', 'document_id', 'documentId', 'doc_id', 'chunk_id', 'chunkId', 'document.id', '_id'];
const SCORE_KEYS = ['score', 'similarity', 'relevance_score', 'relevanceScore', 'document.score', 'similarity_score'];
/** The names under which a list of documents is wrapped. */
const LIST_KEYS = ['documents', 'docs', 'results', 'chunks', 'passages', 'matches', 'hits', 'contexts', 'nodes', 'source_documents'];

const MAX_DOCUMENTS = 1_000;

/** One document from the map that a library wrote for it. Without a text where none is there or it was hidden. */
export function documentFrom(value: unknown, rank: number): RetrievedDocument | undefined {
  if (typeof value === 'string') {
    const whole = plainText(value);
    return whole === undefined ? undefined : { text: whole, rank };
  }
  const entry = record(value);
  if (entry === undefined) return undefined;
  const metadata = record(structure(entry.metadata ?? entry['document.metadata']));
  const text = first(
    TEXT_KEYS,
    (key) => plainText(entry[key]) ?? plainText(record(entry[key])?.content) ?? plainText(record(entry[key])?.text),
  );
  const id = first(ID_KEYS, (key) => identifier(entry[key])) ?? first(ID_KEYS, (key) => identifier(metadata?.[key]));
  const score = first(SCORE_KEYS, (key) => finiteNumber(entry[key])) ?? first(SCORE_KEYS, (key) => finiteNumber(metadata?.[key]));
  if (text === undefined && id === undefined && score === undefined) return undefined;
  return {
    ...(text === undefined ? {} : { text }),
    ...(id === undefined ? {} : { id }),
    ...(score === undefined ? {} : { score }),
    rank,
  };
}

/** The documents of a list, or of a map that wraps one under a usual name; undefined where the value holds no list. */
export function documentsFrom(value: unknown): readonly RetrievedDocument[] | undefined {
  const whole = structure(value);
  if (whole === undefined) return undefined;
  const list = Array.isArray(whole) ? whole : first(LIST_KEYS, (key) => listOf((whole as Readonly<Record<string, unknown>>)[key]));
  if (list === undefined) return undefined;
  const documents: RetrievedDocument[] = [];
  for (const entry of list.slice(0, MAX_DOCUMENTS)) {
    const document = documentFrom(entry, documents.length);
    if (document !== undefined) documents.push(document);
  }
  return documents;
}

function listOf(value: unknown): readonly unknown[] | undefined {
  const whole = structure(value);
  return Array.isArray(whole) ? whole : undefined;
}

function identifier(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return plainText(value);
}

function first<T>(keys: readonly string[], read: (key: string) => T | undefined): T | undefined {
  for (const key of keys) {
    const value = read(key);
    if (value !== undefined) return value;
  }
  return undefined;
}
