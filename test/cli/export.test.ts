import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { eventually, type Running } from './ragmeter.ts';
import { QUESTION, RETRIEVAL_ID, ragSpans, traces } from './recordings.ts';
import { type Service, serve } from './service.ts';

const TRACE_ID = 'c0ffee00000000000000000000000001';

interface KeyValue {
  readonly key: string;
  readonly value: Record<string, unknown>;
}

interface Exported {
  readonly resourceSpans?: readonly {
    readonly resource: Attributed;
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
  readonly resourceLogs?: readonly { readonly scopeLogs: readonly { readonly logRecords: readonly LogRecord[] }[] }[];
  readonly resourceMetrics?: readonly { readonly scopeMetrics: readonly { readonly metrics: readonly Metric[] }[] }[];
}

interface Attributed {
  readonly attributes: readonly KeyValue[];
}

interface Span extends Attributed {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
}

interface LogRecord extends Attributed {
  readonly traceId: string;
  readonly spanId: string;
  readonly eventName?: string;
}

interface Metric {
  readonly name: string;
  readonly histogram?: { readonly dataPoints: readonly (Attributed & { readonly count: number | string; readonly sum: number })[] };
}

interface Sink {
  readonly url: string;
  readonly requests: { readonly path: string; readonly body: Exported }[];
  readonly spans: () => readonly Span[];
  readonly logs: () => readonly LogRecord[];
  readonly metrics: () => readonly Metric[];
  readonly close: () => void;
}

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

/** A backend that takes OTLP/HTTP as JSON. One that does not answer keeps every request waiting. */
async function sink({ answers = true }: { answers?: boolean } = {}): Promise<Sink> {
  const requests: Sink['requests'] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      requests.push({ path: request.url ?? '', body: JSON.parse(body) as Exported });
      if (answers) response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  opened.push(close);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    spans: () =>
      requests.flatMap(({ body }) => body.resourceSpans ?? []).flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    logs: () =>
      requests.flatMap(({ body }) => body.resourceLogs ?? []).flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords)),
    metrics: () =>
      requests
        .flatMap(({ body }) => body.resourceMetrics ?? [])
        .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)),
    close,
  };
}

async function serving(environment: Record<string, string>, ...args: string[]): Promise<Service> {
  const service = await serve(['--listen', '127.0.0.1:0', ...args], {
    environment: { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', ...environment },
  });
  opened.push(() => service.kill());
  return service;
}

/** Often enough that a test need not wait. */
const OFTEN = { OTEL_METRIC_EXPORT_INTERVAL: '200', OTEL_METRIC_EXPORT_TIMEOUT: '200', OTEL_EXPORTER_OTLP_TIMEOUT: '200' };

const plain = ({ attributes }: Attributed): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

test('with an endpoint, what is held at SIGTERM is scored, and span, event and metric are there before the exit with 0', async () => {
  const backend = await sink();
  // An hour's grace: nothing but the shutdown hands this trace on.
  const service = await serving({ OTEL_EXPORTER_OTLP_ENDPOINT: backend.url }, '--grace', '1h', '--idle', '1h');
  await service.post('/v1/traces', traces(ragSpans({ traceId: TRACE_ID })));
  service.signal('SIGTERM');
  const { code, stderr } = await service.ended;

  expect(code).toBe(0);
  expect(stderr).not.toContain('Expected');
  const told = {
    'gen_ai.evaluation.name': 'context_relevance',
    'gen_ai.evaluation.score.value': 0.5,
    'gen_ai.evaluation.score.label': 'mixed',
    'gen_ai.evaluation.evaluator.id': 'lexical',
  };
  const [span, ...otherSpans] = backend.spans();
  expect(otherSpans).toEqual([]);
  expect(span).toMatchObject({ name: 'evaluate context_relevance', traceId: TRACE_ID, parentSpanId: RETRIEVAL_ID });
  expect(span && plain(span)).toMatchObject({ ...told, 'ragmeter.service': 'helpdesk' });
  const [event, ...otherEvents] = backend.logs();
  expect(otherEvents).toEqual([]);
  expect(event).toMatchObject({ eventName: 'gen_ai.evaluation.result', traceId: TRACE_ID, spanId: RETRIEVAL_ID });
  expect(event && plain(event)).toMatchObject(told);
  const points = backend.metrics().flatMap(({ name, histogram }) => (name === 'ragmeter.score' ? (histogram?.dataPoints ?? []) : []));
  expect(points.at(-1)).toMatchObject({ count: 1, sum: 0.5 });
  expect(backend.metrics().map(({ name }) => name)).toEqual(expect.arrayContaining(['ragmeter.turns', 'ragmeter.turns.seen']));
  // Nobody asked for texts to be written.
  expect(JSON.stringify(backend.requests)).not.toContain(QUESTION);
  expect(new Set(backend.requests.map(({ path }) => path))).toEqual(new Set(['/v1/traces', '/v1/logs', '/v1/metrics']));
});

test.for<{ name: string; environment: Record<string, string>; service: string }>([
  { name: 'by default', environment: {}, service: 'ragmeter' },
  { name: 'by OTEL_SERVICE_NAME', environment: { OTEL_SERVICE_NAME: 'scores' }, service: 'scores' },
  { name: 'by OTEL_RESOURCE_ATTRIBUTES', environment: { OTEL_RESOURCE_ATTRIBUTES: 'a=b,service.name=scores' }, service: 'scores' },
])('an endpoint for one signal sends that one only, from a service that is named $name', async ({ environment, service: name }) => {
  const backend = await sink();
  const service = await serving({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${backend.url}/v1/traces`, ...environment }, '--grace', '50ms');
  await service.post('/v1/traces', traces(ragSpans({ traceId: TRACE_ID })));
  await service.turns(1);
  service.signal('SIGTERM');

  expect((await service.ended).code).toBe(0);
  expect(backend.requests.map(({ path }) => path)).toEqual(['/v1/traces']);
  const resource = backend.requests[0]?.body.resourceSpans?.[0]?.resource;
  expect(resource && plain(resource)['service.name']).toBe(name);
});

test('a backend that is down is said in one line, once, and scoring goes on', async () => {
  const backend = await sink();
  backend.close();
  const service = await serving({ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${backend.url}/v1/metrics`, ...OFTEN }, '--grace', '50ms');
  const warned =
    /^ragmeter: Expected to send results on, got .+: check the OTEL_EXPORTER_OTLP_\* variables, and whether the receiver is up$/gm;
  await service.says(new RegExp(warned.source, 'm'));
  await service.post('/v1/traces', traces(ragSpans({ traceId: TRACE_ID })));

  expect(await service.turns(1)).toEqual({ scored: 1 });
  service.signal('SIGTERM');
  const { code, stderr } = await service.ended;
  expect(code).toBe(0);
  expect(stderr.match(warned)).toHaveLength(1);
  expect(stderr).not.toMatch(/^ +at /m);
});

test('while it stops it takes no more, says so to senders and at /healthz; a second signal ends it at once', async () => {
  const backend = await sink({ answers: false });
  const service = await serving({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${backend.url}/v1/traces` }, '--grace', '50ms');
  await service.post('/v1/traces', traces(ragSpans({ traceId: TRACE_ID })));
  await service.turns(1);
  service.signal('SIGTERM');
  await service.says(/stopping; scoring what is held/);
  // The export of the result hangs, and with it the stop.
  expect(await eventually(() => backend.requests[0])).toBeDefined();

  expect(await service.post('/v1/traces', traces(ragSpans()))).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  const health = await service.send('/healthz', { method: 'GET' });
  expect(JSON.parse(health.text)).toMatchObject({ status: 'stopping' });
  service.signal('SIGTERM');
  expect((await (service as Running).ended).code).toBe(130);
});
