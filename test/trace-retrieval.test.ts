import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RagmeterSpanProcessor, type Result, traceRetrieval } from '../src/index.ts';

let exporter: InMemorySpanExporter;
let processor: RagmeterSpanProcessor;
let results: Result[];

beforeEach(() => {
  results = [];
  exporter = new InMemorySpanExporter();
  processor = new RagmeterSpanProcessor({ onResult: (result) => void results.push(result), completion: { graceMs: 0 } });
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [processor, new SimpleSpanProcessor(exporter)] }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});

afterEach(() => {
  trace.disable();
  context.disable();
});

const PAGES = [
  { id: 'a', text: 'Unopened tents go back within 60 days.', score: 0.5 },
  { id: 'b', text: 'Stoves are cleaned with a dry brush.', score: 0.25 },
];

test('writes a standard retrieval span, and gives back what the function gave', async () => {
  const pages = await traceRetrieval('How long do I have to return a tent?', async () => PAGES, { dataSource: 'help' });

  expect(pages).toBe(PAGES);
  const [span] = exporter.getFinishedSpans();
  expect(span).toMatchObject({ name: 'retrieval help', kind: SpanKind.CLIENT });
  expect(span?.attributes).toEqual({
    'gen_ai.operation.name': 'retrieval',
    'gen_ai.retrieval.query.text': 'How long do I have to return a tent?',
    'gen_ai.data_source.id': 'help',
    'gen_ai.retrieval.documents': JSON.stringify(PAGES.map(({ id, text, score }) => ({ id, score, content: text }))),
  });
});

test('its span is read and scored', async () => {
  await traceRetrieval('How long do I have to return a tent?', () => PAGES);
  await processor.forceFlush();
  expect(results).toMatchObject([{ outcome: 'scored', query: 'How long do I have to return a tent?', documentCount: 2 }]);
});

test.for<{ name: string; result: unknown; documents: (result: never) => readonly (string | object)[]; written: unknown }>([
  {
    name: 'texts',
    result: { hits: ['one', 'two'] },
    documents: ({ hits }: { hits: string[] }) => hits,
    written: [{ content: 'one' }, { content: 'two' }],
  },
  {
    name: 'maps',
    result: [{ body: 'one' }],
    documents: (hits: { body: string }[]) => hits.map(({ body }) => ({ text: body, id: 'x' })),
    written: [{ id: 'x', content: 'one' }],
  },
  { name: 'none', result: null, documents: () => [], written: [] },
])('documents may be picked from the result: $name', async ({ result, documents, written }) => {
  await traceRetrieval('Why?', () => result, { documents: documents as (result: unknown) => readonly string[] });
  expect(JSON.parse(String(exporter.getFinishedSpans()[0]?.attributes['gen_ai.retrieval.documents']))).toEqual(written);
});

test('what the retriever throws goes through, and the span says so', async () => {
  const problem = new Error('store is down');
  await expect(
    traceRetrieval('Why?', () => {
      throw problem;
    }),
  ).rejects.toBe(problem);
  const [span] = exporter.getFinishedSpans();
  expect(span?.status).toEqual({ code: SpanStatusCode.ERROR, message: 'store is down' });
  expect(span?.events.map(({ name }) => name)).toEqual(['exception']);
});

test('a picker that throws harms nothing but the documents', async () => {
  const pages = await traceRetrieval('Why?', () => PAGES, {
    documents: () => {
      throw new Error('no such field');
    },
  });
  expect(pages).toBe(PAGES);
  expect(exporter.getFinishedSpans()[0]).toMatchObject({
    events: [{ name: 'ragmeter.documents_unreadable', attributes: { reason: 'no such field' } }],
  });
});

test('spans that the retriever makes hang under it', async () => {
  await traceRetrieval('Why?', async () => {
    trace.getTracer('store').startSpan('query').end();
    return PAGES;
  });
  const [inner, outer] = exporter.getFinishedSpans();
  expect(inner?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
});

test('without an SDK it only runs the function', async () => {
  trace.disable();
  expect(await traceRetrieval('Why?', () => 42)).toBe(42);
});
