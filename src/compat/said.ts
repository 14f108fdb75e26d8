import { plainText, record } from '../extract/attributes.ts';
import { contentText, role } from '../extract/messages.ts';
import { expected } from '../model/errors.ts';

/** A message of a conversation. Of parts only those that are text are read. */
export interface ChatMessage {
  readonly id?: string | undefined;
  readonly role: string;
  readonly content?: string | readonly (string | object)[] | { readonly parts: readonly object[] } | undefined;
  readonly parts?: readonly object[] | undefined;
  readonly createdAt?: unknown;
  readonly metadata?: unknown;
}

/** What was asked: a text, messages of which the last of a user is the question, or an agent's input. */
export type RunInput =
  | string
  | { readonly text: string }
  | readonly ChatMessage[]
  | {
      readonly inputMessages: readonly ChatMessage[];
      readonly query?: unknown;
      readonly metadata?: unknown;
      readonly rememberedMessages?: unknown;
      readonly systemMessages?: unknown;
      readonly taggedSystemMessages?: unknown;
    };

/** What was answered: a text, or messages of which the last of an assistant is the answer. */
export type RunOutput = string | { readonly text: string } | ChatMessage | readonly ChatMessage[];

/** The question in an input; undefined where no user says anything in it. Throws (`invalid_input`) where it has another shape. */
export function queryOf(input: unknown): string | undefined {
  const agents = record(input)?.inputMessages;
  const said = Array.isArray(agents) ? saidIn(agents, 'user') : saidIn(input, 'user');
  if (said === undefined) throw expected('input to be a text, messages or { inputMessages }', input, 'invalid_input');
  return lastOf(said, 'user');
}

/** The answer in an output; undefined where there is none. Throws (`invalid_input`) where it has another shape. */
export function answerOf(output: unknown): string | undefined {
  if (output === undefined || output === null) return undefined;
  const said = saidIn(output, 'assistant');
  if (said === undefined) throw expected('output to be a text or messages', output, 'invalid_input');
  return lastOf(said, 'assistant');
}

interface Said {
  readonly role: string;
  readonly text: string | undefined;
}

/** `speaker`: whose words they are where nothing says so. */
function saidIn(value: unknown, speaker: 'user' | 'assistant'): readonly Said[] | undefined {
  if (typeof value === 'string') return [{ role: speaker, text: plainText(value) }];
  const messages = Array.isArray(value) ? (value as unknown[]) : [value];
  const said = messages.map((message) => saidBy(message, speaker));
  return said.every((message) => message !== undefined) ? said : undefined;
}

function saidBy(value: unknown, speaker: 'user' | 'assistant'): Said | undefined {
  const message = record(value);
  if (message === undefined) return undefined;
  const isMessage = ['role', 'text', 'content', 'parts'].some((key) => message[key] !== undefined);
  if (!isMessage) return undefined;
  const content = record(message.content)?.parts ?? message.content;
  return {
    role: message.role === undefined ? speaker : role(message.role),
    text: contentText(message.parts) ?? contentText(content) ?? plainText(message.text),
  };
}

function lastOf(said: readonly Said[], speaker: 'user' | 'assistant'): string | undefined {
  return said.findLast((message) => message.role === speaker && message.text !== undefined)?.text;
}
