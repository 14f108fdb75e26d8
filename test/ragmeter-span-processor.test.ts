import { context, diag, metrics, propagation, ROOT_CONTEXT, type Span, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { logs } from '@opentelemetry/api-logs';
import { InMemoryLogRecordExporter, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs';
import { AggregationTemporality, InMemoryMetricExporter, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { NodeSDK } from '@opentelemetry/sdk-node';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type JudgeFunction, type Level, type Options, RagmeterSpanProcessor, type Result } from '../src/index.ts';

const NOTHING_SEEN = { seen: 0, waiting: 0, scored: 0, skipped: {}, failed: {}, dropped: {} };

/** Every document starts with the level that it is to get. */
const judge: JudgeFunction = async ({ documents }) => ({
  status: 'answered',
  verdicts: { documents: documents.map(({ text = '' }, index) => ({ index, level: text.split(' ')[0] as Level })) },
});

/** Never answers, and does not care about its signal. */
const hangs: JudgeFunction = () => new Promise(() => {});

let stops: (() => Promise<void>)[];
let warnings: string[];

beforeEach(() => {
  stops = [];
  warnings = [];
  const keep = (message: string): void => void warnings.push(message);
  diag.setLogger({ error: keep, warn: keep, info() {}, debug() {}, verbose() {} }, { suppressOverrideMessage: true });
});

afterEach(async () => {
  // What is global must go in any case: the next test registers its own.
  for (const api of [trace, metrics, logs, context, propagation, diag]) api.disable();
  for (const stop of stops) await stop();
});

interface Started {
  readonly tracer: Tracer;
  /** The first of the processors. */
  readonly processor: RagmeterSpanProcessor;
  readonly processors: readonly RagmeterSpanProcessor[];
  /** Of all processors, in order of arrival. */
  readonly results: readonly Result[];
  readonly exporter: InMemorySpanExporter;
}

/** An application's SDK with our processors first and an exporter behind them, registered globally. */
function start(
  options: Options = {},
  { count = 1, sampler, onResult }: { count?: number; sampler?: Sampler; onResult?: Options['onResult'] } = {},
): Started {
  const results: Result[] = [];
  const exporter = new InMemorySpanExporter();
  const processors = Array.from(
    { length: count },
    () =>
      new RagmeterSpanProcessor({
        judge,
        ...options,
        onResult(result) {
          results.push(result);
          onResult?.(result);
        },
      }),
  );
  const provider = new BasicTracerProvider({
    ...(sampler === undefined ? {} : { sampler }),
    spanProcessors: [...processors, new SimpleSpanProcessor(exporter)],
  });
  trace.setGlobalTracerProvider(provider);
  stops.push(() => provider.shutdown());
  return { tracer: provider.getTracer('shop'), processor: processors[0]!, processors, results, exporter };
}

/** A child of `parent`, without any context manager. */
function startSpan(tracer: Tracer, name: string, parent: Span | undefined, attributes: Record<string, string | number> = {}): Span {
  return tracer.startSpan(name, { attributes }, parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent));
}

interface Asked {
  readonly question?: string;
  readonly documents?: readonly string[];
}

/** The spans of one question: the request and what is below it. They are ended unless said otherwise. */
function ask(
  tracer: Tracer,
  { question = 'How long is the warranty?', documents = ['high The warranty lasts ten years.'] }: Asked = {},
  parent?: Span,
) {
  const request = startSpan(tracer, 'POST /ask', parent, { 'openinference.span.kind': 'CHAIN', 'input.value': question });
  const retriever = retrieve(tracer, request, question, documents);
  const model = startSpan(tracer, 'chat', request, {
    'openinference.span.kind': 'LLM',
    'llm.input_messages.0.message.role': 'user',
    'llm.input_messages.0.message.content': `${documents.join('\n')}\n\nQuestion: ${question}`,
    'llm.output_messages.0.message.role': 'assistant',
    'llm.output_messages.0.message.content': 'Ten years.',
  });
  model.end();
  request.end();
  return { traceId: request.spanContext().traceId, request, retriever, model };
}

function retrieve(tracer: Tracer, parent: Span | undefined, question: string, documents: readonly string[]): Span {
  const retriever = startSpan(tracer, 'search', parent, { 'openinference.span.kind': 'RETRIEVER', 'input.value': question });
  documents.forEach((text, at) => {
    retriever.setAttribute(`retrieval.documents.${at}.document.content`, text);
  });
  retriever.end();
  return retriever;
}

function statsOf(processor: RagmeterSpanProcessor) {
  return processor.stats().evaluations.context_relevance;
}

test.for([
  { name: 'one good document', documents: ['high a'], outcome: 'scored', score: 1, counts: { scored: 1 } },
  { name: 'a good and a bad one', documents: ['high a', 'none b'], outcome: 'scored', score: 0.5, counts: { scored: 1 } },
  { name: 'bad ones', documents: ['none a', 'none b'], outcome: 'scored', score: 0, counts: { scored: 1 } },
  { name: 'no documents', documents: [], outcome: 'skipped', reason: 'no_documents', counts: { skipped: { no_documents: 1 } } },
])('a trace with $name gives one result, and stats say so', async ({ documents, outcome, score, reason, counts }) => {
  const { tracer, processor, results } = start();
  expect(statsOf(processor)).toEqual(NOTHING_SEEN);

  const { traceId, retriever } = ask(tracer, { question: `What about ${outcome}?`, documents });
  await processor.forceFlush();

  expect(results).toHaveLength(1);
  expect(results[0]).toMatchObject({
    traceId,
    evaluatedSpanId: retriever.spanContext().spanId,
    evaluation: 'context_relevance',
    outcome,
    query: `What about ${outcome}?`,
    documentCount: documents.length,
    turn: { answer: 'Ten years.', documents: documents.map((text, rank) => ({ text, rank })) },
  });
  expect(results[0]?.score).toBe(score);
  expect(results[0]?.reason).toBe(reason);
  expect(statsOf(processor)).toEqual({ ...NOTHING_SEEN, seen: 1, ...counts });
});

test('a complete trace is scored by itself after its grace', async () => {
  const result = await new Promise<Result>((resolve) => {
    const { tracer } = start({ completion: { graceMs: 0 } }, { onResult: resolve });
    ask(tracer, { question: 'Does it come by itself?' });
  });
  expect(result).toMatchObject({ query: 'Does it come by itself?', score: 1 });
});

test('a trace without retrieval gives nothing', async () => {
  const { tracer, processor, results } = start();
  const request = startSpan(tracer, 'GET /', undefined, { 'http.route': '/' });
  startSpan(tracer, 'query', request).end();
  request.end();
  await processor.drain();
  expect(results).toEqual([]);
  expect(statsOf(processor)).toEqual(NOTHING_SEEN);
});

test('a span with a remote parent is the top of its trace: nothing above it is waited for', async () => {
  const { tracer, processor, results } = start();
  const traceId = '5b8efff798038103d269b633813fc60c';
  const caller = trace.wrapSpanContext({ traceId, spanId: 'eee19b7ec3c1b174', traceFlags: 1, isRemote: true });
  ask(tracer, {}, caller);
  await processor.forceFlush();
  expect(results).toMatchObject([{ traceId, outcome: 'scored' }]);
});

test('ratio 0 takes nothing in', async () => {
  const { tracer, processor, results } = start({ ratio: 0 });
  ask(tracer);
  await processor.drain();
  expect(results).toEqual([]);
  expect(statsOf(processor)).toEqual(NOTHING_SEEN);
});

test.for([
  { ratio: 2 },
  { completion: { graceMs: -1 } },
  { limits: { maxQueue: 0 } },
  { evaluations: [{ scorer: 'no_such_scorer' }] },
] as const)('the constructor refuses %j', (options) => {
  expect(() => new RagmeterSpanProcessor(options)).toThrow(expect.objectContaining({ name: 'RagmeterError', code: 'invalid_option' }));
});

/** NodeSDK with all three signals in memory. */
function startNodeSdk(options: Options) {
  const spans = new InMemorySpanExporter();
  const events = new InMemoryLogRecordExporter();
  const values = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: values, exportIntervalMillis: 3_600_000 });
  const processor = new RagmeterSpanProcessor(options);
  const sdk = new NodeSDK({
    serviceName: 'shop',
    autoDetectResources: false,
    spanProcessors: [processor, new SimpleSpanProcessor(spans)],
    logRecordProcessors: [new SimpleLogRecordProcessor({ exporter: events })],
    metricReaders: [reader],
  });
  sdk.start();
  stops.push(() => sdk.shutdown());
  return { processor, sdk, spans, events, values, reader, tracer: trace.getTracer('shop') };
}

test('metric, event and span leave by the SDK of the application', async () => {
  const { processor, spans, events, values, reader, tracer } = startNodeSdk({ judge });
  const { traceId, retriever } = ask(tracer, { documents: ['high a', 'medium b', 'none c', 'none d'] });
  const { spanId } = retriever.spanContext();
  await processor.forceFlush();
  await reader.forceFlush();

  const told = {
    'gen_ai.evaluation.name': 'context_relevance',
    'gen_ai.evaluation.score.value': 0.425,
    'gen_ai.evaluation.score.label': 'mixed',
    'ragmeter.documents.levels': ['high', 'medium', 'none', 'none'],
  };
  const ours = spans.getFinishedSpans().filter(({ instrumentationScope }) => instrumentationScope.name === 'ragmeter');
  expect(ours).toHaveLength(1);
  expect(ours[0]).toMatchObject({
    name: 'evaluate context_relevance',
    parentSpanContext: { traceId, spanId },
    attributes: { ...told, 'ragmeter.service': 'shop' },
  });
  expect(ours[0]?.spanContext().traceId).toBe(traceId);

  expect(events.getFinishedLogRecords()).toHaveLength(1);
  expect(events.getFinishedLogRecords()[0]).toMatchObject({
    eventName: 'gen_ai.evaluation.result',
    spanContext: { traceId, spanId },
    attributes: told,
  });

  const named = new Map(
    values
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics.map((metric) => [metric.descriptor.name, metric]))),
  );
  expect(named.get('ragmeter.score')?.dataPoints).toMatchObject([
    { attributes: { 'gen_ai.evaluation.name': 'context_relevance', 'ragmeter.service': 'shop' }, value: { count: 1, sum: 0.425 } },
  ]);
  expect(named.get('ragmeter.turns')?.dataPoints).toMatchObject([{ attributes: { 'ragmeter.outcome': 'scored' }, value: 1 }]);
  expect(named.get('ragmeter.turns.seen')?.dataPoints).toMatchObject([{ value: 1 }]);
  expect(warnings).toEqual([]);
});

test.for([
  { name: 'nothing', emit: { metrics: false, event: false, span: 'off' }, spans: 0, events: 0, metrics: [] },
  { name: 'the event only', emit: { metrics: false, span: 'off' }, spans: 0, events: 1, metrics: [] },
  { name: 'the span only', emit: { metrics: false, event: false }, spans: 1, events: 0, metrics: [] },
] as const)('emits $name where the others are switched off, and counts all the same', async ({ emit, ...wanted }) => {
  const { processor, spans, events, values, reader, tracer } = startNodeSdk({ judge, emit });
  ask(tracer);
  await processor.forceFlush();
  await reader.forceFlush();
  expect(spans.getFinishedSpans().filter(({ name }) => name.startsWith('evaluate '))).toHaveLength(wanted.spans);
  expect(events.getFinishedLogRecords()).toHaveLength(wanted.events);
  expect(values.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.map(({ scope }) => scope.name))).toEqual(wanted.metrics);
  expect(statsOf(processor)).toEqual({ ...NOTHING_SEEN, seen: 1, scored: 1 });
});

/** What a user's code may do: search again, with what is instrumented. */
function searchAgain(): void {
  const attributes = {
    'openinference.span.kind': 'RETRIEVER',
    'input.value': 'again?',
    'retrieval.documents.0.document.content': 'high a',
  };
  trace.getTracer('shop').startActiveSpan('search again', { attributes }, (span) => span.end());
}

test.for<{ name: string; options: Options }>([
  {
    name: 'a judge',
    options: {
      async judge(...args) {
        searchAgain();
        await Promise.resolve();
        searchAgain();
        return judge(...args);
      },
    },
  },
  {
    name: 'a context extractor',
    options: {
      judge,
      async contextExtractor() {
        searchAgain();
        await Promise.resolve();
        searchAgain();
        return ['high The warranty lasts ten years.'];
      },
    },
  },
  { name: 'onResult', options: { judge, onResult: searchAgain } },
])("what $name does is not traced, not part of the application's trace, and not evaluated", async ({ options }) => {
  const { processor, spans, tracer } = startNodeSdk(options);
  tracer.startActiveSpan('request', (request) => {
    ask(tracer, {}, request);
    request.end();
  });
  // In the context of a request, as a serverless function does.
  await tracer.startActiveSpan('flush', async (flush) => {
    await processor.forceFlush();
    flush.end();
  });
  await processor.drain();
  expect(statsOf(processor)).toEqual({ ...NOTHING_SEEN, seen: 1, scored: 1 });
  expect(spans.getFinishedSpans().map(({ name }) => name)).toEqual([
    'search',
    'chat',
    'POST /ask',
    'request',
    'evaluate context_relevance',
    'flush',
  ]);
});

test('our own spans are not evaluated, even where they look like a retrieval', async () => {
  const { tracer, processor, results, exporter } = start();
  ask(tracer);
  ask(trace.getTracer('ragmeter'), { question: 'Who evaluates the evaluators?' });
  await processor.drain();
  await processor.drain();
  expect(results.map(({ query }) => query)).toEqual(['How long is the warranty?']);
  expect(statsOf(processor)).toEqual({ ...NOTHING_SEEN, seen: 1, scored: 1 });
  expect(exporter.getFinishedSpans().filter(({ name }) => name.startsWith('evaluate '))).toHaveLength(1);
});

test('our own spans do not keep a trace open: later questions in it are scored too', async () => {
  const { tracer, processor, results } = start();
  const traceId = '7f1c3a5be29d4c0f8a6e5d4c3b2a1908';
  const session = trace.wrapSpanContext({ traceId, spanId: 'a2fb4a1d1a96d312', traceFlags: 1, isRemote: true });
  for (const question of ['first?', 'second?', 'third?']) {
    ask(tracer, { question }, session);
    await processor.forceFlush();
  }
  expect(results.map((result) => [result.traceId, result.query])).toEqual([
    [traceId, 'first?'],
    [traceId, 'second?'],
    [traceId, 'third?'],
  ]);
});

test('facts that come after their turn was done are counted, and make no second result', async () => {
  const { tracer, processor, results } = start();
  const { request } = ask(tracer);
  await processor.forceFlush();
  const late = startSpan(tracer, 'chat', request, {
    'openinference.span.kind': 'LLM',
    'llm.output_messages.0.message.role': 'assistant',
    'llm.output_messages.0.message.content': 'Too late.',
  });
  late.end();
  await processor.drain();
  expect(results).toHaveLength(1);
  expect(processor.stats().late).toBe(1);
});

const recordsOnly: Sampler = { shouldSample: () => ({ decision: SamplingDecision.RECORD }), toString: () => 'recordsOnly' };

test('a span that is recorded but not sampled is scored, and gets no evaluation span: no backend has its trace', async () => {
  const { tracer, processor, results, exporter } = start({}, { sampler: recordsOnly });
  ask(tracer);
  await processor.forceFlush();
  expect(results).toMatchObject([{ outcome: 'scored', turn: { evaluatedSpan: { sampled: false } } }]);
  expect(exporter.getFinishedSpans()).toEqual([]);
});

test('below an unsampled parent nothing is seen, and nothing is written', async () => {
  const { tracer, processor, results, exporter } = start(
    {},
    { sampler: new ParentBasedSampler({ root: { shouldSample: () => ({ decision: SamplingDecision.RECORD_AND_SAMPLED }) } }) },
  );
  const unsampled = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', traceFlags: 0, isRemote: true };
  ask(tracer, {}, trace.wrapSpanContext(unsampled));
  await processor.drain();
  expect(results).toEqual([]);
  expect(statsOf(processor)).toEqual(NOTHING_SEEN);
  expect(exporter.getFinishedSpans()).toEqual([]);

  ask(tracer);
  await processor.drain();
  expect(results).toHaveLength(1);
});

function throwing(error: unknown): () => never {
  return () => {
    throw error;
  };
}

/** Throws at whatever is done with it. */
function hostile(error: unknown): object {
  const traps = ['get', 'has', 'ownKeys', 'getOwnPropertyDescriptor', 'getPrototypeOf'] as const;
  return new Proxy({}, Object.fromEntries(traps.map((trap) => [trap, throwing(error)])));
}

const UNPRINTABLE = Object.create(null) as object;

/** An ended span by its shape, with `overrides` in place of what would be right. */
function spanLike(traceId: string, overrides: PropertyDescriptorMap): Parameters<RagmeterSpanProcessor['onEnd']>[0] {
  const span = {
    name: 'search',
    spanContext: () => ({ traceId, spanId: '00f067aa0ba902b7', traceFlags: 1 }),
    startTime: [1, 0],
    endTime: [2, 0],
    attributes: {},
    events: [],
    status: { code: 0 },
    resource: { attributes: {} },
    instrumentationScope: { name: 'hostile' },
  };
  return Object.defineProperties(span, overrides) as unknown as Parameters<RagmeterSpanProcessor['onEnd']>[0];
}

const NAMES = [
  'spanContext',
  'parentSpanContext',
  'name',
  'startTime',
  'attributes',
  'events',
  'status',
  'resource',
  'instrumentationScope',
];

test.for([
  ...NAMES.map((name) => ({ name: `${name} throws`, span: (id: string) => spanLike(id, { [name]: { get: throwing(new Error('no')) } }) })),
  ...NAMES.map((name) => ({ name: `${name} is undefined`, span: (id: string) => spanLike(id, { [name]: { value: undefined } }) })),
  ...NAMES.map((name) => ({
    name: `${name} throws at a touch`,
    span: (id: string) => spanLike(id, { [name]: { value: hostile(new Error('no')) } }),
  })),
  {
    name: 'an attribute throws',
    span: (id: string) => {
      const attributes = {
        'openinference.span.kind': 'RETRIEVER',
        get 'input.value'() {
          return throwing(new Error('no'))();
        },
      };
      return spanLike(id, { attributes: { value: attributes } });
    },
  },
  { name: 'the time is no time', span: (id: string) => spanLike(id, { endTime: { value: ['soon', Number.NaN] } }) },
  {
    name: 'what is thrown cannot be printed, at once',
    span: (id: string) => spanLike(id, { spanContext: { value: throwing(UNPRINTABLE) } }),
  },
  { name: 'what is thrown cannot be printed, later', span: (id: string) => spanLike(id, { attributes: { value: hostile(UNPRINTABLE) } }) },
  { name: 'it is nothing', span: () => undefined as never },
  { name: 'it throws at a touch', span: () => hostile(new Error('no')) as never },
])('no hook throws where $name, and the next trace is scored', async ({ span }) => {
  const { tracer, processor, results, exporter } = start();
  const bad = span('0af7651916cd43dd8448eb211c80319c');
  expect(() => processor.onStart(bad)).not.toThrow();
  expect(() => processor.onEnd(bad)).not.toThrow();
  // The slice in which ended spans are read must not throw either: it would end the process.
  await new Promise((resolve) => setImmediate(resolve));

  const { traceId } = ask(tracer);
  await processor.forceFlush();
  expect(results.map((result) => [result.traceId, result.outcome])).toEqual([[traceId, 'scored']]);
  expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(['search', 'chat', 'POST /ask', 'evaluate context_relevance']);
});

test('a hook does not throw where the logger of the application does', () => {
  const { processor } = start();
  const fails = throwing(new Error('disk full'));
  diag.setLogger({ error: fails, warn: fails, info: fails, debug: fails, verbose: fails }, { suppressOverrideMessage: true });
  expect(() => processor.onEnd(undefined as never)).not.toThrow();
});

test('a failing request is part of its trace as any other', async () => {
  const { tracer, processor, results } = start();
  const request = startSpan(tracer, 'POST /ask', undefined, { 'openinference.span.kind': 'CHAIN', 'input.value': 'Is it down?' });
  retrieve(tracer, request, 'Is it down?', ['medium a']);
  const model = startSpan(tracer, 'chat', request, { 'openinference.span.kind': 'LLM' });
  model.recordException(new Error('503'));
  model.setStatus({ code: SpanStatusCode.ERROR });
  model.end();
  request.end();
  await processor.forceFlush();
  expect(results).toMatchObject([{ outcome: 'scored', score: 0.7, query: 'Is it down?', turn: { flags: ['no_answer'] } }]);
  expect(results[0]?.turn.answer).toBeUndefined();
});

test('forceFlush leaves a trace alone in which a span is open', async () => {
  const { tracer, processor, results } = start();
  const request = startSpan(tracer, 'POST /ask', undefined, { 'openinference.span.kind': 'CHAIN', 'input.value': 'Is it all?' });
  const straggler = startSpan(tracer, 'search', request, { 'openinference.span.kind': 'RETRIEVER', 'input.value': 'second' });
  retrieve(tracer, request, 'first', ['high a']);
  await processor.forceFlush();
  expect(results).toEqual([]);
  request.end();
  await processor.forceFlush();
  expect(results).toEqual([]);
  expect(statsOf(processor)).toEqual(NOTHING_SEEN);

  straggler.setAttribute('retrieval.documents.0.document.content', 'none b');
  straggler.end();
  await processor.forceFlush();
  expect(results).toMatchObject([{ query: 'Is it all?', documentCount: 2, score: 0.5 }]);
});

test('drain hands on traces with open spans too', async () => {
  const { tracer, processor, results } = start();
  const request = startSpan(tracer, 'POST /ask', undefined, { 'openinference.span.kind': 'CHAIN', 'input.value': 'Never ends?' });
  retrieve(tracer, request, 'never ends', ['high a']);
  await processor.drain();
  // The request span has not ended, so what it states is not known.
  expect(results).toMatchObject([{ query: 'never ends', score: 1 }]);
});

test('shutdown scores what is held, can be called twice, and takes nothing afterwards', async () => {
  const { tracer, processor, results } = start();
  ask(tracer, { question: 'before?' });
  await Promise.all([processor.shutdown(), processor.shutdown()]);
  await processor.shutdown();
  expect(results.map(({ query }) => query)).toEqual(['before?']);

  ask(tracer, { question: 'after?' });
  ask(tracer, { question: 'long after?' });
  await processor.forceFlush();
  await processor.drain();
  expect(results).toHaveLength(1);
  expect(statsOf(processor)).toEqual({ ...NOTHING_SEEN, seen: 1, scored: 1 });
  expect(warnings.filter((warning) => warning.includes('after the processor was shut down'))).toHaveLength(1);
});

test('drain ends at its deadline where the judge hangs: what has no outcome is dropped, and counted', async () => {
  const { tracer, processor, results, exporter } = start({ judge: hangs, limits: { workers: 2 } });
  const asked = Array.from({ length: 5 }, (_, at) => ask(tracer, { question: `question ${at}` }).traceId);
  await processor.drain({ deadlineMs: 20 });

  expect(results.map(({ outcome, reason }) => `${outcome} ${reason}`)).toEqual(asked.map(() => 'dropped shutdown'));
  expect(new Set(results.map(({ traceId }) => traceId))).toEqual(new Set(asked));
  expect(statsOf(processor)).toEqual({ ...NOTHING_SEEN, seen: 5, dropped: { shutdown: 5 } });
  expect(exporter.getFinishedSpans().filter(({ name }) => name.startsWith('evaluate '))).toEqual([]);
});

test('at the deadline of a drain the judge is told by its signal', async () => {
  let drained: Promise<void> | undefined;
  const signal = await new Promise<AbortSignal>((resolve) => {
    const { tracer, processor } = start({
      judge(_turn, _needs, given) {
        resolve(given);
        return new Promise(() => {});
      },
    });
    ask(tracer);
    drained = processor.drain({ deadlineMs: 20 });
  });
  expect(signal.aborted).toBe(false);
  await drained;
  expect(signal.aborted).toBe(true);
});

test('a drain keeps the process alive until its deadline: at the end of a service nothing else does', async () => {
  // Of timers, only those are listed that the event loop waits for.
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const { tracer, processor, results } = start({ judge: hangs });
  ask(tracer);
  const before = timers();
  const drained = processor.drain({ deadlineMs: 20 });
  expect(timers()).toBeGreaterThan(before);
  await drained;
  expect(results).toMatchObject([{ outcome: 'dropped', reason: 'shutdown' }]);
});

test('a host that goes on while it drains does not hold up the drain', async () => {
  const { tracer, processor, results } = start({ judge: hangs, completion: { graceMs: 0 }, limits: { workers: 1 } });
  ask(tracer, { question: 'before?' });
  const goesOn = setInterval(() => ask(tracer, { question: 'meanwhile?' }), 1);
  try {
    await expect(Promise.race([processor.drain({ deadlineMs: 20 }).then(() => 'drained'), expired(2_000)])).resolves.toBe('drained');
  } finally {
    clearInterval(goesOn);
  }
  expect(results.find(({ query }) => query === 'before?')).toMatchObject({ outcome: 'dropped', reason: 'shutdown' });
  await processor.drain({ deadlineMs: 0 });
  const stats = statsOf(processor);
  expect(stats).toMatchObject({ waiting: 0, scored: 0, dropped: { shutdown: stats?.seen } });
  expect(stats?.seen).toBe(results.length);
});

function expired(ms: number): Promise<string> {
  return new Promise((resolve) => setTimeout(() => resolve('still draining'), ms).unref());
}

test.for([
  { name: 'an error', thrown: new Error('the dashboard is down') },
  { name: 'what cannot be printed', thrown: UNPRINTABLE },
])('an onResult that throws $name harms nothing, and is said once', async ({ thrown }) => {
  const { tracer, processor, results, exporter } = start({}, { onResult: throwing(thrown) });
  for (const question of ['one?', 'two?', 'three?']) ask(tracer, { question });
  ask(tracer, { question: 'none?', documents: [] });
  await processor.forceFlush();

  expect(results).toHaveLength(4);
  expect(new Set(results.map(({ query }) => query))).toEqual(new Set(['one?', 'two?', 'three?', 'none?']));
  expect(statsOf(processor)).toEqual({ ...NOTHING_SEEN, seen: 4, scored: 3, skipped: { no_documents: 1 } });
  expect(exporter.getFinishedSpans().filter(({ name }) => name.startsWith('evaluate '))).toHaveLength(3);
  expect(warnings.filter((warning) => warning.includes('onResult threw'))).toHaveLength(1);
});

test('a judge that fails is an outcome, not a number', async () => {
  const { tracer, processor, results } = start({ judge: throwing(new Error('no model')) });
  ask(tracer);
  await processor.forceFlush();
  expect(results).toMatchObject([{ outcome: 'failed', reason: 'judge_error', explanation: expect.stringContaining('no model') }]);
  expect(results[0]).not.toHaveProperty('score');
  expect(statsOf(processor)).toEqual({ ...NOTHING_SEEN, seen: 1, failed: { judge_error: 1 } });
});

test('two processors in one provider score a turn once: for the second it is a duplicate, and counted', async () => {
  const { tracer, processors, results, exporter } = start({}, { count: 2 });
  const { traceId } = ask(tracer);
  for (const processor of processors) await processor.forceFlush();

  expect(results.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['scored', undefined],
    ['dropped', 'duplicate'],
  ]);
  expect(results.map((result) => result.traceId)).toEqual([traceId, traceId]);
  expect(processors.map(statsOf)).toEqual([
    { ...NOTHING_SEEN, seen: 1, scored: 1 },
    { ...NOTHING_SEEN, seen: 1, dropped: { duplicate: 1 } },
  ]);
  expect(exporter.getFinishedSpans().filter(({ name }) => name.startsWith('evaluate '))).toHaveLength(1);
});

test('a turn that is more than an hour old is not scored', async () => {
  const { tracer, processor, results } = start();
  const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
  const retriever = tracer.startSpan('search', { root: true, startTime: hoursAgo(2.1) });
  retriever.setAttributes({
    'openinference.span.kind': 'RETRIEVER',
    'input.value': 'old',
    'retrieval.documents.0.document.content': 'high a',
  });
  retriever.end(hoursAgo(2));
  await processor.forceFlush();
  expect(results).toMatchObject([{ outcome: 'dropped', reason: 'too_old', query: 'old' }]);
  expect(statsOf(processor)).toEqual({ ...NOTHING_SEEN, seen: 1, dropped: { too_old: 1 } });
});

test('more spans than the ring holds do not keep their traces open', async () => {
  const { tracer, processor, results } = start({ limits: { maxSpansPerTrace: 20_000 } });
  const request = startSpan(tracer, 'POST /ask', undefined, { 'openinference.span.kind': 'CHAIN', 'input.value': 'In a burst?' });
  retrieve(tracer, request, 'in a burst', ['high a']);
  for (let at = 0; at < 8_400; at += 1) startSpan(tracer, 'cache', request).end();
  await processor.forceFlush();
  request.end();
  await processor.forceFlush();
  expect(results).toMatchObject([{ query: 'In a burst?', score: 1 }]);
  expect(warnings.join('\n')).toContain('within one turn of the event loop');
});
