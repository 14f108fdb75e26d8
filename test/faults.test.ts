import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, BatchSpanProcessor, InMemorySpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterEach, describe, expect, test } from 'vitest';
import { createMetrics } from '../src/emit/metrics.ts';
import { METRIC } from '../src/emit/names.ts';
import { RagmeterSpanProcessor } from '../src/index.ts';
import { createCounters } from '../src/observe/counters.ts';
import { SpanIntake } from '../src/receive/span-processor.ts';
import { evaluation, result, SCORED, turn } from './emit/results.ts';
import { allOf, START_MS, span, traceId } from './support/builders.ts';
import { endedSpan } from './support/ended-span.ts';
import { setUpInProcess } from './support/in-process.ts';

/** What was reported of other tools of this kind, as it must be here. */

type Scene = ReturnType<typeof setUpInProcess>;

/** A whole request of the host. */
function ask({ intake, clock }: Scene, number = 0, { documents = ['Because.'], query = 'why' } = {}): void {
  const at = { traceId: traceId(number), at: clock.nowMs() - START_MS - 2 };
  const root = endedSpan(span('root', { ...at, question: 'Why?' }));
  const retrieval = endedSpan(span('r', { ...at, parent: 'root', documents, query }));
  for (const each of [root, retrieval]) intake.onStart(each);
  for (const each of [retrieval, root]) intake.onEnd(each);
}

describe('too early, too late, twice, never', () => {
  test('the call of the model ends 90 s after the retriever: one score, with the answer', async () => {
    const scene = setUpInProcess({ judge: allOf('high') });
    const root = endedSpan(span('root', { question: 'Why?', ends: 90_010 }));
    const retrieval = endedSpan(span('r', { parent: 'root', documents: ['Because.'], query: 'why' }));
    const model = endedSpan(span('g', { parent: 'root', at: 5, ends: 90_000, messages: ['Why?'], output: 'So.' }));
    scene.intake.onStart(root);
    scene.intake.onStart(retrieval);
    scene.intake.onEnd(retrieval);
    scene.intake.onStart(model);
    await scene.clock.advance(90_000);
    expect(scene.results).toEqual([]);
    scene.intake.onEnd(model);
    scene.intake.onEnd(root);
    await scene.clock.advance(1_000);
    expect(scene.results).toMatchObject([{ outcome: 'scored', query: 'Why?', turn: { answer: 'So.' } }]);
  });

  test('seven traces in a burst: seven outcomes', async () => {
    const scene = setUpInProcess({ judge: allOf('high') });
    for (let number = 0; number < 7; number += 1) ask(scene, number);
    await scene.clock.advance(1_000);
    expect(scene.outcomes()).toEqual(Array.from({ length: 7 }, () => 'scored'));
  });

  test('a retriever span that ends after the score: late, and no second score', async () => {
    const scene = setUpInProcess({ judge: allOf('high') });
    ask(scene);
    await scene.clock.advance(1_000);
    const late = endedSpan(span('r2', { traceId: traceId(0), parent: 'root', at: -2, documents: ['Then.'], query: 'then' }));
    scene.intake.onStart(late);
    scene.intake.onEnd(late);
    await scene.drain(0);
    expect(scene.outcomes()).toEqual(['scored']);
    expect(scene.pipeline.stats().late).toBe(1);
  });

  test('a turn whose context cannot be found has an outcome too, and the next trace is not affected', async () => {
    const scene = setUpInProcess({ judge: allOf('high') });
    ask(scene, 0, { documents: [] });
    ask(scene, 1);
    await scene.clock.advance(1_000);
    expect(scene.outcomes()).toEqual(['skipped: no_documents', 'scored']);
  });
});

describe('with real providers', () => {
  afterEach(() => {
    for (const api of [trace, metrics, context, propagation]) api.disable();
  });

  const attributes = {
    'openinference.span.kind': 'RETRIEVER',
    'input.value': 'How long is the warranty?',
    'retrieval.documents.0.document.content': 'The warranty lasts ten years.',
  };

  test('the score is ready before the evaluated span was exported: both arrive, the one under the other', async () => {
    const exporter = new InMemorySpanExporter();
    const processor = new RagmeterSpanProcessor();
    const provider = new BasicTracerProvider({ spanProcessors: [processor, new BatchSpanProcessor(exporter)] });
    trace.setGlobalTracerProvider(provider);
    provider.getTracer('shop').startSpan('search', { attributes }).end();
    await processor.forceFlush();
    expect(processor.stats().evaluations.context_relevance).toMatchObject({ scored: 1 });
    expect(exporter.getFinishedSpans()).toEqual([]);
    await provider.forceFlush();
    const [search, evaluated] = exporter.getFinishedSpans();
    expect([search?.name, evaluated?.name]).toEqual(['search', 'evaluate context_relevance']);
    expect(evaluated?.parentSpanContext?.spanId).toBe(search?.spanContext().spanId);
    await provider.shutdown();
  });

  test("a second provider and another vendor's processors: every span is still seen by everyone", async () => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    const seen: Record<string, string[]> = { before: [], behind: [], second: [] };
    const vendor = (name: string): SpanProcessor => ({
      onStart() {},
      onEnd: (ended) => void seen[name]?.push(ended.name),
      forceFlush: async () => {},
      shutdown: async () => {},
    });
    const first = new RagmeterSpanProcessor();
    const second = new RagmeterSpanProcessor();
    const own = new BasicTracerProvider({ spanProcessors: [vendor('before'), first, vendor('behind')] });
    const vendors = new BasicTracerProvider({ spanProcessors: [second, vendor('second')] });
    trace.setGlobalTracerProvider(own);
    own.getTracer('shop').startSpan('search', { attributes }).end();
    vendors.getTracer('vendor').startSpan('their search', { attributes }).end();
    await Promise.all([first.forceFlush(), second.forceFlush()]);
    // Results go where the application's telemetry goes.
    const all = ['search', 'evaluate context_relevance', 'evaluate context_relevance'];
    expect(seen).toEqual({ before: all, behind: all, second: ['their search'] });
    for (const processor of [first, second]) {
      expect(processor.stats().evaluations.context_relevance).toMatchObject({ seen: 1, scored: 1 });
    }
    await Promise.all([own.shutdown(), vendors.shutdown()]);
  });
});

describe('memory and the event loop', () => {
  test('at ratio 0 nothing is looked at, and nothing is held', async () => {
    const scene = setUpInProcess({ judge: allOf('high'), ratio: 0 });
    let looks = 0;
    const closed = endedSpan(span('r', { documents: ['Because.'] }));
    const counting = new Proxy(closed, {
      get(target, name, receiver) {
        if (name === 'attributes' || name === 'events') looks += 1;
        return Reflect.get(target, name, receiver);
      },
    });
    scene.intake.onStart(counting);
    scene.intake.onEnd(counting);
    await scene.clock.advance(10_000);
    expect([looks, scene.pipeline.held(), scene.results]).toEqual([0, 0, []]);
  });

  test('ten megabytes of attributes: the hooks look at none of them, and the work is done in slices', async () => {
    const scene = setUpInProcess({ judge: allOf('high') });
    const { intake, clock } = scene;
    let looks = 0;
    const heavy = (id: string): ReturnType<typeof endedSpan> => {
      const text = `${id} ${'x'.repeat(200_000)}`;
      const ended = endedSpan(span(id, { traceId: traceId(0), at: -2, parent: 'root', documents: [text], query: 'why' }));
      return {
        ...ended,
        get attributes() {
          looks += 1;
          return ended.attributes;
        },
      };
    };
    const root = endedSpan(span('root', { traceId: traceId(0), at: -2, question: 'Why?' }));
    const spans = [...Array.from({ length: 50 }, (_, at) => heavy(`s${at}`)), root];
    for (const each of spans) intake.onStart(each);
    for (const each of spans) intake.onEnd(each);
    // A host that calls them from its own stack waits for none of this.
    expect(looks).toBe(0);
    await clock.advance(1_000);
    expect(looks).toBeGreaterThanOrEqual(50);
    // More than what is kept of a trace: closed early, and what came after it is another part.
    expect(scene.results.map(({ outcome, turn }) => [outcome, turn.flags.includes('evicted')])).toEqual([
      ['scored', true],
      ['scored', false],
    ]);
  });

  test('a slice ends after 5 ms, and the host has its turn before the next', () => {
    const turns: (() => void)[] = [];
    let elapsedMs = 0;
    const scene = setUpInProcess({ judge: allOf('high') });
    // Each look at the clock finds that 3 ms have passed: two spans, and the slice is over.
    const clock = { ...scene.clock, soon: (run: () => void) => void turns.push(run), elapsedMs: () => (elapsedMs += 3) };
    const read: string[] = [];
    const sink = { ...scene.pipeline, span: ({ spanId }: { spanId: string }) => void read.push(spanId) };
    const intake = new SpanIntake(sink, { clock, warn() {}, health: scene.health });
    for (let at = 0; at < 7; at += 1) intake.onEnd(endedSpan(span(`s${at}`)));
    const after: number[] = [];
    for (let run = turns.shift(); run !== undefined; run = turns.shift()) {
      run();
      after.push(read.length);
    }
    expect(after).toEqual([2, 4, 6, 7]);
  });
});

describe('out again', () => {
  test('100,000 users and their questions: as many series as for the first ten', { timeout: 60_000 }, () => {
    const counters = createCounters({ maxSeries: 2_000 });
    const measured = new Set<string>();
    const telling = createMetrics({ counters, measure: (metric, _value, keys) => void measured.add(`${metric} ${JSON.stringify(keys)}`) });
    const series = (): number => Object.values(METRIC).reduce((sum, name) => sum + [...counters.series(name)].length, measured.size);
    let first = 0;
    for (let user = 0; user < 100_000; user += 1) {
      const seen = turn({ traceId: traceId(user), query: `Question of user ${user}?`, answer: `Answer ${user}.`, responseId: `r-${user}` });
      telling.retrieved(seen);
      telling.seen(evaluation(), seen, 'random');
      telling.settled(result({ turn: seen, outcome: SCORED }), 1);
      if (user === 9) first = series();
    }
    expect(first).toBeGreaterThan(5);
    expect(series()).toBe(first);
  });
});
