import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { type OpenAiServer, openAiServer } from '../support/openai-server.ts';
import { ragSpans, traces } from './recordings.ts';
import { type Service, serve } from './service.ts';
import { type Sink, sink } from './sink.ts';

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

/** Each is told to the service in another way, and none may come out of it. */
const PLANTED = {
  token: 'planted-token',
  header: 'planted-header',
  key: 'planted-key',
  user: 'planted-user',
  question: 'planted-question',
  document: 'planted-document',
  answer: 'planted-answer',
  body: 'planted-body',
};

/** A model that is refused by an error which repeats the key and what was asked, as some do. */
async function indiscreetModel(): Promise<OpenAiServer> {
  const server = await openAiServer([
    ({ body, headers }) => ({
      status: 400,
      raw: JSON.stringify({ error: { message: `${headers.authorization} ${JSON.stringify(body)}` } }),
    }),
  ]);
  opened.push(() => server.close());
  return server;
}

async function serving(backend: Sink, environment: Record<string, string>): Promise<Service> {
  const service = await serve(['--listen', '127.0.0.1:0', '--grace', '50ms'], {
    environment: {
      RAGMETER_TOKEN: PLANTED.token,
      OTEL_EXPORTER_OTLP_ENDPOINT: backend.url.replace('://', `://user:${PLANTED.user}@`),
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=${PLANTED.header}`,
      ...environment,
    },
  });
  opened.push(() => service.kill());
  return service;
}

const OFTEN = { OTEL_METRIC_EXPORT_INTERVAL: '200', OTEL_METRIC_EXPORT_TIMEOUT: '200', OTEL_EXPORTER_OTLP_TIMEOUT: '200' };

test.for([
  { name: 'as it is', level: {}, answers: true },
  { name: 'with OTEL_LOG_LEVEL=debug', level: { OTEL_LOG_LEVEL: 'debug' }, answers: true },
  { name: 'with OTEL_LOG_LEVEL=all, and a backend that hangs', level: { OTEL_LOG_LEVEL: 'all' }, answers: false },
])('no secret and no text of a trace is in the log, $name', { timeout: 60_000 }, async ({ level, answers }) => {
  const backend = await sink({ answers });
  opened.push(backend.close);
  const model = await indiscreetModel();
  const judge = { RAGMETER_JUDGE: 'openai/fake', OPENAI_API_KEY: PLANTED.key, OPENAI_BASE_URL: model.url };
  const service = await serving(backend, { ...judge, ...level, ...OFTEN });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${PLANTED.token}` };
  const send = (body: string | Uint8Array, more: Record<string, string> = {}) =>
    service.send('/v1/traces', { headers: { ...headers, ...more }, body });

  // As many as make the service say that its judge fails.
  const spans = Array.from({ length: 12 }, (_, at) =>
    ragSpans({
      traceId: (at + 1).toString(16).padStart(32, 'd'),
      query: `Where is ${PLANTED.question}?`,
      documents: [{ text: `Here is ${PLANTED.document}, asked for by ${PLANTED.question}.` }],
      answer: `It is ${PLANTED.answer}.`,
    }),
  );
  expect(await send(JSON.stringify(traces(spans.flat())))).toMatchObject({ status: 200 });
  expect(await send(`{"${PLANTED.body}`)).toMatchObject({ status: 400 });
  expect(await send(JSON.stringify({ [PLANTED.body]: 1 }))).toMatchObject({ status: 400 });
  expect(await send(JSON.stringify(traces([{ traceId: PLANTED.body, name: PLANTED.body }])))).toMatchObject({ status: 200 });
  expect(await send(gzipSync(PLANTED.body).subarray(0, -9), { 'content-encoding': 'gzip' })).toMatchObject({ status: 400 });
  expect(await send('{}', { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
  expect(await send('{}', { authorization: `Bearer ${PLANTED.body}` })).toMatchObject({ status: 401 });
  expect(await service.send(`/nowhere?${PLANTED.body}`, { headers })).toMatchObject({ status: 404 });
  await service.says(/The last 10 turns failed/);
  service.signal('SIGTERM');
  const { stdout, stderr } = await service.ended;

  expect(model.asked.length).toBeGreaterThan(0);
  expect(backend.requests.length).toBeGreaterThan(0);
  expect(stderr).toContain('was answered with 400');
  for (const [what, planted] of Object.entries(PLANTED))
    expect({ what, told: (stdout + stderr).includes(planted) }).toEqual({ what, told: false });
  // A name of a span, an attribute, a part of a text: nothing of the requests at all.
  expect(stdout + stderr).not.toContain('planted');
});
