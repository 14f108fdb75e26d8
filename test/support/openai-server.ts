import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a judge was shown, as the model sees it. */
export interface Shown {
  readonly system: string;
  readonly question: string;
  readonly documents: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly answer?: string | Readonly<Record<string, string>>;
  readonly reference?: Readonly<Record<string, string>>;
  readonly missing?: string;
  readonly ids: readonly string[];
}

export interface Asked {
  readonly shown: Shown;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage['headers'];
}

/** What the server does with a request. A text is what the model says. */
export type Reply =
  | string
  | 'hangs'
  | 'closes'
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly raw?: string;
      readonly text?: string | null;
      readonly finish?: string;
      readonly message?: object;
    };

export interface OpenAiServer {
  readonly url: string;
  readonly asked: readonly Asked[];
  close(): Promise<void>;
}

/** A server that speaks the chat-completions API on a free loopback port. Its last reply is for ever. */
export async function openAiServer(replies: readonly (Reply | ((asked: Asked) => Reply))[]): Promise<OpenAiServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      const body = JSON.parse(text) as { messages: readonly { role: string; content: unknown }[]; model: string };
      const one = { body, headers: request.headers, shown: shownIn(body.messages) };
      const reply = replies[Math.min(asked.length, replies.length - 1)] ?? '';
      asked.push(one);
      answer(response, typeof reply === 'function' ? reply(one) : reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

function shownIn(messages: readonly { role: string; content: unknown }[]): Shown {
  const textOf = (role: string): string => {
    const content = messages.find((message) => message.role === role)?.content;
    return typeof content === 'string' ? content : Array.isArray(content) ? content.map(({ text }: { text: string }) => text).join('') : '';
  };
  const data = JSON.parse(textOf('user')) as Omit<Shown, 'ids' | 'system'> & { ids: string };
  return { ...data, system: textOf('system') || textOf('developer'), ids: data.ids.split(' ') };
}

function answer(response: ServerResponse, reply: Reply): void {
  if (reply === 'hangs') return;
  if (reply === 'closes') return void response.destroy();
  const {
    status = 200,
    headers = {},
    raw,
    text = null,
    finish = 'stop',
    message = {},
  } = typeof reply === 'string' ? { text: reply } : reply;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  if (raw !== undefined) return void response.end(raw);
  if (status !== 200)
    return void response.end(JSON.stringify({ error: { message: `status ${status}`, type: 'error', param: null, code: null } }));
  response.end(
    JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 0,
      model: 'fake',
      choices: [{ index: 0, message: { role: 'assistant', content: text, ...message }, finish_reason: finish }],
      usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
    }),
  );
}

/** What an honest model says of each id: by default that all is well. */
export function verdictsFor(
  { ids, documents, missing, answer }: Shown,
  { level = () => 'high', holds = () => true }: { level?: (text: string) => string; holds?: (sentence: string) => boolean } = {},
): Record<string, string | string[]> {
  const sentences: Record<string, string> = {};
  for (const passage of [answer, ...Object.values(documents)]) if (typeof passage === 'object') Object.assign(sentences, passage);
  return Object.fromEntries(
    ids.map((id) => {
      if (id === missing) return [id, []];
      const document = documents[id];
      if (document !== undefined) {
        const text = typeof document === 'string' ? document : Object.values(document).join(' ');
        return [id, answer === undefined ? level(text) : `${level(text)} used`];
      }
      return [id, holds(sentences[id] ?? '') ? 'yes' : 'no'];
    }),
  );
}

export function honest(asked: Asked): Reply {
  return JSON.stringify(verdictsFor(asked.shown));
}
