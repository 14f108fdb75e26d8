import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * A server of the chat-completions API on loopback. `reply(body, path)` says what the model does: `text`, `message`, `finish`; or the API: `status`,
 * `headers`, `raw`; or `hangs`.
 */
export async function startChatServer(reply) {
  const requests = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const body = JSON.parse(text);
    requests.push({ path: request.url, headers: request.headers, body });
    const told = reply(body, request.url);
    if (told.hangs) return;
    response.writeHead(told.status ?? 200, { 'content-type': 'application/json', ...told.headers });
    response.end(told.raw ?? JSON.stringify(told.status === undefined ? completion(told) : { error: { message: 'no', type: 'error' } }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function completion({ text = null, message, finish = 'stop' }) {
  return {
    id: '1',
    object: 'chat.completion',
    created: 0,
    model: 'fake',
    choices: [{ index: 0, message: { role: 'assistant', content: text, ...message }, finish_reason: finish }],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
  };
}

/** What a judge says that grades as asked: documents that begin with `start` answer the question, and nothing is missing. */
export function honest(body, start) {
  const { content } = body.messages.find(({ role }) => role === 'user');
  const shown = JSON.parse(typeof content === 'string' ? content : content.map(({ text }) => text).join(''));
  const verdictOf = (id) => {
    if (id === shown.missing) return [];
    const document = shown.documents[id];
    if (document === undefined) return 'yes';
    return document.startsWith(start) ? 'high used' : 'none unused';
  };
  return { text: JSON.stringify(Object.fromEntries(shown.ids.split(' ').map((id) => [id, verdictOf(id)]))) };
}
