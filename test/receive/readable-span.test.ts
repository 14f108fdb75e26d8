import { context, ROOT_CONTEXT, type SpanContext, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  AlwaysOffSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { expect, test } from 'vitest';
import { type ReadableSpanLike, toSpanView } from '../../src/receive/readable-span.ts';
import { SPAN_ID, TRACE_ID } from './requests.ts';
import { serving } from './serving.ts';

const REMOTE: SpanContext = {
  traceId: TRACE_ID,
  spanId: '00f067aa0ba902b7',
  traceFlags: TraceFlags.SAMPLED,
  isRemote: true,
  traceState: { serialize: () => 'ot=th:8', get: () => undefined, set: () => REMOTE_STATE, unset: () => REMOTE_STATE },
};
const REMOTE_STATE = REMOTE.traceState as NonNullable<SpanContext['traceState']>;

/** Spans as an application makes them, with everything that a span can carry. */
function realSpans(): ReadableSpan[] {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({
    spanLimits: { attributeCountLimit: 12 },
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('shop-retriever', '1.2.3');
  const far = tracer.startSpan('POST /ask', { startTime: [1_795_977_716, 151_000_001] }, trace.setSpanContext(ROOT_CONTEXT, REMOTE));
  const near = tracer.startSpan('retrieve', { startTime: [1_795_977_716, 152_000_000] }, trace.setSpan(ROOT_CONTEXT, far));
  near.setAttributes({
    'input.value': 'Wo ist 東京? 🙂 "quoted"\n',
    empty: '',
    count: 3,
    zero: 0,
    negative: -7,
    large: 2 ** 53,
    score: 0.125,
    yes: true,
    no: false,
    texts: ['a', '', 'ü'],
    numbers: [1, 2.5, -3],
    flags: [true, false],
  });
  near.setAttribute('one too many', 'dropped');
  near.addEvent('found', { 'document.id': 'd1', ranks: [0, 1] }, [1_795_977_716, 152_500_000]);
  near.addEvent('bare', [1_795_977_716, 152_600_000]);
  near.setStatus({ code: SpanStatusCode.ERROR, message: 'index gone' });
  near.recordException(new Error('index gone'), [1_795_977_716, 152_700_000]);
  near.end([1_795_977_716, 155_385_080]);
  far.setStatus({ code: SpanStatusCode.OK });
  far.end([1_795_977_717, 999_999_999]);
  provider.getTracer('').startSpan('', { root: true }, context.active()).end();
  return exporter.getFinishedSpans();
}

test('a span of this process and the same span by OTLP look the same', async () => {
  const { url, spans, warnings } = await serving();
  const real = realSpans();
  const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces` });
  const result = await new Promise((resolve) => exporter.export(real, resolve));
  await exporter.shutdown();

  expect(result).toEqual({ code: 0 });
  expect(warnings).toEqual([]);
  const inProcess = real.map(toSpanView);
  expect(inProcess).toHaveLength(3);
  const bySpanId = new Map(spans.map((view) => [view.spanId, view]));
  for (const view of inProcess) {
    expect(bySpanId.get(view.spanId)).toEqual(view);
    expect(new Set(Object.keys(bySpanId.get(view.spanId) ?? {}))).toEqual(new Set(Object.keys(view)));
  }
});

test('a real span is seen whole', () => {
  const [near, far, root] = realSpans().map(toSpanView);

  expect(near).toMatchObject({
    traceId: TRACE_ID,
    parentSpanId: far?.spanId,
    parentIsRemote: false,
    name: 'retrieve',
    startTimeUnixNano: 1_795_977_716_152_000_000n,
    endTimeUnixNano: 1_795_977_716_155_385_080n,
    status: 'error',
    scope: { name: 'shop-retriever', version: '1.2.3' },
    traceState: 'ot=th:8',
    sampled: true,
    droppedAttributesCount: 1,
    events: [
      { name: 'found', timeUnixNano: 1_795_977_716_152_500_000n, attributes: { 'document.id': 'd1', ranks: [0, 1] } },
      { name: 'bare', timeUnixNano: 1_795_977_716_152_600_000n, attributes: {} },
      { name: 'exception', timeUnixNano: 1_795_977_716_152_700_000n, attributes: { 'exception.message': 'index gone' } },
    ],
  });
  expect(near?.attributes).toMatchObject({ 'input.value': 'Wo ist 東京? 🙂 "quoted"\n', texts: ['a', '', 'ü'], large: 2 ** 53 });
  expect(near?.resource).toMatchObject({ 'telemetry.sdk.language': 'nodejs' });
  expect(far).toMatchObject({ parentSpanId: REMOTE.spanId, parentIsRemote: true, status: 'ok', events: [] });
  expect(root).toMatchObject({ name: '', status: 'unset', scope: { name: '' } });
  for (const key of ['parentSpanId', 'parentIsRemote', 'traceState']) expect(root).not.toHaveProperty(key);
});

const SPAN: ReadableSpanLike = {
  name: 'retrieve',
  spanContext: () => ({ traceId: TRACE_ID, spanId: SPAN_ID, traceFlags: 1 }),
  startTime: [1, 2],
  endTime: [3, 4],
  attributes: { a: [1] },
  events: [],
  status: { code: 0 },
  resource: { attributes: { 'service.name': 'shop' } },
  instrumentationScope: { name: 'scope' },
  droppedAttributesCount: 0,
};
const PARENT = '00f067aa0ba902b7';

test.for<{ name: string; fields: Partial<ReadableSpanLike>; parentSpanId?: string; parentIsRemote?: boolean }>([
  { name: 'none', fields: {} },
  { name: 'of this process', fields: { parentSpanContext: { spanId: PARENT } }, parentSpanId: PARENT, parentIsRemote: false },
  { name: 'of another one', fields: { parentSpanContext: { spanId: PARENT, isRemote: true } }, parentSpanId: PARENT, parentIsRemote: true },
  { name: 'without an id', fields: { parentSpanContext: { spanId: '' } } },
  { name: 'as version 1 has it', fields: { parentSpanId: PARENT }, parentSpanId: PARENT },
])('the parent: $name', ({ fields, parentSpanId, parentIsRemote }) => {
  const view = toSpanView({ ...SPAN, ...fields });

  expect([view.parentSpanId, view.parentIsRemote]).toEqual([parentSpanId, parentIsRemote]);
  expect('parentIsRemote' in view).toBe(parentIsRemote !== undefined);
});

test.for([
  { name: 'its own', fields: { instrumentationScope: { name: 'a', version: '1' } }, scope: { name: 'a', version: '1' } },
  { name: 'without a version', fields: { instrumentationScope: { name: 'a', version: '' } }, scope: { name: 'a' } },
  {
    name: 'as version 1 has it',
    fields: { instrumentationScope: undefined, instrumentationLibrary: { name: 'b', version: '2' } },
    scope: { name: 'b', version: '2' },
  },
  { name: 'none', fields: { instrumentationScope: undefined }, scope: { name: '' } },
])('the scope: $name', ({ fields, scope }) => {
  expect(toSpanView({ ...SPAN, ...fields }).scope).toStrictEqual(scope);
});

test.for([
  { code: 0, status: 'unset' },
  { code: 1, status: 'ok' },
  { code: 2, status: 'error' },
  { code: 9, status: 'unset' },
])('status code $code reads as $status', ({ code, status }) => {
  expect(toSpanView({ ...SPAN, status: { code } }).status).toBe(status);
});

test.for<{ name: string; time: readonly [number, number]; nanoseconds: bigint }>([
  { name: 'seconds and nanoseconds', time: [1_795_977_716, 1], nanoseconds: 1_795_977_716_000_000_001n },
  { name: 'fractions', time: [1.9, 2.9], nanoseconds: 1_000_000_002n },
  { name: 'no number', time: [Number.NaN, 5], nanoseconds: 0n },
  { name: 'infinity', time: [1, Number.POSITIVE_INFINITY], nanoseconds: 0n },
])('a time of $name', ({ time, nanoseconds }) => {
  const view = toSpanView({ ...SPAN, startTime: time, endTime: time, events: [{ name: 'e', time }] });

  expect([view.startTimeUnixNano, view.endTimeUnixNano, view.events[0]?.timeUnixNano]).toEqual([nanoseconds, nanoseconds, nanoseconds]);
});

test('a span that the sampler left out is not sampled', () => {
  const provider = new BasicTracerProvider({ sampler: new AlwaysOffSampler() });
  const { traceFlags } = provider.getTracer('t').startSpan('s').spanContext();

  expect(toSpanView({ ...SPAN, spanContext: () => ({ traceId: TRACE_ID, spanId: SPAN_ID, traceFlags }) }).sampled).toBe(false);
  expect(toSpanView(SPAN).sampled).toBe(true);
});

test('attributes are referred to, not copied, and the resource is not looked at before it is asked for', () => {
  let looks = 0;
  const attributes = { 'service.name': 'shop' };
  const resource = {
    get attributes() {
      looks += 1;
      return attributes;
    },
  };
  const eventAttributes = { rank: 0 };
  const view = toSpanView({
    ...SPAN,
    resource,
    events: [
      { name: 'e', time: [1, 0], attributes: eventAttributes },
      { name: 'f', time: [1, 0] },
    ],
  });

  expect(view.attributes).toBe(SPAN.attributes);
  expect(view.events[0]?.attributes).toBe(eventAttributes);
  expect(view.events[1]?.attributes).toEqual({});
  expect(looks).toBe(0);
  expect(view.resource).toBe(attributes);
});

test('what an old version does not count is 0', () => {
  expect(toSpanView({ ...SPAN, droppedAttributesCount: undefined }).droppedAttributesCount).toBe(0);
});
