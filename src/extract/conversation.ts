import type { GenerationFact, RetrievalFact } from '../model/facts.ts';
import type { Message } from '../model/turn.ts';
import { type Entry, entriesIn, plainText, record, structure } from './attributes.ts';
import { documentsFrom } from './documents.ts';
import { contentText, role } from './messages.ts';
import { promptContext } from './prompt-context.ts';
import { retrievalOf, unwrapped } from './tool-retrieval.ts';

/** One thing said in a conversation, in the order in which it was said. */
type Item =
  | { readonly kind: 'text'; readonly message: Message }
  | { readonly kind: 'call'; readonly callId?: string | undefined; readonly name?: string | undefined; readonly input: unknown }
  | { readonly kind: 'result'; readonly callId?: string | undefined; readonly name?: string | undefined; readonly result: unknown };

const CALL_TYPES = new Set(['tool_call', 'tool-call', 'tool_use', 'function_call', 'functionCall']);
const RESULT_TYPES = new Set([
  'tool_call_response',
  'tool-result',
  'tool_result',
  'function_call_output',
  'tool_response',
  'functionResponse',
]);

interface Said {
  readonly system?: string | undefined;
  /** The final text, where it stands by itself. */
  readonly output?: string | undefined;
  /** What came back, as messages or as tool calls. */
  readonly outputMessages?: unknown;
  readonly responseId?: string | undefined;
}

/** What a generation was given and gave, from its messages in any of the usual shapes. */
export function generationFrom(input: unknown, said: Said): GenerationFact {
  const items = itemsOf(input);
  const spoken = items.flatMap((item) =>
    item.kind === 'text' ? [item.message] : item.kind === 'result' ? resultMessage(item.result) : [],
  );
  const isKnown = said.system !== undefined && spoken.some((message) => message.content === said.system);
  const messages = said.system === undefined || isKnown ? spoken : [{ role: 'system', content: said.system }, ...spoken];
  const current = items.slice(items.findLastIndex((item) => item.kind === 'text' && item.message.role === 'user') + 1);
  const toolRetrievals = toolRetrievalsOf(items, current);
  const toolCalls = [...current, ...itemsOf(said.outputMessages)].flatMap((item) => (item.kind === 'call' ? (item.callId ?? []) : []));
  const output = said.output ?? outputText(said.outputMessages);
  const prompt = promptContext(messages);
  return {
    messages,
    ...(output === undefined ? {} : { output }),
    ...(said.responseId === undefined ? {} : { responseId: said.responseId }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    ...(toolRetrievals.length === 0 ? {} : { toolRetrievals }),
    ...(prompt === undefined ? {} : { prompt }),
  };
}

/** A tool's result as the model read it, without the encoding around texts. */
function resultMessage(result: unknown): readonly Message[] {
  const { value } = unwrapped(result);
  const listed = documentsFrom(value)?.flatMap(({ text }) => text ?? []) ?? [];
  const text = listed.length > 0 ? listed.join('\n') : (plainText(value) ?? contentText(value));
  return text === undefined ? [] : [{ role: 'tool', content: text }];
}

/** What the assistant said last, if its text ends the messages of an output. */
export function outputText(value: unknown): string | undefined {
  const spoken = itemsOf(value, 'assistant').flatMap((item) =>
    item.kind === 'text' && item.message.role === 'assistant' ? [item.message.content] : [],
  );
  return spoken.at(-1);
}

/** Results of tools that retrieve, given after the user's last words: those before belong to earlier turns. */
function toolRetrievalsOf(items: readonly Item[], current: readonly Item[]): readonly RetrievalFact[] {
  const calls = new Map(items.flatMap((item) => (item.kind === 'call' && item.callId !== undefined ? [[item.callId, item]] : [])));
  return current.flatMap((item) => {
    if (item.kind !== 'result') return [];
    const call = item.callId === undefined ? undefined : calls.get(item.callId);
    return retrievalOf({ name: item.name ?? call?.name, callId: item.callId, input: call?.input, result: item.result }) ?? [];
  });
}

/** `speaker`: whose words they are where a message does not say. */
function itemsOf(value: unknown, speaker: 'user' | 'assistant' = 'user'): readonly Item[] {
  const list = structure(value);
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry) => messageItems(entry, speaker));
}

function messageItems(value: unknown, unsaid: 'user' | 'assistant'): readonly Item[] {
  const outer = record(structure(value));
  if (outer === undefined) return [];
  // LangChain, serialised: { lc, type, id: [..., 'HumanMessage'], kwargs }.
  const entry: Entry = 'lc' in outer ? { type: className(outer.id), ...record(outer.kwargs) } : outer;
  const alone = partItem(entry);
  if (alone !== undefined) return [alone];
  const speaker = role(entry.role ?? entry.type ?? unsaid);
  const content = structure(entry.parts) ?? (typeof entry.content === 'string' ? entry.content : structure(entry.content));
  if (speaker === 'tool' || speaker === 'function') return toolMessage(entry, content);
  const whole = wholeConversation(content);
  if (whole !== undefined) return whole;
  const items: Item[] = [];
  const text = contentText(content);
  if (text !== undefined) items.push({ kind: 'text', message: { role: speaker, content: text } });
  items.push(...partItems(content));
  for (const call of entriesIn(structure(entry.tool_calls ?? entry.toolCalls))) items.push(callItem(call));
  return items;
}

/** Some instrumentations write the whole list of messages as the text of one. */
function wholeConversation(content: unknown): readonly Item[] | undefined {
  const only = Array.isArray(content) && content.length === 1 ? contentText(content) : typeof content === 'string' ? content : undefined;
  if (only === undefined || !only.startsWith('[{')) return undefined;
  const list = structure(only);
  const isConversation =
    Array.isArray(list) && list.every((entry) => record(entry)?.role !== undefined || record(entry)?.type !== undefined);
  return isConversation ? list.flatMap((entry) => messageItems(entry, 'user')) : undefined;
}

function toolMessage(entry: Entry, content: unknown): readonly Item[] {
  const parts = partItems(content);
  if (parts.length > 0) return parts;
  return [
    {
      kind: 'result',
      callId: plainText(entry.tool_call_id ?? entry.toolCallId),
      name: plainText(entry.name),
      result: entry.artifact ?? entry.content ?? entry.parts,
    },
  ];
}

function partItems(content: unknown): readonly Item[] {
  return entriesIn(content).flatMap((part) => partItem(part) ?? []);
}

function partItem(part: Entry): Item | undefined {
  const type = String(part.type ?? '');
  if (CALL_TYPES.has(type)) return callItem(part);
  if (!RESULT_TYPES.has(type)) return undefined;
  return {
    kind: 'result',
    callId: plainText(part.toolCallId ?? part.tool_use_id ?? part.tool_call_id ?? part.call_id ?? part.id),
    name: plainText(part.toolName ?? part.name),
    result: part.output ?? part.response ?? part.result ?? part.content,
  };
}

function callItem(call: Entry): Item {
  const named = record(call.function) ?? call;
  return {
    kind: 'call',
    callId: plainText(call.toolCallId ?? call.call_id ?? call.id),
    name: plainText(named.name ?? call.toolName),
    input: named.arguments ?? named.input ?? named.args,
  };
}

function className(id: unknown): string {
  const name = Array.isArray(id) ? String(id.at(-1)) : '';
  return name.replace(/Message(Chunk)?$/u, '').toLowerCase();
}
