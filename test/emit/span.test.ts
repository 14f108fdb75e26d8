import { context, diag, SpanStatusCode, trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isOwnScope, VERSION } from '../../src/emit/names.ts';
import { spanEmitter } from '../../src/emit/span.ts';
import { FAILED_ATTRIBUTES, SCORED_ATTRIBUTES } from './attributes-table.ts';
import { activateOtherSpan } from './other-span.ts';
import { DROPPED, FAILED, result, SKIPPED, SPAN_ID, TRACE_ID, turn } from './results.ts';

const NOW_MS = 1_735_689_603_500;

let exporter: InMemorySpanExporter;
beforeEach(() => {
  exporter = new InMemorySpanExporter();
});
afterEach(() => {
  trace.disable();
  context.disable();
  diag.disable();
});

function startTraces(): BasicTracerProvider {
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  trace.setGlobalTracerProvider(provider);
  return provider;
}

const child = spanEmitter({ mode: 'child', content: false, nowMs: () => NOW_MS });
const link = spanEmitter({ mode: 'link', content: false, nowMs: () => NOW_MS });

test('child: a short span in the evaluated trace, under the evaluated span', () => {
  startTraces();
  child.emit(result());

  const [span, ...others] = exporter.getFinishedSpans();
  expect(others).toEqual([]);
  expect(span).toMatchObject({
    name: 'evaluate context_relevance',
    startTime: [1_735_689_603, 500_000_000],
    endTime: [1_735_689_603, 501_000_000],
    parentSpanContext: { traceId: TRACE_ID, spanId: SPAN_ID, traceFlags: 1, isRemote: true },
    links: [],
    status: { code: SpanStatusCode.UNSET },
    instrumentationScope: { name: 'ragmeter', version: VERSION },
  });
  expect(span?.spanContext().traceId).toBe(TRACE_ID);
  expect(span?.attributes).toEqual(SCORED_ATTRIBUTES);
  expect(isOwnScope(span?.instrumentationScope.name ?? '')).toBe(true);
});

test('link: a trace of its own that points to the evaluated span', () => {
  startTraces();
  link.emit(result());
  const span = exporter.getFinishedSpans()[0]!;
  expect(span.parentSpanContext).toBeUndefined();
  expect(span.spanContext().traceId).not.toBe(TRACE_ID);
  expect(span.links.map((to) => to.context)).toEqual([{ traceId: TRACE_ID, spanId: SPAN_ID, traceFlags: 1, isRemote: true }]);
  expect(span.attributes).toEqual(SCORED_ATTRIBUTES);
});

test('a failure is a span with status error and its reason, and without any number', () => {
  startTraces();
  child.emit(result({ outcome: FAILED }));
  const span = exporter.getFinishedSpans()[0]!;
  expect(span.status).toEqual({ code: SpanStatusCode.ERROR, message: 'judge_timeout' });
  expect(span.attributes).toEqual(FAILED_ATTRIBUTES);
});

test('what was said of a failure may repeat texts, and is written where texts are', () => {
  startTraces();
  spanEmitter({ mode: 'child', content: true, nowMs: () => NOW_MS }).emit(result({ outcome: FAILED }));

  expect(exporter.getFinishedSpans()[0]?.status).toEqual({ code: SpanStatusCode.ERROR, message: 'No answer within 60 s' });
});

test.for([
  { name: 'a skipped turn', of: result({ outcome: SKIPPED }) },
  { name: 'a dropped turn', of: result({ outcome: DROPPED }) },
  {
    name: 'an evaluated span that was not sampled',
    of: result({ turn: turn({ evaluatedSpan: { traceId: TRACE_ID, spanId: SPAN_ID, sampled: false } }) }),
  },
])('$name has no span, in either mode', ({ of }) => {
  startTraces();
  child.emit(of);
  link.emit(of);
  expect(exporter.getFinishedSpans()).toEqual([]);
});

test('without service and route: unknown_service, and no route', () => {
  startTraces();
  const { service: _service, route: _route, ...bare } = turn();
  child.emit(result({ turn: bare }));
  const { attributes } = exporter.getFinishedSpans()[0]!;
  expect(attributes['ragmeter.service']).toBe('unknown_service');
  expect(attributes).not.toHaveProperty(['http.route']);
});

test('what is active while we emit does not matter', () => {
  startTraces();
  activateOtherSpan();
  child.emit(result());
  link.emit(result());
  expect(exporter.getFinishedSpans().map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual([SPAN_ID, undefined]);
});

test('the evaluated span, ended here, is not written to, and nobody complains', () => {
  const warn = vi.fn();
  diag.setLogger({ warn, error: warn, info: () => {}, debug: () => {}, verbose: () => {} }, { suppressOverrideMessage: true });
  const evaluated = startTraces().getTracer('app').startSpan('retrieve');
  evaluated.end();
  const { traceId, spanId } = evaluated.spanContext();
  child.emit(result({ turn: turn({ traceId, evaluatedSpan: { traceId, spanId, sampled: true } }) }));

  const [retrieve, evaluate] = exporter.getFinishedSpans();
  expect(retrieve).toMatchObject({ name: 'retrieve', attributes: {}, events: [], links: [] });
  expect(evaluate?.parentSpanContext?.spanId).toBe(spanId);
  expect(warn).not.toHaveBeenCalled();
});

test('a tracer provider that comes late is used from then on', () => {
  child.emit(result());
  startTraces();
  child.emit(result());
  expect(exporter.getFinishedSpans()).toHaveLength(1);
});

test('a clock that moved on gives the length; one that went back does not make it negative', () => {
  startTraces();
  for (const times of [
    [NOW_MS, NOW_MS + 20],
    [NOW_MS, NOW_MS - 5_000],
  ]) {
    spanEmitter({ mode: 'child', content: false, nowMs: () => times.shift() ?? 0 }).emit(result());
  }
  expect(exporter.getFinishedSpans().map(({ duration }) => duration)).toEqual([
    [0, 20_000_000],
    [0, 1_000_000],
  ]);
});

test('content only when asked for', () => {
  startTraces();
  child.emit(result());
  spanEmitter({ mode: 'child', content: true, nowMs: () => NOW_MS }).emit(result());
  const [closed, opened] = exporter.getFinishedSpans().map(({ attributes }) => attributes);
  expect(JSON.stringify(closed)).not.toMatch(/Paris|Lyon|France/);
  expect(opened).toMatchObject({
    'ragmeter.content.query': 'What is the capital of France?',
    'ragmeter.content.answer': 'Paris.',
    'ragmeter.content.documents': ['Paris is the capital of France.', 'Lyon is a city.', 'Bananas are yellow.'],
  });
});

test('a tracer that throws is said once, even where the logger throws too', () => {
  const warn = vi.fn(() => {
    throw new Error('logger broken');
  });
  diag.setLogger({ warn, error: () => {}, info: () => {}, debug: () => {}, verbose: () => {} }, { suppressOverrideMessage: true });
  trace.setGlobalTracerProvider({
    getTracer: () => {
      throw new Error('broken');
    },
  });
  const emitter = spanEmitter({ mode: 'child', content: false, nowMs: () => NOW_MS });
  emitter.emit(result());
  emitter.emit(result());
  expect(warn).toHaveBeenCalledTimes(1);
});
