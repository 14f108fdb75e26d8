import { type Entry, plainText, record, structure, unquoted } from './attributes.ts';
import { documentsFrom } from './documents.ts';

const MAX_WRAPPERS = 6;
/** Names that wrap a result and say nothing of it. */
const WRAPPERS = new Set(['output', 'result', 'response', 'content', 'structuredContent', 'structured_content', 'json', 'data']);
/** What stands beside the content of a tool's message, whichever API it is of. */
const BESIDE_CONTENT = ['tool_call_id', 'toolCallId', 'tool_use_id', 'toolUseId', 'isError', 'is_error', 'status', 'role', 'artifact'];

export interface Unwrapped {
  /** The tool's name and the call's id, where the wrapping says them. */
  readonly name: string | undefined;
  readonly callId: string | undefined;
  readonly value: unknown;
  /** The wrapping says that the call failed. */
  readonly isError: boolean;
}

/** What is inside the messages of tool protocols. */
export function unwrapped(result: unknown): Unwrapped {
  let name: string | undefined;
  let callId: string | undefined;
  let isError = false;
  let value = result;
  for (let level = 0; level < MAX_WRAPPERS; level += 1) {
    const whole = structure(value);
    if (whole === undefined) break;
    const entry = record(whole);
    name ??= plainText(entry?.name);
    callId ??= plainText(entry?.tool_call_id ?? entry?.toolCallId);
    isError ||= entry?.isError === true || entry?.is_error === true || (entry?.status === 'error' && 'content' in entry);
    const inner = Array.isArray(whole) ? inList(whole) : inMap(whole as Entry);
    if (inner === undefined) return { name, callId, value: whole, isError };
    value = inner;
  }
  return { name, callId, value: typeof value === 'string' ? plainText(unquoted(value)) : value, isError };
}

function inList(list: readonly unknown[]): unknown {
  const [first, second] = list;
  // LangChain's `content_and_artifact`: what the model reads, and what it was made of.
  if (list.length === 2 && typeof first === 'string' && Array.isArray(second) && (documentsFrom(second)?.length ?? 0) > 0) return second;
  const parts = list.map((entry) => contentOfPart(record(entry)));
  if (parts.length === 0 || parts.some((part) => part === undefined)) return undefined;
  // `[{ type: 'text', text }]`, as MCP writes a result: one text, or one for each entry of a list.
  return parts.length === 1 ? parts[0] : parts;
}

/** What a content part of MCP, Anthropic, Bedrock or the AI SDK holds. */
function contentOfPart(part: Entry | undefined): unknown {
  if (part?.type === 'text') return part.text ?? part.content;
  if (part?.type === 'resource') return record(part.resource)?.text;
  const [only, ...others] = Object.keys(part ?? {});
  return others.length === 0 && (only === 'text' || only === 'json') ? part?.[only] : undefined;
}

function inMap(entry: Entry): unknown {
  // LangChain, serialised: { lc, type, id, kwargs: { name, content, … } }.
  if ('lc' in entry && record(entry.kwargs) !== undefined) return entry.kwargs;
  const structured = entry.structuredContent ?? entry.structured_content;
  if (structured !== undefined && (documentsFrom(structured)?.length ?? 0) > 0) return structured;
  if ('content' in entry && BESIDE_CONTENT.some((key) => key in entry)) {
    return (documentsFrom(entry.artifact)?.length ?? 0) > 0 ? entry.artifact : entry.content;
  }
  // The AI SDK's typed output, and results that are wrapped once more.
  if ((entry.type === 'text' || entry.type === 'json' || entry.type === 'content') && 'value' in entry) return entry.value;
  const [only, ...others] = Object.keys(entry);
  return others.length === 0 && only !== undefined && WRAPPERS.has(only) ? entry[only] : undefined;
}
