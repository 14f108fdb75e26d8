import type { Message } from '../model/turn.ts';
import { plainText, record, structure } from './attributes.ts';

/** The text of a message's content: a plain text, or the text parts of a list of parts, joined by line breaks. */
export function contentText(content: unknown): string | undefined {
  if (typeof content === 'string') return plainText(content);
  if (!Array.isArray(content)) return undefined;
  const texts: string[] = [];
  for (const entry of content) {
    const part = record(entry);
    const type = part?.type;
    if (part === undefined || (type !== undefined && type !== 'text' && type !== 'input_text' && type !== 'output_text')) continue;
    const text = plainText(part.text) ?? plainText(part.content);
    if (text !== undefined) texts.push(text);
  }
  return texts.length === 0 ? undefined : texts.join('\n');
}

/** Messages from a list of maps with `role` and `content` or `parts`. Entries without text are left out. */
export function messagesFrom(value: unknown): readonly Message[] {
  const list = structure(value);
  if (!Array.isArray(list)) return [];
  const messages: Message[] = [];
  for (const entry of list) {
    const message = messageFrom(entry);
    if (message !== undefined) messages.push(message);
  }
  return messages;
}

/** One message, or undefined where it has no text. */
export function messageFrom(value: unknown): Message | undefined {
  const entry = record(value);
  if (entry === undefined) return undefined;
  const content = contentText(entry.parts) ?? contentText(entry.content);
  return content === undefined ? undefined : { role: role(entry.role ?? entry.type), content };
}

/** Role names of several libraries, in one spelling. */
export function role(value: unknown): string {
  if (typeof value !== 'string') return 'user';
  const name = value.toLowerCase();
  if (name === 'human') return 'user';
  if (name === 'ai' || name === 'model') return 'assistant';
  return name === 'developer' ? 'system' : name;
}

/** What the user said last. */
export function lastUserText(messages: readonly Message[]): string | undefined {
  return messages.findLast((message) => message.role === 'user')?.content;
}

const QUESTION_KEYS = ['question', 'query', 'input', 'user_input', 'prompt', 'message', 'text'];
const ANSWER_KEYS = ['answer', 'output', 'result', 'response', 'text', 'content'];

/** The question in the input of a chain, agent or request: plain text, a map with a usual name, or messages. */
export function questionFrom(value: unknown): string | undefined {
  const whole = structure(value);
  if (whole === undefined) return plainText(value);
  if (Array.isArray(whole)) return lastUserText(messagesFrom(whole));
  const entry = whole as Readonly<Record<string, unknown>>;
  return fromKeys(entry, QUESTION_KEYS) ?? lastUserText(messagesFrom(entry.messages));
}

/** The answer in the output of a chain, agent or request: plain text, a map with a usual name, or messages. */
export function answerFrom(value: unknown): string | undefined {
  const whole = structure(value);
  if (whole === undefined) return plainText(value);
  if (Array.isArray(whole)) return lastAssistantText(messagesFrom(whole));
  const entry = whole as Readonly<Record<string, unknown>>;
  return fromKeys(entry, ANSWER_KEYS) ?? lastAssistantText(messagesFrom(entry.messages));
}

function lastAssistantText(messages: readonly Message[]): string | undefined {
  const last = messages.at(-1);
  return last?.role === 'assistant' ? last.content : undefined;
}

function fromKeys(entry: Readonly<Record<string, unknown>>, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const found = plainText(entry[key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
