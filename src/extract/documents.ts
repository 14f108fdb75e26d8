import type { RetrievedDocument } from '../model/turn.ts';
import { MAX_VALUE_CHARACTERS, record, structure } from './attributes.ts';
import { documentFrom } from './document-from.ts';
import { listIn } from './document-list.ts';
import { arePassages } from './reads-as-documents.ts';
import { salvaged } from './salvage.ts';

export { documentFrom } from './document-from.ts';
export { readsAsDocuments } from './reads-as-documents.ts';

const MAX_DOCUMENTS = 1_000;
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
  'sourceNodes',
  'chunks',
  'passages',
];

/**
 * The documents of a list, or of a map that wraps one under a usual name; undefined where the value holds no list. An empty list is an
 * empty result. Of JSON that was cut, those with a text that is whole.
 */
export function documentsFrom(value: unknown): readonly RetrievedDocument[] | undefined {
  const list = listIn(value);
  if (list !== undefined) return documentsIn(list);
  const rest =
    typeof value === 'string' && structure(value) === undefined ? listIn(salvaged(value.slice(0, MAX_VALUE_CHARACTERS))) : undefined;
  const whole = rest === undefined ? [] : documentsIn(rest).filter(({ text }) => text !== undefined);
  return whole.length === 0 ? undefined : whole.map((document, rank) => ({ ...document, rank }));
}

/** The documents that a response gives out beside its answer. */
export function citedDocuments(response: unknown): readonly RetrievedDocument[] | undefined {
  const entry = record(structure(response));
  const list = CITED_KEYS.map((key) => structure(entry?.[key])).find((value) => Array.isArray(value) && value.length > 0);
  return arePassages(list) ? documentsFrom(list) : undefined;
}

function documentsIn(list: readonly unknown[]): readonly RetrievedDocument[] {
  const documents: RetrievedDocument[] = [];
  for (const entry of decoded(list.slice(0, MAX_DOCUMENTS))) {
    const document = documentFrom(entry, documents.length);
    if (document !== undefined) documents.push(document);
  }
  return documents;
}

/** A list of texts that are all maps in JSON is a list of maps; one such text among others is a text. */
function decoded(list: readonly unknown[]): readonly unknown[] {
  if (!list.every((entry) => typeof entry === 'string')) return list;
  const maps = list.map((entry) => record(structure(entry)));
  return maps.every((map) => map !== undefined && documentFrom(map, 0)?.text !== undefined) ? maps : list;
}
