import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bytesOf, spansOf } from '../support/fixtures.ts';
import { linesOf, objectsOf, run } from './ragmeter.ts';
import { folderWith, plainSpan, ragSpans, traces } from './recordings.ts';
import { type Service, serve, sum } from './service.ts';

const CAPTURE = 'phoenix-otel-helpers';
const file = `${CAPTURE}.otlp.json.gz`;

const folder = folderWith({
  [file]: bytesOf(file),
  'chat.json.gz': bytesOf('openai-chat-otel.otlp.json.gz'),
  'chat-logs.json.gz': bytesOf('openai-chat-otel.logs.otlp.json.gz'),
  // The grace is that of the command line; it wins over this one, which no test would live to see the end of.
  'ragmeter.yaml': 'listen: 127.0.0.1:0\ncompletion: { graceMs: 3600000, idleMs: 300, tooOldMs: 0 }\n',
});
afterAll(() => rmSync(folder, { recursive: true }));

let nextTrace = 0;
/** A trace id that was not used before. */
function newTraceId(): string {
  nextTrace += 1;
  return nextTrace.toString(16).padStart(32, 'b');
}

describe('serve --config FILE --grace 100ms', () => {
  let service: Service;
  /** How many turns have an outcome; each test adds its own. */
  let settled = 0;
  beforeAll(async () => {
    service = await serve(['--config', 'ragmeter.yaml', '--grace', '100ms'], { folder });
  });
  afterAll(() => service.kill());

  test('says on stderr where it listens and where results are, and nothing on stdout', async () => {
    await service.says(/set OTEL_EXPORTER_OTLP_ENDPOINT/);

    expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(linesOf(service.stderr())).toEqual([
      `ragmeter: listening on ${service.url} (POST /v1/traces, /v1/logs; GET /metrics, /healthz, /readyz)`,
      'ragmeter: results are at /metrics only; set OTEL_EXPORTER_OTLP_ENDPOINT to send them on',
    ]);
    expect(service.stdout()).toBe('');
  });

  test('scores what is posted as `score` does, and shows it at /metrics', async () => {
    const { stdout } = await run(['score', '--json', file], { folder });
    const results = objectsOf<{ outcome: string; score?: number }>(stdout);
    const scores = results.flatMap(({ score }) => score ?? []);
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };

    const answer = await service.send('/v1/traces', { headers, body: bytesOf(file) });
    settled += results.length;
    const outcomes = await service.turns(settled);

    expect(answer).toMatchObject({ status: 200, text: '{}' });
    expect(results.length).toBeGreaterThan(10);
    expect(outcomes).toEqual({ scored: scores.length, 'skipped(no_documents)': results.length - scores.length });
    const samples = await service.metrics();
    const totalOf = (name: string) => sum(samples.filter((sample) => sample.name === name).map(({ value }) => value));
    expect(totalOf('ragmeter_score_count')).toBe(scores.length);
    expect(totalOf('ragmeter_score_sum')).toBeCloseTo(sum(scores), 9);
    expect(totalOf('ragmeter_turns_seen_total')).toBe(results.length);
    expect(totalOf('ragmeter_turns_waiting')).toBe(0);
    expect(totalOf('ragmeter_healthy')).toBe(1);
  });

  test('a bucket of the score leads to a trace, by its exemplar', async () => {
    const exemplars = (await service.metrics()).flatMap(({ name, exemplar }) => (name === 'ragmeter_score_bucket' ? (exemplar ?? []) : []));

    expect(exemplars.length).toBeGreaterThan(0);
    const traceIds = spansOf(CAPTURE).map(({ traceId }) => traceId);
    for (const exemplar of exemplars) expect(traceIds).toContain(exemplar);
  });

  test('what is delivered twice is scored once', async () => {
    const traceId = newTraceId();
    const document = traces(ragSpans({ traceId }));
    await service.post('/v1/traces', document);
    await service.post('/v1/traces', document);
    settled += 1;
    await service.turns(settled);
    await service.post('/v1/traces', document);

    // The next one is done after all that came before it.
    await service.post('/v1/traces', traces(ragSpans({ traceId: newTraceId() })));
    settled += 1;
    expect(sum(Object.values(await service.turns(settled)))).toBe(settled);
  });

  test('a trace that comes in several requests is one turn', async () => {
    const [request, retriever] = ragSpans({ traceId: newTraceId() });
    await service.post('/v1/traces', traces([retriever]));
    await service.post('/v1/traces', traces([request]));

    settled += 1;
    expect(await service.turns(settled)).toMatchObject({ 'skipped(no_documents)': 2 });
  });

  test('a trace whose root never comes is scored when it has been idle', async () => {
    const [, retriever] = ragSpans({ traceId: newTraceId() });
    await service.post('/v1/traces', traces([retriever]));

    settled += 1;
    expect(await service.turns(settled)).toMatchObject({ 'skipped(no_documents)': 2 });
  });

  test('messages that come as log records belong to their spans', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    // Without the log records there is no answer, and so no document that it used.
    const usedDocuments = async () =>
      sum(
        (await service.metrics()).flatMap(({ name, labels, value }) =>
          name === 'ragmeter_documents_total' && labels.ragmeter_used === 'true' ? value : [],
        ),
      );
    const usedBefore = await usedDocuments();
    const logs = await service.send('/v1/logs', { headers, body: bytesOf('openai-chat-otel.logs.otlp.json.gz') });
    const spans = await service.send('/v1/traces', { headers, body: bytesOf('openai-chat-otel.otlp.json.gz') });
    const { stdout } = await run(['score', '--json', 'chat.json.gz', 'chat-logs.json.gz'], { folder });
    settled += linesOf(stdout).length;

    expect(logs).toMatchObject({ status: 200, text: '{}' });
    expect(spans).toMatchObject({ status: 200, text: '{}' });
    await service.turns(settled);
    expect(await usedDocuments()).toBeGreaterThan(usedBefore);
  });

  test('/healthz tells the state and the counts', async () => {
    const { status, headers, text } = await service.send('/healthz', { method: 'GET' });

    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(JSON.parse(text)).toMatchObject({
      status: 'ok',
      healthy: true,
      evaluations: { context_relevance: { seen: settled, waiting: 0 } },
    });
  });

  const json = { 'content-type': 'application/json' };
  test.for<{ name: string; path: string; sent: Parameters<Service['send']>[1]; status: number; says: RegExp }>([
    {
      name: 'an unknown content type',
      path: '/v1/traces',
      sent: { headers: { 'content-type': 'text/plain' }, body: 'hello' },
      status: 415,
      says: /^Expected Content-Type application\/x-protobuf or application\/json, got "text\/plain": set OTEL_EXPORTER_OTLP_PROTOCOL/,
    },
    {
      name: 'a wrong method',
      path: '/v1/traces',
      sent: { method: 'GET' },
      status: 405,
      says: /^Expected POST for \/v1\/traces, got GET: use POST$/,
    },
    {
      name: 'a wrong method for /metrics',
      path: '/metrics',
      sent: { headers: json, body: '{}' },
      status: 405,
      says: /^Expected GET, HEAD for \/metrics, got POST: use GET$/,
    },
    {
      name: 'a wrong path',
      path: '/v1/trace',
      sent: { headers: json, body: '{}' },
      status: 404,
      says: /^Expected one of the paths \/v1\/traces, .*, got "\/v1\/trace": check/,
    },
    {
      name: 'cut JSON',
      path: '/v1/traces',
      sent: { headers: json, body: '{"resourceSpans":[{"secret' },
      status: 400,
      says: /^Expected OTLP as JSON, got JSON that is cut off after character \d+: /,
    },
    {
      name: 'not OTLP',
      path: '/v1/traces',
      sent: { headers: json, body: '{"hello":"secret"}' },
      status: 400,
      says: /^Expected OTLP JSON with "resourceSpans" or "resourceLogs", got an object with keys "hello": /,
    },
    {
      name: 'a body over the limit',
      path: '/v1/traces',
      sent: { headers: { ...json, 'content-length': 64 * 1024 * 1024 + 1 } },
      status: 413,
      says: /^Expected a body of at most 67108864 bytes, got more: send smaller batches/,
    },
  ])('answers $name with $status and one line, and goes on', async ({ path, sent, status, says }) => {
    const answer = await service.send(path, sent);

    expect(answer.status).toBe(status);
    const { message } = JSON.parse(answer.text) as { message: string };
    expect(message).toMatch(says);
    expect(message).not.toContain('\n');
    expect(await service.send('/healthz', { method: 'GET' })).toMatchObject({ status: 200 });
  });

  test('a span whose trace id is zeros is rejected with a reason, and its neighbours are scored', async () => {
    const answer = await service.post('/v1/traces', traces([plainSpan('0'.repeat(32)), ...ragSpans({ traceId: newTraceId() })]));

    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({
      partialSuccess: { rejectedSpans: '1', errorMessage: expect.stringMatching(/^Expected the traceId of a span .*, got "0{32}": /) },
    });
    settled += 1;
    await service.turns(settled);
  });

  test('its log has one line for each of these, and nothing of what was in them', () => {
    const lines = linesOf(service.stderr()).slice(2);

    expect(lines.length).toBeGreaterThanOrEqual(7);
    for (const line of lines) expect(line).toMatch(/^ragmeter: (GET|POST) "?\/\S*"?( was answered with 4\d\d)?: .+/);
    expect(service.stderr()).not.toContain('secret');
  });

  test.for(['serve', 'demo'])('%s on a port that is in use ends with one line and exit code 1', async (command) => {
    const address = service.url.replace('http://', '');
    const { code, stdout, stderr } = await run([command, '--listen', address]);

    expect(linesOf(stderr)).toEqual([
      `ragmeter: Expected a free port, got ${address} already in use: give another --listen, or port 0 for any free one`,
    ]);
    expect(stdout).toBe('');
    expect(code).toBe(1);
  });

  test('SIGTERM ends it with exit code 0', async () => {
    service.signal('SIGTERM');
    const { code, stdout, stderr } = await service.ended;

    expect(linesOf(stderr).at(-2)).toBe('ragmeter: stopping; scoring what is held');
    expect(linesOf(stderr).at(-1)).toMatch(/^ragmeter: stopped; context_relevance: \d+ scored, \d+ skipped\(no_documents\)$/);
    expect(stdout).toBe('');
    expect(code).toBe(0);
  });
});

describe('serve --grace 0.1s --idle 200ms --too-old 10m', () => {
  const MINUTE_MS = 60_000;
  let service: Service;
  beforeAll(async () => {
    service = await serve(['--listen', '127.0.0.1:0', '--grace', '0.1s', '--idle', '200ms', '--too-old', '10m']);
  });
  afterAll(() => service.kill());

  test('does not score turns that ended longer ago, and counts them', async () => {
    await service.post('/v1/traces', traces(ragSpans({ traceId: newTraceId(), endMs: Date.now() - 11 * MINUTE_MS })));
    await service.post('/v1/traces', traces(ragSpans({ traceId: newTraceId(), endMs: Date.now() - 9 * MINUTE_MS })));

    expect(await service.turns(2)).toEqual({ 'dropped(too_old)': 1, scored: 1 });
  });

  test('scores a trace without its root after the idle time', async () => {
    const [, retriever] = ragSpans({ traceId: newTraceId() });
    await service.post('/v1/traces', traces([retriever]));

    expect(await service.turns(3)).toEqual({ 'dropped(too_old)': 1, scored: 2 });
  });

  test('SIGINT ends it with exit code 0', async () => {
    service.signal('SIGINT');

    expect((await service.ended).code).toBe(0);
  });
});
