import fc from 'fast-check';
import { expect, test } from 'vitest';
import { METRIC } from '../src/emit/names.ts';
import type { JudgeReply } from '../src/model/judge.ts';
import type { SpanView } from '../src/model/span.ts';
import type { LogRecordLike } from '../src/receive/log-record.ts';
import type { ReadableSpanLike } from '../src/receive/readable-span.ts';
import { answered, START_MS, span, traceId } from './support/builders.ts';
import { endedSpan } from './support/ended-span.ts';
import { setUpInProcess } from './support/in-process.ts';

/**
 * A host that does whatever a host may do, in any order: spans that start and never end, end twice or without a start, log records, flushes in the
 * middle, shutdowns, a clock that is set, a judge that answers late or never.
 */
const LIMITS = { maxTraces: 3, maxSpansPerTrace: 6, maxCharactersPerTrace: 2_000, maxQueue: 1, workers: 1, judgeDeadlineMs: 2_000 };
const TRACES = 6;

const someSpan = fc.record({
  trace: fc.nat(TRACES - 1),
  id: fc.nat(4),
  parent: fc.option(fc.nat(4), { nil: undefined, freq: 1 }),
  kind: fc.constantFrom('retrieval', 'retrieval', 'empty', 'generation', 'question', 'plain', 'ours', 'marked', 'broken'),
});
const command = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('start' as const), span: someSpan }) },
  { weight: 10, arbitrary: fc.record({ do: fc.constant('end' as const), which: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('end unseen' as const), span: someSpan }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('burst' as const),
      count: fc.integer({ min: 1, max: 5 }),
      kind: fc.constantFrom('retrieval', 'empty'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('log' as const), trace: fc.nat(TRACES - 1), id: fc.nat(4) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('advance' as const), ms: fc.constantFrom(0, 1, 999, 1_000, 1_000, 700_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('set clock' as const), ms: fc.constantFrom(-7_200_000, -1, 60_000, 7_200_000) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('reply' as const), which: fc.constant(0), level: fc.constantFrom('high', 'none', 'wrong') }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('flush' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drain' as const), deadlineMs: fc.constantFrom(0, 500) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

function setUp() {
  const asked: ((reply: JudgeReply) => void)[] = [];
  const scene = setUpInProcess({
    judge: () => new Promise((resolve) => void asked.push(resolve)),
    limits: LIMITS,
    evaluations: [{ scorer: 'context_relevance' }, { scorer: 'context_precision' }],
  });
  const { clock, intake } = scene;
  const open: ReadableSpanLike[] = [];
  const waits: Promise<void>[] = [];
  let bursts = TRACES;
  const run: { readonly [K in Command['do']]: (command: Extract<Command, { do: K }>) => Promise<void> | void } = {
    start({ span }) {
      const started = spanOf(span, clock.nowMs());
      open.unshift(started);
      intake.onStart(started);
    },
    end({ which }) {
      const [ended] = open.splice(which, 1);
      if (ended !== undefined) intake.onEnd(ended);
    },
    'end unseen': ({ span }) => intake.onEnd(spanOf(span, clock.nowMs())),
    /** Traces that are whole but for their open roots. */
    burst({ count, kind }) {
      for (let at = 0; at < count; at += 1) {
        bursts += 1;
        const root = spanOf({ trace: bursts, id: 0, parent: undefined, kind: 'question' }, clock.nowMs());
        const retrieval = spanOf({ trace: bursts, id: 1, parent: 0, kind }, clock.nowMs());
        intake.onStart(root);
        intake.onStart(retrieval);
        intake.onEnd(retrieval);
        open.unshift(root);
      }
    },
    log: (at) => intake.onEmit(logOf(at, clock.nowMs())),
    advance: ({ ms }) => clock.advance(ms),
    'set clock': ({ ms }) => clock.jump(ms),
    async reply({ which, level }) {
      for (const resolve of asked.splice(which, 1)) resolve(level === 'wrong' ? answered('') : answered(`${level} ${level}`));
      await clock.settle();
    },
    flush: () => void waits.push(scene.forceFlush()),
    drain: ({ deadlineMs }) => void waits.push(scene.drain(deadlineMs)),
    close: () => intake.close(),
  };
  return { ...scene, waits, run: (command: Command) => run[command.do](command as never) };
}

function spanOf({ trace, id, parent, kind }: typeof someSpan extends fc.Arbitrary<infer T> ? T : never, nowMs: number): ReadableSpanLike {
  const view: SpanView = span(`s${id}`, {
    traceId: traceId(trace),
    ...(parent === undefined ? {} : { parent: `s${parent}` }),
    at: nowMs - START_MS - 1,
    ...(kind === 'retrieval' || kind === 'ours' || kind === 'marked' ? { documents: ['alpha', 'beta'], query: 'why' } : {}),
    ...(kind === 'empty' ? { documents: [], query: 'why' } : {}),
    ...(kind === 'generation' ? { messages: ['why?'], output: 'because' } : {}),
    ...(kind === 'question' ? { question: 'why?' } : {}),
    ...(kind === 'ours' ? { scope: 'ragmeter' } : {}),
    ...(kind === 'marked' ? { attributes: { 'ragmeter.judge': true } } : {}),
  });
  const ended = endedSpan(view);
  return kind === 'broken' ? { ...ended, endTime: undefined as never } : ended;
}

function logOf({ trace, id }: { trace: number; id: number }, nowMs: number): LogRecordLike {
  return {
    hrTime: [Math.trunc(nowMs / 1_000), 0],
    spanContext: { traceId: traceId(trace), spanId: `s${id}`, traceFlags: 1 },
    eventName: 'gen_ai.user.message',
    body: { content: 'Why?' },
    attributes: {},
  };
}

type Scene = ReturnType<typeof setUp>;

/** seen = scored + skipped + failed + dropped + waiting, in the stats as in the metrics; one result each. */
function expectNothingLost({ pipeline, results, counters }: Scene): void {
  const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((total, count) => total + count, 0);
  for (const [name, { seen, waiting, scored, skipped, failed, dropped }] of Object.entries(pipeline.stats().evaluations)) {
    const settled = scored + sum(skipped) + sum(failed) + sum(dropped);
    expect(seen).toBe(settled + waiting);
    expect(waiting).toBeGreaterThanOrEqual(0);
    expect(results.filter(({ evaluation }) => evaluation === name)).toHaveLength(settled);
    const counted = (metric: string): number =>
      [...counters.series(metric)].reduce((total, { keys, value }) => (keys['gen_ai.evaluation.name'] === name ? total + value : total), 0);
    expect([counted(METRIC.seen), counted(METRIC.waiting), counted(METRIC.turns)]).toEqual([seen, waiting, settled]);
  }
  const done = results.map(({ evaluation, traceId: id, turn }) => `${evaluation} ${id} ${turn.retrievals[0]?.spanId}`);
  expect(new Set(done).size).toBe(done.length);
}

async function play(commands: readonly Command[]): Promise<Scene> {
  const scene = setUp();
  let mayWait = LIMITS.maxQueue;
  for (const command of commands) {
    // What was held when a drain began has its place beyond the bound, a turn for each span at most.
    if (command.do === 'drain') mayWait = LIMITS.maxQueue + LIMITS.maxTraces * LIMITS.maxSpansPerTrace;
    await scene.run(command);
    expectNothingLost(scene);
    expect(scene.pipeline.held()).toBeLessThanOrEqual(LIMITS.maxTraces);
    expect(scene.pipeline.queue.size).toBeLessThanOrEqual(mayWait);
  }
  let isDrained = false;
  void Promise.all([...scene.waits, scene.drain(100)]).then(() => {
    isDrained = true;
  });
  await scene.clock.advance(100);
  expect(isDrained).toBe(true);
  expect(Object.values(scene.pipeline.stats().evaluations).map(({ waiting }) => waiting)).toEqual([0, 0]);
  expect(scene.pipeline.held()).toBe(0);
  expectNothingLost(scene);
  // What was ours, or a judge's, is no turn.
  expect(scene.warnings.filter((warning) => warning.includes('please report'))).toEqual([]);
  return scene;
}

const anyCommands = fc.array(command, { maxLength: 70, size: 'max' });

test('whatever the host does in whatever order, no hook throws, nothing is lost, and stats and metrics agree', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyCommands, async (commands) => {
      await play(commands);
    }),
    { numRuns: 200 },
  );
});

test('such hosts bring about every outcome there is in process', { timeout: 60_000 }, async () => {
  const outcomes = new Set<string>();
  for (const commands of fc.sample(anyCommands, { numRuns: 150, seed: 7 })) {
    const { results, pipeline } = await play(commands);
    for (const { outcome, reason } of results) outcomes.add(reason === undefined ? outcome : `${outcome}: ${reason}`);
    if (pipeline.stats().late > 0) outcomes.add('late');
  }
  expect([...outcomes].toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'dropped: evicted',
    'dropped: queue_full',
    'dropped: shutdown',
    'dropped: too_old',
    'failed: invalid_verdict',
    'failed: judge_timeout',
    'late',
    'scored',
    'skipped: no_documents',
  ]);
});
