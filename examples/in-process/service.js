import { once } from 'node:events';
import { createServer } from 'node:http';
import { ask } from './rag.js';

const MAX_BODY_BYTES = 64 * 1024;

/** The service over HTTP. `stats` is what `GET /stats` says. */
export async function startService({ port, stats }) {
  const server = createServer(async (request, response) => {
    const { status, body } = await answerTo(request, stats).catch((error) => ({ status: 500, body: { error: String(error) } }));
    response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** Resolves when the requests under way have their answers. */
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function answerTo(request, stats) {
  const route = `${request.method} ${request.url.split('?')[0]}`;
  if (route === 'GET /healthz') return { status: 200, body: { status: 'ok' } };
  if (route === 'GET /stats') return { status: 200, body: stats() };
  if (route !== 'POST /ask') return { status: 404, body: { error: 'There is POST /ask, GET /stats and GET /healthz.' } };
  const asked = await jsonOf(request);
  if (typeof asked?.question !== 'string' || asked.question.trim() === '') {
    return { status: 400, body: { error: 'Expected a body such as {"question": "How long is the warranty?"}.' } };
  }
  return { status: 200, body: await ask(asked.question, asked.topic) };
}

/** The body; undefined where it is no JSON, or too much of it. */
async function jsonOf(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > MAX_BODY_BYTES) return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
