import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContextExtractor } from '../src/model/context-extractor.ts';
import type { Scorer } from '../src/model/evaluation.ts';
import type { JudgeReply } from '../src/model/judge.ts';
import type { LogView, SpanView } from '../src/model/span.ts';
import { createClaims } from '../src/observe/claims.ts';
import { contextRelevance } from '../src/score/scorers/context-relevance.ts';
import { type ScriptedJudge, scriptedJudge } from '../src/testing/scripted-judge.ts';
import { virtualClock } from '../src/testing/virtual-clock.ts';
import { answered, START_MS, span, traceId } from './support/builders.ts';
import { setUpPipeline } from './support/pipeline.ts';

/** Small enough that every bound is reached. */
const LIMITS = { maxTraces: 2, maxSpansPerTrace: 5, maxCharactersPerTrace: 400, maxQueue: 2, workers: 2, judgeDeadlineMs: 1_000 };
const COMPLETION = { graceMs: 1_000, idleMs: 5_000, maxAgeMs: 8_000, tooOldMs: 30_000 };

const number = fc.nat(4);
const aSpan = fc.record({
  do: fc.constant('span' as const),
  trace: number,
  id: number,
  parent: fc.option(number, { nil: undefined }),
  kind: fc.constantFrom('retrieval', 'retrieval', 'empty', 'textless', 'hidden', 'generation', 'question', 'plain'),
  endedAgoMs: fc.constantFrom(0, 0, 0, 40_000),
  text: fc.constantFrom('', 'alpha', 'beta', 'long '.repeat(90)),
});
const command = fc.oneof(
  { weight: 8, arbitrary: aSpan },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('start' as const), trace: number }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('log' as const), trace: number, id: number }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('again' as const), which: number }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('elsewhere' as const), which: number }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('advance' as const), ms: fc.constantFrom(0, 1, 400, 1_000, 5_000, 9_000) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('reply' as const),
      judge: fc.constantFrom(0, 1),
      which: fc.nat(2),
      how: fc.constantFrom('high', 'low', 'none', 'failed', 'too_large', 'budget', 'short', 'nonsense', 'reject'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('flush' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drain' as const), deadlineMs: fc.constantFrom(0, 1, 500) }) },
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

/** Replies when it is told to, in whatever order, also long after nobody waits any more. */
function obedientJudge(id: string): { judge: ScriptedJudge; reply: (which: number, how: string) => void } {
  const open: ((how: string) => void)[] = [];
  const judge = scriptedJudge(
    [
      (turn) =>
        new Promise<JudgeReply>((resolve, reject) => {
          open.push((how) => (how === 'reject' ? reject(new Error('broken')) : resolve(replyOf(how, turn.documents.length))));
        }),
    ],
    { id, gives: ['documents', 'missing'] },
  );
  return {
    judge,
    reply: (which, how) => {
      for (const settle of open.splice(which, 1)) settle(how);
    },
  };
}

function replyOf(how: string, documents: number): JudgeReply {
  switch (how) {
    case 'failed':
      return { status: 'failed', reason: 'judge_unavailable', retryable: true, message: '' };
    case 'too_large':
      return { status: 'skipped', reason: 'too_large', message: '' };
    case 'budget':
      return { status: 'dropped', reason: 'budget', message: '' };
    case 'short':
      return answered('high '.repeat(documents + 1));
    case 'nonsense':
      return { status: 'whatever' } as unknown as JudgeReply;
    default:
      return answered(`${how} `.repeat(documents));
  }
}

/** Throws, skips, or gives what is no score, as the verdicts are. */
const moody: Scorer = {
  name: 'moody',
  version: '1',
  needs: ['documents'],
  score(_turn, { documents = [] }) {
    const level = documents[0]?.level;
    if (level === 'low') throw new Error('in no mood');
    return level === 'none' ? { skipped: 'no_relevant' } : { score: level === 'high' ? 1 : Number.NaN, parts: {}, explanation: '' };
  },
};

/** A user's own way to the context, that does all it can do, now or later. */
function moodyExtractor(clock: ReturnType<typeof virtualClock>): ContextExtractor {
  let calls = 0;
  const later = (ms: number): Promise<readonly string[]> => new Promise((resolve) => void clock.after(ms, () => resolve(['alpha'])));
  const moods: readonly ContextExtractor[] = [
    () => ['alpha', 'beta'],
    () => later(300),
    () => [],
    () => undefined,
    () => later(60_000),
    () => Promise.reject(new Error('in no mood')),
  ];
  return (...args) => (moods[calls++ % moods.length] as ContextExtractor)(...args);
}

function setUp(hasExtractor: boolean) {
  const clock = virtualClock(START_MS);
  const judges = [obedientJudge('one'), obedientJudge('two')] as const;
  const claims = createClaims(10_000);
  const options = {
    limits: LIMITS,
    completion: COMPLETION,
    evaluations: [
      { scorer: contextRelevance(), judge: judges[0].judge },
      { scorer: moody, judge: judges[0].judge },
      { scorer: { ...moody, name: 'half' }, judge: judges[1].judge, ratio: 0.5 },
    ],
    ...(hasExtractor ? { contextExtractor: moodyExtractor(clock) } : {}),
  };
  const ours = setUpPipeline(options, { clock, claims });
  const other = setUpPipeline(options, { clock, claims });
  const sent: SpanView[] = [];
  const promises: Promise<void>[] = [];

  async function run(command: Command): Promise<void> {
    switch (command.do) {
      case 'span': {
        const view = spanOf(command, clock.nowMs());
        sent.unshift(view);
        ours.pipeline.span(view);
        break;
      }
      case 'start':
        ours.pipeline.opened(traceId(command.trace));
        break;
      case 'log':
        ours.pipeline.log(logOf(command));
        break;
      case 'again':
      case 'elsewhere': {
        const view = sent[command.which];
        if (view !== undefined) (command.do === 'again' ? ours : other).pipeline.span(view);
        break;
      }
      case 'advance':
        await clock.advance(command.ms);
        break;
      case 'reply':
        judges[command.judge]?.reply(command.which, command.how);
        await clock.settle();
        break;
      case 'flush':
        promises.push(ours.pipeline.flush());
        break;
      case 'drain':
        promises.push(ours.pipeline.drain(command.deadlineMs));
        break;
    }
  }

  return { ...ours, other, run, promises };
}

function spanOf(command: Extract<Command, { do: 'span' }>, nowMs: number): SpanView {
  const { trace, id, parent, kind, endedAgoMs, text } = command;
  return span(`s${id}`, {
    traceId: traceId(trace),
    ...(parent === undefined ? {} : { parent: `s${parent}` }),
    at: nowMs - START_MS - endedAgoMs - 1,
    ...(kind === 'retrieval' ? { documents: ['alpha', `${text} document`], query: text } : {}),
    ...(kind === 'empty' ? { documents: [], query: 'why' } : {}),
    ...(kind === 'textless' ? { documents: [{ id: '1' }], query: 'why' } : {}),
    ...(kind === 'hidden' ? { documents: ['__REDACTED__'], query: 'why' } : {}),
    ...(kind === 'generation' ? { messages: [`${text} why?`], output: 'because' } : {}),
    ...(kind === 'question' ? { question: `${text}?` } : {}),
  });
}

function logOf({ trace, id }: Extract<Command, { do: 'log' }>): LogView {
  const body = { content: 'Why?' };
  return { traceId: traceId(trace), spanId: `s${id}`, eventName: 'gen_ai.user.message', timeUnixNano: 1n, attributes: {}, body };
}

/** seen = scored + skipped + failed + dropped + waiting, and one result for each that does not wait. */
function expectNothingLost({ pipeline, results }: Pick<ReturnType<typeof setUp>, 'pipeline' | 'results'>): void {
  for (const [name, { seen, waiting, scored, skipped, failed, dropped }] of Object.entries(pipeline.stats().evaluations)) {
    expect(seen).toBe(scored + sum(skipped) + sum(failed) + sum(dropped) + waiting);
    expect(waiting).toBeGreaterThanOrEqual(0);
    expect(results.filter(({ evaluation }) => evaluation === name)).toHaveLength(seen - waiting);
  }
  const settled = results.map(
    ({ evaluation, turn }) => `${evaluation} ${turn.traceId} ${turn.retrievals[0]?.spanId ?? turn.evaluatedSpan.spanId}`,
  );
  expect(new Set(settled).size).toBe(settled.length);
  expect(results.filter(({ outcome, score }) => (outcome === 'scored') !== (score !== undefined))).toEqual([]);
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

async function play(commands: readonly Command[], hasExtractor = false): Promise<ReturnType<typeof setUp>> {
  const scene = setUp(hasExtractor);
  let mayWait = LIMITS.maxQueue;
  for (const command of commands) {
    await scene.run(command);
    // What was held when a drain began has its place beyond the bound; nothing else does. With an extractor it comes to it later.
    if (command.do === 'drain') mayWait = hasExtractor ? Number.POSITIVE_INFINITY : Math.max(mayWait, scene.pipeline.queue.size);
    expectNothingLost(scene);
    expectNothingLost(scene.other);
    expect(scene.pipeline.held()).toBeLessThanOrEqual(LIMITS.maxTraces);
    expect(scene.pipeline.queue.size).toBeLessThanOrEqual(mayWait);
  }
  let isDrained = false;
  const drained = Promise.all([...scene.promises, scene.pipeline.drain(100), scene.other.pipeline.drain(100)]);
  void drained.then(() => {
    isDrained = true;
  });
  await scene.clock.advance(100);
  expect(isDrained).toBe(true);
  for (const { pipeline } of [scene, scene.other]) {
    expect(Object.values(pipeline.stats().evaluations).map(({ waiting }) => waiting)).toEqual([0, 0, 0]);
    expect(pipeline.held()).toBe(0);
  }
  expectNothingLost(scene);
  expectNothingLost(scene.other);
  return scene;
}

const anyCommands = fc.array(command, { maxLength: 60, size: 'max' });

test.for([
  { name: 'alone', hasExtractor: false },
  { name: 'with a context extractor', hasExtractor: true },
])(
  'whatever happens in whatever order, nothing is lost and nothing is settled twice: $name',
  { timeout: 60_000 },
  async ({ hasExtractor }) => {
    await fc.assert(
      fc.asyncProperty(anyCommands, async (commands) => {
        await play(commands, hasExtractor);
      }),
      { numRuns: 150 },
    );
  },
);

test('such commands reach every outcome that can be reached', async () => {
  const outcomes = new Set<string>();
  for (const commands of fc.sample(anyCommands, { numRuns: 300, seed: 1 })) {
    const { results, pipeline, other } = await play(commands);
    for (const { outcome, reason } of [...results, ...other.results])
      outcomes.add(reason === undefined ? outcome : `${outcome}: ${reason}`);
    if (pipeline.stats().late > 0) outcomes.add('late');
  }
  expect([...outcomes].toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'dropped: budget',
    'dropped: duplicate',
    'dropped: evicted',
    'dropped: queue_full',
    'dropped: shutdown',
    'dropped: too_old',
    'failed: invalid_verdict',
    'failed: judge_error',
    'failed: judge_timeout',
    'failed: judge_unavailable',
    'failed: scorer_error',
    'late',
    'scored',
    'skipped: no_documents',
    'skipped: no_query',
    'skipped: no_relevant',
    'skipped: redacted',
    'skipped: text_missing',
    'skipped: too_large',
  ]);
}, 60_000);
