import { afterEach, expect, test } from 'vitest';
import { eventually, type Running } from './ragmeter.ts';
import { QUESTION, RETRIEVAL_ID, ragSpans, traces } from './recordings.ts';
import { type Service, serve } from './service.ts';
import { sink as openSink, plain, type Sink } from './sink.ts';

const TRACE_ID = 'c0ffee00000000000000000000000001';

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

/** A backend, closed when the test ends. */
async function sink(options?: Parameters<typeof openSink>[0]): Promise<Sink> {
  const opening = await openSink(options);
  opened.push(opening.close);
  return opening;
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

test('a backend that is down is said in one line, once and again at the stop, and scoring goes on', async () => {
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
  const [before, after] = stderr.split(/^ragmeter: stopping; .*$/m);
  expect(before?.match(warned)).toHaveLength(1);
  expect(after?.match(warned)).toHaveLength(1);
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

test('results name the evaluated service, its environment and route; the resource is the scorer', async () => {
  const backend = await sink();
  const service = await serving({ OTEL_EXPORTER_OTLP_ENDPOINT: backend.url, RAGMETER_EMIT_KEYS: 'service.version' }, '--grace', '1h');
  const [request, retriever] = ragSpans({ traceId: TRACE_ID });
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const resource = {
    attributes: [text('service.name', 'helpdesk'), text('service.version', '7'), text('deployment.environment.name', 'staging')],
  };
  const routed = { ...request, attributes: [...(request.attributes as object[]), text('http.route', '/ask/{topic}')] };
  await service.post('/v1/traces', { resourceSpans: [{ resource, scopeSpans: [{ spans: [routed, retriever] }] }] });
  service.signal('SIGTERM');
  await service.ended;

  const place = {
    'ragmeter.service': 'helpdesk',
    'deployment.environment.name': 'staging',
    'http.route': '/ask/{topic}',
    'service.version': '7',
  };
  expect(backend.spans().map(plain)).toMatchObject([place]);
  expect(backend.logs().map(plain)).toMatchObject([place]);
  const scores = backend.metrics().flatMap(({ name, histogram }) => (name === 'ragmeter.score' ? (histogram?.dataPoints ?? []) : []));
  expect(scores.length).toBeGreaterThan(0);
  // A route or an environment on a metric would be one series more for each.
  for (const point of scores) {
    expect(plain(point)).toMatchObject({ 'ragmeter.service': 'helpdesk', 'service.version': '7' });
    expect(Object.keys(plain(point))).not.toContain('http.route');
  }
  const resources = backend.requests.flatMap(({ body }) => [
    ...(body.resourceSpans ?? []),
    ...(body.resourceLogs ?? []),
    ...(body.resourceMetrics ?? []),
  ]);
  expect(resources.length).toBeGreaterThanOrEqual(3);
  for (const { resource: own } of resources) {
    expect(plain(own)['service.name']).toBe('ragmeter');
    expect(Object.keys(plain(own))).not.toContain('deployment.environment.name');
  }
});
