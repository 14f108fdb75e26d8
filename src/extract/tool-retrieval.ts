import type { RetrievalFact } from '../model/facts.ts';
import type { RetrievedDocument } from '../model/turn.ts';
import { type Entry, plainText, record, structure, unquoted } from './attributes.ts';
import { documentsFrom, readsAsDocuments } from './documents.ts';
import { namesRetrieval } from './names-retrieval.ts';
import { isCutJson, salvaged } from './salvage.ts';
import { splitPassages } from './split-passages.ts';

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
const MAX_WRAPPERS = 6;

/**
 * A tool call as a retrieval, or undefined where it is none. A tool retrieves where its name or type says so, or where its result can be
 * nothing but documents (a list of entries, each with a passage and a retriever's score or metadata). A text without plain marks of where
 * passages begin is no document: `No matching pages.` says that nothing was found.
 */
export function retrievalOf(call: ToolCall): RetrievalFact | undefined {
  if (call.result === undefined && call.failed !== true) return undefined;
  const cut = typeof call.result === 'string' && isCutJson(call.result) ? salvaged(call.result) : undefined;
  const { name, callId = call.callId, value } = unwrapped(cut ?? call.result);
  const said = call.name ?? name;
  const isRetriever =
    RETRIEVER_TYPES.has(call.type?.toLowerCase() ?? '') || [call.name, name].some((one) => one !== undefined && namesRetrieval(one));
  const listed = isRetriever || readsAsDocuments(value) ? documentsFrom(value) : undefined;
  const documents = listed ?? textDocuments(value, isRetriever, cut !== undefined);
  if (documents === undefined) return undefined;
  const query = queryOf(call.input);
  return {
    ...(query === undefined ? {} : { query }),
    documents,
    ...(cut === undefined ? {} : { isCut: true }),
    tool: { ...(said === undefined ? {} : { name: said }), ...(callId === undefined ? {} : { callId }), isText: listed === undefined },
  };
}

/**
 * Passages in a text. A tool that is known to retrieve has returned nothing where there are none; of any other, only several passages that
 * all say where they are from are taken for documents; of a text that was cut, one will do.
 */
function textDocuments(value: unknown, isRetriever: boolean, isCut: boolean): readonly RetrievedDocument[] | undefined {
  const passages = typeof value === 'string' ? splitPassages(value) : undefined;
  if (isRetriever) return passages?.documents ?? [];
  return passages?.isAttributed === true && (isCut || passages.documents.length > 1) ? passages.documents : undefined;
}

/** What is inside the messages of tool protocols, and the tool's name and the call's id where they say them. */
export function unwrapped(result: unknown): {
  readonly name: string | undefined;
  readonly callId: string | undefined;
  readonly value: unknown;
} {
  let name: string | undefined;
  let callId: string | undefined;
  let value = result;
  for (let level = 0; level < MAX_WRAPPERS; level += 1) {
    const whole = structure(value);
    if (whole === undefined) break;
    const inner = Array.isArray(whole) ? onlyTextPart(whole) : wrapped(whole as Entry);
    if (inner === undefined) return { name, callId, value: whole };
    const entry = record(whole);
    name ??= plainText(entry?.name);
    callId ??= plainText(entry?.tool_call_id ?? entry?.toolCallId);
    value = inner;
  }
  return { name, callId, value: typeof value === 'string' ? plainText(unquoted(value)) : value };
}

/** `[{ type: 'text', text }]`, as MCP writes a result. */
function onlyTextPart(list: readonly unknown[]): unknown {
  const part = record(list[0]);
  return list.length === 1 && part?.type === 'text' ? (part.text ?? part.content) : undefined;
}

function wrapped(entry: Entry): unknown {
  // LangChain, serialised: { lc, type, id, kwargs: { name, content, … } }.
  if ('lc' in entry && record(entry.kwargs) !== undefined) return entry.kwargs;
  // A tool message of any API: what it is about stands beside its content.
  if (
    'content' in entry &&
    ['tool_call_id', 'toolCallId', 'tool_use_id', 'isError', 'is_error', 'status', 'role'].some((key) => key in entry)
  ) {
    return documentsFrom(entry.artifact) === undefined ? entry.content : entry.artifact;
  }
  // The AI SDK's typed output, and results that are wrapped once more.
  if ((entry.type === 'text' || entry.type === 'json' || entry.type === 'content') && 'value' in entry) return entry.value;
  const keys = Object.keys(entry);
  const [only] = keys;
  return keys.length === 1 && only !== undefined && ['output', 'result', 'response', 'content', 'structuredContent'].includes(only)
    ? entry[only]
    : undefined;
}

/** What the tool was asked for. */
function queryOf(input: unknown): string | undefined {
  const whole = structure(input);
  if (whole === undefined) return plainText(typeof input === 'string' ? unquoted(input) : input);
  if (Array.isArray(whole)) return plainText(whole[0]);
  const entry = whole as Entry;
  for (const key of QUERY_KEYS) {
    const query = plainText(entry[key]);
    if (query !== undefined) return structure(query) === undefined ? query : queryOf(query);
  }
  const texts = Object.values(entry).filter((value) => typeof value === 'string');
  return texts.length === 1 ? plainText(texts[0]) : undefined;
}
