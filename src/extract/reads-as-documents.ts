import { type Entry, record, structure } from './attributes.ts';
import { documentFrom, innerMaps, RETRIEVER_SCORE_KEYS, scored } from './document-from.ts';
import { isNamedRetrieved, listIn } from './document-list.ts';
import { isRunningText } from './running-text.ts';

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
  '_additional',
];
/** What says that an entry is a thing of the business (an order, a message, a review, an issue, something remembered), whatever stands beside it. */
const BUSINESS_KEYS = [
  'price',
  'currency',
  'quantity',
  'stock',
  'sku',
  'rating',
  'ratings',
  'stars',
  'votes',
  'likes',
  'upvotes',
  'sentiment',
  'label',
  'labels',
  'status',
  'state',
  'priority',
  'assignee',
  'assignees',
  'sender',
  'recipient',
  'recipients',
  'from',
  'to',
  'cc',
  'subject',
  'email',
  'phone',
  'user',
  'user_id',
  'userId',
  'username',
  'role',
  'channel',
  'ts',
  'thread_id',
  'threadId',
  'reviewer',
  'customer',
  'order_id',
  'orderId',
  'due',
  'due_date',
  'dueDate',
  'start',
  'end',
  'attendees',
  'organizer',
  'memory',
  'memories',
  'completed',
  'done',
  'line',
  'line_number',
  'lineNumber',
  'stdout',
  'salary',
  'level',
  'severity',
  'airline',
];
/** Names of a passage that mean nothing else. */
const PASSAGE_KEYS = ['content', 'text', 'passage', 'chunk', 'snippet', 'excerpt', 'page_content', 'pageContent', 'chunk_text'];
/** What says where a passage is from. */
const SOURCE_KEYS = [
  'url',
  'uri',
  'link',
  'href',
  'source',
  'source_url',
  'sourceUrl',
  'title',
  'file',
  'filename',
  'file_name',
  'fileName',
  'path',
  'page',
  'section',
  'document',
  'doc',
];

const LOOKED_AT = 1_000;

/**
 * Whether a value can be nothing but documents, by structure alone: a list of maps, each with a passage of running text and something
 * that only a retriever writes beside it. A list of orders, messages or reviews is none.
 */
export function readsAsDocuments(value: unknown): boolean {
  const list = passagesIn(value);
  if (list?.every((entry) => entryOf(entry) !== undefined) !== true) return false;
  const envelope = record(structure(value));
  if (envelope !== undefined && isNamedRetrieved(envelope)) return true;
  if (list.some(isOfBusiness)) return false;
  return list.every(isFromRetriever) || haveRetrieverScores(list);
}

/** Whether a value is documents if something else says that it may be: each entry has a passage and says where it is from. */
export function readsAsQuotations(value: unknown): boolean {
  return passagesIn(value)?.every((entry) => !isOfBusiness(entry) && isQuoted(entry)) ?? false;
}

/** Whether a list holds running text in every entry and no things of the business: what something else says are documents can be that. */
export function arePassages(list: unknown): boolean {
  return passagesIn(list)?.every((entry) => !isOfBusiness(entry)) ?? false;
}

/** Whether a value is a list of things of the business, none with a passage. */
export function areThings(value: unknown): boolean {
  const list = listIn(value)?.slice(0, LOOKED_AT) ?? [];
  return list.length > 0 && list.every((entry) => isOfBusiness(entry) && !hasPassage(entry));
}

function passagesIn(value: unknown): readonly unknown[] | undefined {
  const list = listIn(value)?.slice(0, LOOKED_AT);
  return list !== undefined && list.length > 0 && list.every(hasPassage) ? list : undefined;
}

function entryOf(value: unknown): Entry | undefined {
  const whole = structure(value);
  return Array.isArray(whole) ? scored(whole) : record(whole);
}

function hasPassage(value: unknown): boolean {
  const text = documentFrom(entryOf(value) ?? value, 0)?.text;
  return text !== undefined && isRunningText(text);
}

/** Whether an entry says that it is a thing of the business. */
export function isOfBusiness(value: unknown): boolean {
  const entry = entryOf(value) ?? {};
  return BUSINESS_KEYS.some((key) => entry[key] !== undefined && entry[key] !== null);
}

function isQuoted(value: unknown): boolean {
  const entry = entryOf(value) ?? {};
  return PASSAGE_KEYS.some((key) => entry[key] !== undefined) && SOURCE_KEYS.some((key) => entry[key] !== undefined && entry[key] !== null);
}

function isFromRetriever(value: unknown): boolean {
  const entry = entryOf(value) ?? {};
  const { source } = entry;
  const isAddressed = typeof source === 'string' && source.length <= 1_000 && /^\S+[./]\S+$/u.test(source);
  return (
    isAddressed || [entry, ...innerMaps(entry)].some((map) => RETRIEVER_KEYS.some((key) => map[key] !== undefined && map[key] !== null))
  );
}

/** Similarities are fractions; ratings and votes are whole, or above one. */
function haveRetrieverScores(list: readonly unknown[]): boolean {
  const entries = list.map(entryOf);
  const scores = entries.map((entry) => documentFrom(entry, 0)?.score);
  if (scores.some((score) => score === undefined)) return false;
  if (entries.every((entry) => RETRIEVER_SCORE_KEYS.some((key) => entry?.[key] !== undefined))) return true;
  return scores.every((score) => Math.abs(score ?? 0) <= 1) && scores.some((score) => !Number.isInteger(score));
}
