import { context, diag, metrics, propagation, trace } from '@opentelemetry/api';
import { logs } from '@opentelemetry/api-logs';
import { InMemoryLogRecordExporter, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs';
import { AggregationTemporality, InMemoryMetricExporter, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { NodeSDK, resources } from '@opentelemetry/sdk-node';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Options, RagmeterSpanProcessor, shutdownWith } from '../src/index.ts';
import { span } from './support/builders.ts';
import { endedSpan } from './support/ended-span.ts';

/** An application whose SDK is the real one. What it hears from us is in `warnings`. */
let warnings: string[];
let stops: (() => Promise<void>)[];

beforeEach(() => {
  warnings = [];
  stops = [];
  const keep = (message: string): void => void (message.startsWith('ragmeter') && warnings.push(message));
  diag.setLogger({ error: keep, warn: keep, info() {}, debug() {}, verbose() {} }, { suppressOverrideMessage: true });
});

afterEach(async () => {
  for (const stop of stops) await stop();
  for (const api of [trace, metrics, logs, context, propagation, diag]) api.disable();
});

function metricReader() {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  return new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
}

function start(behind: readonly SpanProcessor[], options: Options = {}, readers = [metricReader()]) {
  const processor = new RagmeterSpanProcessor(options);
  const events = new InMemoryLogRecordExporter();
  const sdk = new NodeSDK({
    autoDetectResources: false,
    spanProcessors: [processor, ...behind],
    logRecordProcessors: [processor.logRecordProcessor, new SimpleLogRecordProcessor({ exporter: events })],
    metricReaders: readers,
    instrumentations: [],
  });
  sdk.start();
  stops.push(() => sdk.shutdown());
  return { processor, sdk, events, tracer: trace.getTracer('shop') };
}

const exporting = (): SpanProcessor => new SimpleSpanProcessor(new InMemorySpanExporter());

function search(attributes: Record<string, string> = {}): void {
  const tracer = trace.getTracer('shop');
  const all = { 'openinference.span.kind': 'RETRIEVER', 'input.value': 'How long is the warranty?', ...attributes };
  tracer.startSpan('search', { attributes: all }).end();
}

const DOCUMENT = { 'retrieval.documents.0.document.content': 'The warranty lasts ten years.' };

test('wired as the README says, nothing is said', async () => {
  const { processor } = start([exporting()]);
  search(DOCUMENT);
  await processor.forceFlush();
  expect(processor.stats()).toMatchObject({ healthy: true, evaluations: { context_relevance: { scored: 1 } } });
  expect(warnings).toEqual([]);
});

test.for<{ name: string; behind: () => readonly SpanProcessor[]; options?: Options; says: number }>([
  { name: 'no exporter behind us', behind: () => [], says: 1 },
  { name: 'a second ragmeter behind us, and no exporter: both', behind: () => [new RagmeterSpanProcessor()], says: 2 },
  { name: 'no exporter, and none wanted', behind: () => [], options: { emit: { span: 'off' } }, says: 0 },
  { name: 'an exporter', behind: () => [exporting()], says: 0 },
])('$name: said $says times', async ({ behind, options, says }) => {
  const { processor } = start(behind(), options);
  search(DOCUMENT);
  search();
  await processor.forceFlush();
  expect(warnings.filter((warning) => warning.includes('No exporter is behind this processor'))).toHaveLength(says);
  expect(processor.stats().healthy).toBe(says === 0);
});

test('while a resource detector has not answered yet, what is known is read, and the SDK has nothing to complain of', async () => {
  const complaints: string[] = [];
  const keep = (message: string): void => void complaints.push(message);
  diag.setLogger({ error: keep, warn: keep, info() {}, debug() {}, verbose() {} }, { suppressOverrideMessage: true });
  const attributes = { 'service.name': 'shop', 'host.id': new Promise<string>(() => {}) };
  const services: unknown[] = [];
  const processor = new RagmeterSpanProcessor({ onResult: ({ turn }) => services.push(turn.service), emit: { metrics: false } });
  const provider = new BasicTracerProvider({
    resource: resources.resourceFromAttributes(attributes),
    spanProcessors: [processor, { onStart() {}, onEnd() {}, forceFlush: async () => {}, shutdown: async () => {} }],
  });
  provider
    .getTracer('shop')
    .startSpan('search', { attributes: { 'openinference.span.kind': 'RETRIEVER', ...DOCUMENT } })
    .end();
  await processor.forceFlush();
  expect([services, complaints]).toEqual([['shop'], []]);
});

test('an SDK that does not tell its processors is given the benefit of the doubt', () => {
  const processor = new RagmeterSpanProcessor();
  processor.onEnd(endedSpan(span('search')));
  expect(warnings).toEqual([]);
  expect(processor.stats().healthy).toBe(true);
});

test('no meter provider is said once, with the first turn, and over when there is one', async () => {
  const { processor } = start([exporting()], {}, []);
  metrics.disable();
  search(DOCUMENT);
  await processor.forceFlush();
  search(DOCUMENT);
  await processor.forceFlush();
  expect(warnings).toEqual([expect.stringMatching(/No meter provider is registered.*emit: \{ metrics: false \}/)]);
  expect(processor.stats().healthy).toBe(false);

  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [metricReader()] }));
  search(DOCUMENT);
  await processor.forceFlush();
  expect(processor.stats().healthy).toBe(true);
  expect(warnings).toHaveLength(1);
});

test('no meter provider where no metrics are wanted is as it should be', async () => {
  const { processor } = start([exporting()], { emit: { metrics: false } }, []);
  metrics.disable();
  search(DOCUMENT);
  await processor.forceFlush();
  expect([processor.stats().healthy, warnings]).toEqual([true, []]);
});

test.for([
  {
    name: 'texts of documents',
    attributes: { 'retrieval.documents.0.document.id': '7' },
    says: /documents without their texts: content capture is off/,
  },
  {
    name: 'messages of a model',
    attributes: { 'openinference.span.kind': '', 'gen_ai.operation.name': 'chat', 'input.value': '' },
    says: /no message with any of them: OpenTelemetry GenAI: .*CAPTURE_MESSAGE_CONTENT=true.*processor.logRecordProcessor/,
  },
])('capture of $name is off everywhere: said once, with the switch', async ({ attributes, says }) => {
  const { processor } = start([exporting()]);
  for (let at = 0; at < 30; at += 1) search(attributes);
  await processor.forceFlush();
  expect(warnings).toEqual([expect.stringMatching(says)]);
  expect(processor.stats().healthy).toBe(false);
});

test('ragmeter.healthy says the same as the stats', async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const { processor } = start([], {}, [reader]);
  const healthy = async (): Promise<unknown> => {
    exporter.reset();
    await reader.forceFlush();
    const all = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
    return all.find(({ descriptor }) => descriptor.name === 'ragmeter.healthy')?.dataPoints[0]?.value;
  };
  await new Promise((resolve) => setImmediate(resolve));
  expect([await healthy(), processor.stats().healthy]).toEqual([1, true]);
  search(DOCUMENT);
  expect([await healthy(), processor.stats().healthy]).toEqual([0, false]);
});

test('messages that an instrumentation keeps in log records are joined in process', async () => {
  const results: unknown[] = [];
  const { processor, tracer } = start([exporting()], { onResult: ({ query, turn }) => results.push([query, turn.answer]) });
  const logger = logs.getLogger('@opentelemetry/instrumentation-openai');
  await tracer.startActiveSpan('request', async (request) => {
    tracer.startSpan('search', { attributes: { 'openinference.span.kind': 'RETRIEVER', ...DOCUMENT } }).end();
    tracer.startActiveSpan('chat', { attributes: { 'gen_ai.operation.name': 'chat' } }, (chat) => {
      logger.emit({ eventName: 'gen_ai.user.message', body: { content: 'How long is the warranty?' } });
      logger.emit({ eventName: 'gen_ai.choice', body: { message: { role: 'assistant', content: 'Ten years.' } } });
      chat.end();
    });
    request.end();
  });
  await processor.forceFlush();
  expect(results).toEqual([['How long is the warranty?', 'Ten years.']]);
});

test('two copies of the package, two providers: each reads its own spans, and none scores what the other has', async () => {
  vi.resetModules();
  const { RagmeterSpanProcessor: Other } = await import('../src/index.ts');
  expect(Other).not.toBe(RagmeterSpanProcessor);
  const copy = new Other();
  const { processor } = start([copy, exporting()]);
  search(DOCUMENT);
  await processor.forceFlush();
  await copy.forceFlush();
  expect(processor.stats().evaluations.context_relevance).toMatchObject({ seen: 1, scored: 1 });
  expect(copy.stats().evaluations.context_relevance).toMatchObject({ seen: 1, dropped: { duplicate: 1 } });
  expect(warnings.filter((warning) => warning.includes('Another ragmeter'))).toHaveLength(1);
});

test('shutdownWith: what is scored at the last moment is exported', async () => {
  const spans: string[] = [];
  const behind: SpanProcessor = {
    onStart() {},
    onEnd: ({ name }) => void spans.push(name),
    forceFlush: async () => {},
    shutdown: async () => void spans.push('shut down'),
  };
  const { processor, sdk, events } = start([behind]);
  search(DOCUMENT);
  const kept = vi.spyOn(events, 'shutdown').mockImplementation(async () => {});
  await shutdownWith(sdk, processor);
  expect(spans).toEqual(['search', 'evaluate context_relevance', 'shut down']);
  expect(events.getFinishedLogRecords().map(({ eventName }) => eventName)).toEqual(['gen_ai.evaluation.result']);
  expect(kept).toHaveBeenCalled();
});

test.for([
  {
    name: 'an SDK that cannot be shut down',
    sdk: () => Promise.reject(new Error('no route')),
    says: ['could not shut the SDK down: no route'],
  },
  {
    name: 'an SDK that throws',
    sdk: () => {
      throw new Error('no route');
    },
    says: ['could not shut the SDK down: no route'],
  },
  { name: 'all well', sdk: async () => {}, says: [] },
])('shutdownWith resolves whatever happens: $name', async ({ sdk, says }) => {
  const drained = vi.fn(async () => {});
  await expect(shutdownWith({ shutdown: sdk }, { drain: drained }, { deadlineMs: 7 })).resolves.toBeUndefined();
  expect(drained).toHaveBeenCalledWith({ deadlineMs: 7 });
  expect(warnings).toEqual(says.map((text) => `ragmeter: ${text}`));
});

test.for([-1, Number.NaN])('a deadline of %s ms is none: the default counts', async (deadlineMs) => {
  const { processor } = start([exporting()]);
  search(DOCUMENT);
  await processor.drain({ deadlineMs });
  expect(processor.stats().evaluations.context_relevance).toMatchObject({ scored: 1 });
});

/** A judge of a user's own, whose call is traced with its whole prompt. */
const traced: Options['judge'] = async ({ documents, query = '' }) => {
  const content = `${documents.map(({ text = '' }, at) => `<document id="${at}">${text}</document>`).join('\n')}\n\nQuestion: ${query}`;
  const messages = JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: `Grade these.\n${content}` }] }]);
  const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.input.messages': messages };
  trace.getTracer('shop').startSpan('chat judge', { attributes }).end();
  return { status: 'answered', verdicts: { documents: documents.map((_, index) => ({ index, level: 'high' })) } };
};

test.for([
  { name: 'with a context manager', hasManager: true, chats: 0, healthy: true },
  { name: 'without one: it is said, and no judge is asked about itself', hasManager: false, chats: 1, healthy: false },
])("a user's own judge that is traced, $name", async ({ hasManager, chats, healthy }) => {
  const spans = new InMemorySpanExporter();
  const { processor } = start([new SimpleSpanProcessor(spans)], { judge: traced });
  if (!hasManager) context.disable();
  search({ ...DOCUMENT, 'retrieval.documents.1.document.content': 'The warranty ends with a sale of the bike.' });
  for (let round = 0; round < 3; round += 1) await processor.forceFlush();
  const names = spans.getFinishedSpans().map(({ name }) => name);
  expect(names.filter((name) => name === 'chat judge')).toHaveLength(chats);
  expect(names.filter((name) => name.startsWith('evaluate'))).toHaveLength(1);
  expect(processor.stats()).toMatchObject({ healthy, evaluations: { context_relevance: { seen: 1, scored: 1 } } });
  expect(warnings.filter((warning) => warning.includes('No context manager'))).toHaveLength(healthy ? 0 : 1);
});

test('without a context manager an extractor that searches again is asked once', async () => {
  let asked = 0;
  const { processor } = start([exporting()], {
    contextExtractor() {
      asked += 1;
      search(DOCUMENT);
      return ['The warranty lasts ten years.'];
    },
  });
  context.disable();
  const tracer = trace.getTracer('shop');
  tracer.startSpan('POST /ask', { attributes: { 'openinference.span.kind': 'CHAIN', 'input.value': 'How long?' } }).end();
  for (let round = 0; round < 3; round += 1) await processor.forceFlush();
  expect(asked).toBe(1);
  expect(processor.stats()).toMatchObject({ healthy: false });
});
