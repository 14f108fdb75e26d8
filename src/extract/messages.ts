import { type Entry, entriesIn, named, plainText, record, structure, unquoted } from './attributes.ts';
import { promptContext } from './prompt-context.ts';

const TEXT_TYPES = new Set(['text', 'input_text', 'output_text']);

/** The text of a message's content: a plain text, or the text parts of a list of parts, joined by line breaks. */
export function contentText(content: unknown): string | undefined {
  if (typeof content === 'string') return plainText(content);
  if (!Array.isArray(content)) return undefined;
  const texts: string[] = [];
  for (const entry of content) {
    const part = record(entry);
    const text = typeof entry === 'string' ? plainText(entry) : part === undefined ? undefined : partText(part);
    if (text !== undefined) texts.push(text);
  }
  return texts.length === 0 ? undefined : texts.join('\n');
}

function partText(part: Entry): string | undefined {
  const isText = part.type === undefined || TEXT_TYPES.has(named(part.type));
  return isText ? (plainText(part.text) ?? plainText(part.content)) : undefined;
}

const ROLES: ReadonlyMap<string, string> = new Map([
  ['human', 'user'],
  ['message', 'user'],
  ['ai', 'assistant'],
  ['model', 'assistant'],
  ['chatbot', 'assistant'],
  ['bot', 'assistant'],
  ['developer', 'system'],
]);

/** Role names of several libraries, in one spelling. */
export function role(value: unknown): string {
  if (typeof value !== 'string') return 'user';
  const name = value.toLowerCase();
  return ROLES.get(name) ?? name;
}

/**
 * LangChain writes messages as `{ lc, type: 'constructor', id: [..., 'HumanMessage'], kwargs: { content } }`, or as
 * `{ type: 'human', data: { content } }`.
 */
export function unserialised(entry: Entry): Entry {
  const kwargs = 'lc' in entry ? record(entry.kwargs) : undefined;
  if (kwargs !== undefined) return { ...kwargs, type: className(entry.id) };
  const data = entry.content === undefined && entry.role === undefined ? record(entry.data) : undefined;
  return data !== undefined && 'content' in data ? { ...data, type: entry.type } : entry;
}

function className(id: unknown): string {
  return (Array.isArray(id) ? named(id.at(-1)) : '').replace(/Message(Chunk)?$/u, '').toLowerCase();
}

const QUESTION_KEYS = [
  'question',
  'query',
  'query_str',
  'query_bundle',
  'str_or_query_bundle',
  'input',
  'user_input',
  'userInput',
  'user_query',
  'prompt',
  'message',
  'user_msg',
  'text',
  'value',
];
const ANSWER_KEYS = ['answer', 'output', 'result', 'response', 'output_text', 'text', 'content', 'value', 'reply', 'completion'];

/** The question in the input of a chain, agent or request: plain text, a map with a usual name, or messages. */
export function questionFrom(value: unknown): string | undefined {
  const asked = spoken(value, QUESTION_KEYS, 'user');
  return asked === undefined ? undefined : (promptContext([{ role: 'user', content: asked }])?.question ?? asked);
}

/** The answer in the output of a chain, agent or request: plain text, a map with a usual name, or messages. */
export function answerFrom(value: unknown): string | undefined {
  return spoken(value, ANSWER_KEYS, 'assistant');
}

function spoken(value: unknown, keys: readonly string[], speaker: 'user' | 'assistant', depth = 0): string | undefined {
  const whole = structure(value);
  if (whole === undefined) return typeof value === 'string' ? plainText(unquoted(value)) : undefined;
  if (depth > 3) return undefined;
  if (Array.isArray(whole)) return lastOf(whole, speaker);
  const entry = whole as Entry;
  for (const key of keys) {
    const found = plainText(entry[key]);
    if (found !== undefined && structure(found) === undefined) return found;
  }
  const messages = structure(entry.messages ?? entry.contents);
  if (Array.isArray(messages)) return lastOf(messages, speaker);
  for (const key of keys) {
    const inner = typeof entry[key] === 'object' ? spoken(entry[key], keys, speaker, depth + 1) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** What the speaker said last. An answer is the last thing said. */
function lastOf(list: readonly unknown[], speaker: 'user' | 'assistant'): string | undefined {
  const messages = entriesIn(list).map(unserialised);
  const last =
    speaker === 'user'
      ? messages.findLast((message) => role(message.role ?? message.type) === 'user' && textIn(message) !== undefined)
      : messages.at(-1);
  return last !== undefined && role(last.role ?? last.type) === speaker ? textIn(last) : undefined;
}

function textIn(message: Entry): string | undefined {
  return contentText(structure(message.parts)) ?? contentText(message.content) ?? contentText(message.text);
}
