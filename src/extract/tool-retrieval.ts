import type { RetrievalFact } from '../model/facts.ts';
import type { RetrievedDocument } from '../model/turn.ts';
import { plainText, record, structure, unquoted } from './attributes.ts';
import { listIn } from './document-list.ts';
import { documentFrom, documentsFrom, readsAsDocuments } from './documents.ts';
import { first } from './first.ts';
import { type Naming, namingOf } from './names-retrieval.ts';
import { areThings, isOfBusiness, readsAsQuotations } from './reads-as-documents.ts';
import { isRunningText } from './running-text.ts';
import { isCutJson, salvaged } from './salvage.ts';
import { splitPassages } from './split-passages.ts';
import { unwrapped } from './unwrapped.ts';

/** One call of a tool, as a span or a message tells it. */
export interface ToolCall {
  readonly name?: string | undefined;
  /** `gen_ai.tool.type`. */
  readonly type?: string | undefined;
  readonly callId?: string | undefined;
  readonly input?: unknown;
  /** Undefined where the span does not say: then nothing is known, unless the call failed. */
  readonly result: unknown;
  readonly failed?: boolean;
}

const RETRIEVER_TYPES = new Set(['datastore', 'retriever', 'retrieval']);
const QUERY_KEYS = [
  'query',
  'queryText',
  'query_text',
  'question',
  'q',
  'search_query',
  'searchQuery',
  'input',
  'text',
  'search',
  'term',
  'keywords',
  'prompt',
];
/** Names under which a map keeps the text that was made of what was found. */
const TEXT_RESULT_KEYS = ['context', 'documents', 'results', 'passages', 'text', 'content', 'result', 'output', 'data'];
/** What says that nothing was found is shorter. */
const MAX_NOTICE_CHARACTERS = 300;

/**
 * A tool call as a retrieval, or undefined where it is none. A tool retrieves where its name or type says so, or where its result can be
 * nothing but documents (a list of entries, each with a passage and a retriever's score or metadata). Where the name says only that it
 * looks something up, the passages must at least say where they are from. A page fetched by its address was not found by a retriever.
 */
export function retrievalOf(call: ToolCall): RetrievalFact | undefined {
  if (call.result === undefined && call.failed !== true) return undefined;
  const cut = typeof call.result === 'string' && isCutJson(call.result) ? wholePart(call.result) : undefined;
  const { name, callId = call.callId, value, isError } = unwrapped(cut ?? call.result);
  const said = namingOfCall(call, name);
  // A name from a retriever's vocabulary, and a list of other things.
  const naming = said === 'retrieves' && areThings(value) ? 'other' : said;
  if (naming === 'never') return undefined;
  const listed = isError ? undefined : listedDocuments(value, naming, cut !== undefined);
  const documents = listed ?? (isError ? nothingOf(naming) : textDocuments(textIn(value), naming, cut !== undefined));
  if (documents === undefined) return undefined;
  const query = queryOf(call.input);
  const tool = call.name ?? name;
  return {
    ...(query === undefined ? {} : { query }),
    documents,
    ...(cut === undefined ? {} : { isCut: true }),
    tool: { ...(tool === undefined ? {} : { name: tool }), ...(callId === undefined ? {} : { callId }), isText: listed === undefined },
  };
}

/** A text in JSON may hold JSON that was cut with it. */
function wholePart(result: string): unknown {
  const part = salvaged(result);
  return typeof part === 'string' && isCutJson(part) ? (salvaged(part) ?? part) : part;
}

function namingOfCall(call: ToolCall, nameInResult: string | undefined): Naming {
  const namings = [call.name, nameInResult].flatMap((name) => (name === undefined ? [] : [namingOf(name)]));
  if (RETRIEVER_TYPES.has(call.type?.toLowerCase() ?? '')) return 'retrieves';
  return (['never', 'retrieves', 'maybe'] as const).find((naming) => namings.includes(naming)) ?? 'other';
}

function listedDocuments(value: unknown, naming: Naming, isCut: boolean): readonly RetrievedDocument[] | undefined {
  const isList = readsAsDocuments(value) || (naming === 'maybe' && readsAsQuotations(value));
  const listed = isList || naming === 'retrieves' ? documentsFrom(value) : undefined;
  if (listed === undefined) return naming === 'retrieves' ? onlyDocument(value) : undefined;
  // Something was found, but none of it can be read: names, titles and addresses, or texts that are encrypted.
  const list = listIn(value) ?? [];
  const areNames =
    list.length > 0 && list.every((entry) => typeof entry === 'string' && structure(entry) === undefined && !isRunningText(entry));
  if (areNames || (listed.length === 0 && list.length > 0)) return [{ rank: 0 }];
  const readable = listed.filter(({ text }) => text !== undefined);
  return isCut && readable.length > 0 ? readable.map((document, rank) => ({ ...document, rank })) : listed;
}

/** A retriever that returns the best match alone. */
function onlyDocument(value: unknown): readonly RetrievedDocument[] | undefined {
  const entry = record(structure(value));
  const document = entry === undefined || isOfBusiness(entry) ? undefined : documentFrom(entry, 0);
  const isFound =
    document?.text !== undefined &&
    isRunningText(document.text) &&
    Object.keys(entry ?? {}).length > 1 &&
    splitPassages(document.text) === undefined;
  return isFound ? [document] : undefined;
}

function textIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const entry = record(value);
  return entry === undefined ? undefined : first(TEXT_RESULT_KEYS, (key) => plainText(entry[key]));
}

/**
 * Passages in a text. A tool that is known to retrieve has returned nothing where there are none: `No matching pages.` A longer text is
 * more than that, though nobody can tell where its passages begin: a document without a text. Of any other tool, only several passages
 * that all say where they are from are taken for documents; of a text that was cut, one will do.
 */
function textDocuments(text: string | undefined, naming: Naming, isCut: boolean): readonly RetrievedDocument[] | undefined {
  const passages = text === undefined ? undefined : splitPassages(text);
  if (naming === 'retrieves') return passages?.documents ?? ((text?.length ?? 0) > MAX_NOTICE_CHARACTERS ? [{ rank: 0 }] : []);
  return passages?.isAttributed === true && (isCut || passages.documents.length > 1) ? passages.documents : undefined;
}

function nothingOf(naming: Naming): readonly RetrievedDocument[] | undefined {
  return naming === 'retrieves' ? [] : undefined;
}

/** What the tool was asked for. */
export function queryOf(input: unknown): string | undefined {
  const whole = structure(input);
  if (whole === undefined) return plainText(typeof input === 'string' ? unquoted(input) : input);
  if (Array.isArray(whole)) return plainText(whole[0]);
  const entry = record(whole) ?? {};
  for (const key of QUERY_KEYS) {
    const query = plainText(entry[key]);
    if (query !== undefined) return structure(query) === undefined ? query : queryOf(query);
  }
  const texts = Object.values(entry).filter((value) => typeof value === 'string');
  return texts.length === 1 ? plainText(texts[0]) : undefined;
}
