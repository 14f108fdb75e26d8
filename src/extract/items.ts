import type { Message } from '../model/turn.ts';
import { type Entry, entriesIn, named, plainText, record, structure } from './attributes.ts';
import { contentText, role, unserialised } from './messages.ts';

/** One thing said in a conversation, in the order in which it was said. */
export type Item =
  | { readonly kind: 'text'; readonly message: Message }
  | { readonly kind: 'call'; readonly callId?: string | undefined; readonly name?: string | undefined; readonly input: unknown }
  | {
      readonly kind: 'result';
      readonly callId?: string | undefined;
      readonly name?: string | undefined;
      readonly input?: unknown;
      readonly result: unknown;
    };

const CALL_TYPES = new Set(['tool_call', 'tool-call', 'tool_use', 'function_call', 'functionCall', 'server_tool_use']);
const RESULT_TYPES = new Set([
  'tool_call_response',
  'tool-result',
  'tool_result',
  'function_call_output',
  'tool_response',
  'functionResponse',
  'web_search_tool_result',
]);
/** Names under which a request wraps its messages. */
const WRAPPERS = ['messages', 'contents', 'input'];
/** Of a longer list the end is read, for there the question is asked. */
const MAX_MESSAGES = 1_000;
/** Conversations lie in one another only by accident. */
const MAX_DEPTH = 3;

/** Whose words they are where a message does not say. */
type Speaker = 'user' | 'assistant';

/** What was said in messages of any API: a list of them, or a request that holds one. */
export function itemsOf(value: unknown, unsaid: Speaker = 'user', depth = 0): readonly Item[] {
  if (depth > MAX_DEPTH) return [];
  const whole = structure(value);
  if (Array.isArray(whole)) return whole.slice(-MAX_MESSAGES).flatMap((message) => messageItems(message, unsaid, depth));
  const entry = record(whole);
  const list = WRAPPERS.map((key) => structure(entry?.[key])).find((one) => Array.isArray(one));
  return list === undefined ? [] : itemsOf(list, unsaid, depth + 1);
}

function messageItems(value: unknown, unsaid: Speaker, depth: number): readonly Item[] {
  const outer = record(structure(value));
  if (outer === undefined) return [];
  const entry = unserialised(outer);
  const alone = partItem(entry);
  if (alone !== undefined) return [alone];
  const speaker = role(entry.role ?? entry.type ?? unsaid);
  const content = structure(entry.parts) ?? (typeof entry.content === 'string' ? entry.content : structure(entry.content));
  if (speaker === 'tool' || speaker === 'function') return toolMessage(entry, content);
  const whole = wholeConversation(content, depth);
  if (whole !== undefined) return whole;
  const items: Item[] = [];
  const text = contentText(content);
  if (text !== undefined) items.push({ kind: 'text', message: { role: speaker, content: text } });
  items.push(...partItems(content), ...givenResults(content));
  for (const call of entriesIn(structure(entry.tool_calls ?? entry.toolCalls))) items.push(callItem(call));
  return items;
}

/** Some instrumentations write the whole list of messages as the text of one. */
function wholeConversation(content: unknown, depth: number): readonly Item[] | undefined {
  const only = Array.isArray(content) && content.length === 1 ? contentText(content) : typeof content === 'string' ? content : undefined;
  if (only === undefined || !only.startsWith('[{')) return undefined;
  const list = structure(only);
  const isConversation =
    Array.isArray(list) && list.every((entry) => record(entry)?.role !== undefined || record(entry)?.type !== undefined);
  return isConversation ? itemsOf(list, 'user', depth + 1) : undefined;
}

function toolMessage(entry: Entry, content: unknown): readonly Item[] {
  const parts = partItems(content);
  if (parts.length > 0) return parts;
  const result = entry.artifact ?? entry.content ?? entry.parts;
  return [
    { kind: 'result', callId: plainText(entry.tool_call_id ?? entry.toolCallId), name: plainText(entry.name ?? entry.tool_name), result },
  ];
}

function partItems(content: unknown): readonly Item[] {
  return entriesIn(content).flatMap((part) => partItem(part) ?? []);
}

/** What the application found itself and gave to the model in blocks that are made for it. */
function givenResults(content: unknown): readonly Item[] {
  const result = entriesIn(content).filter((part) => part.type === 'search_result');
  return result.length === 0 ? [] : [{ kind: 'result', name: 'search_result', result }];
}

function partItem(part: Entry): Item | undefined {
  const type = named(part.type);
  if (CALL_TYPES.has(type)) return callItem(part);
  if (RESULT_TYPES.has(type)) return resultItem(part);
  if (type === 'file_search_call') return fileSearch(part);
  return type === '' ? keyedItem(part) : uiToolItem(type, part);
}

/** Gemini and Bedrock say by a key what a part is. */
function keyedItem(part: Entry): Item | undefined {
  const call = record(part.functionCall ?? part.function_call ?? part.toolUse);
  if (call !== undefined && part.role === undefined) return callItem(call);
  const result = record(part.functionResponse ?? part.function_response ?? part.toolResult);
  return result === undefined ? undefined : resultItem(result);
}

/** The AI SDK's messages for user interfaces keep a call and its result in one part: `tool-NAME`, or `dynamic-tool`. */
function uiToolItem(type: string, part: Entry): Item | undefined {
  const isTool = (type.startsWith('tool-') || type === 'dynamic-tool') && part.output !== undefined && part.state === 'output-available';
  if (!isTool) return undefined;
  const name = plainText(part.toolName) ?? type.slice('tool-'.length);
  return { kind: 'result', callId: plainText(part.toolCallId), name, input: part.input, result: part.output };
}

/** OpenAI runs the search itself. Its results are there only where they were asked for. */
function fileSearch(part: Entry): Item | undefined {
  const { results, queries } = part;
  return Array.isArray(results)
    ? { kind: 'result', callId: plainText(part.id), name: 'file_search', input: queries, result: results }
    : undefined;
}

function resultItem(part: Entry): Item {
  return {
    kind: 'result',
    callId: plainText(part.toolCallId ?? part.toolUseId ?? part.tool_use_id ?? part.tool_call_id ?? part.call_id ?? part.id),
    name: plainText(part.toolName ?? part.name),
    result: part.output ?? part.response ?? part.result ?? withState(part),
  };
}

/** Whether the call failed stands beside the content. */
function withState(part: Entry): unknown {
  return part.is_error === true || part.isError === true || part.status === 'error'
    ? { content: part.content, is_error: true }
    : part.content;
}

function callItem(call: Entry): Item {
  const own = record(call.function) ?? call;
  return {
    kind: 'call',
    callId: plainText(call.toolCallId ?? call.toolUseId ?? call.call_id ?? call.id),
    name: plainText(own.name ?? call.toolName),
    input: own.arguments ?? own.input ?? own.args,
  };
}
