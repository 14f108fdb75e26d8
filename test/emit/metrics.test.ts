import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMetrics, type Metrics } from '../../src/emit/metrics.ts';
import { METRIC } from '../../src/emit/names.ts';
import type { JudgeReply } from '../../src/model/judge.ts';
import { DROP_REASONS, FAILURE_REASONS, type Outcome, SKIP_REASONS } from '../../src/model/outcome.ts';
import { type Counters, createCounters } from '../../src/observe/counters.ts';
import { DROPPED, evaluation, FAILED, judge, result, SCORED, SKIPPED, SPAN_ID, TRACE_ID, turn, VERDICTS } from './results.ts';

interface Measured {
  readonly metric: string;
  readonly value: number;
  readonly keys: Record<string, string>;
  readonly exemplar?: unknown;
}

function setUp(maxSeries = 100): { metrics: Metrics; counters: Counters; measured: Measured[] } {
  const counters = createCounters({ maxSeries });
  const measured: Measured[] = [];
  const metrics = createMetrics({
    counters,
    measure: (metric, value, keys, exemplar) => measured.push({ metric, value, keys: { ...keys }, ...(exemplar && { exemplar }) }),
  });
  return { metrics, counters, measured };
}

const E = {
  'gen_ai.evaluation.name': 'context_relevance',
  'gen_ai.evaluation.evaluator.id': 'lexical',
  'gen_ai.evaluation.evaluator.version': '1+lexical@1',
  'ragmeter.sample': 'random',
  'ragmeter.service': 'shop',
};
const EVALUATOR = { 'gen_ai.evaluation.evaluator.id': 'lexical' };

test('a turn that is handed to an evaluation is seen, and waits', () => {
  const { metrics, counters } = setUp();
  metrics.seen(evaluation(), turn(), 'random');
  expect([...counters.series(METRIC.seen)]).toEqual([{ keys: E, value: 1 }]);
  expect([...counters.series(METRIC.waiting)]).toEqual([{ keys: E, value: 1 }]);
});

test.for([
  { name: 'scored', outcome: SCORED, keys: { 'ragmeter.outcome': 'scored' } },
  { name: 'skipped', outcome: SKIPPED, keys: { 'ragmeter.outcome': 'skipped', 'ragmeter.reason': 'no_documents' } },
  { name: 'failed', outcome: FAILED, keys: { 'ragmeter.outcome': 'failed', 'ragmeter.reason': 'judge_timeout' } },
  { name: 'dropped', outcome: DROPPED, keys: { 'ragmeter.outcome': 'dropped', 'ragmeter.reason': 'queue_full' } },
])('$name: counted once, and waits no more', ({ outcome, keys }) => {
  const { metrics, counters } = setUp();
  metrics.seen(evaluation(), turn(), 'random');
  metrics.settled(result({ outcome }), 2);
  expect([...counters.series(METRIC.waiting)]).toEqual([{ keys: E, value: 0 }]);
  expect([...counters.series(METRIC.turns)]).toEqual([{ keys: { ...E, ...keys }, value: 1 }]);
});

test('a scored turn gives its score, with its span as exemplar, and its delay', () => {
  const { metrics, measured } = setUp();
  metrics.settled(result(), 2.5);
  expect(measured).toEqual([
    { metric: METRIC.score, value: 0.75, keys: E, exemplar: { traceId: TRACE_ID, spanId: SPAN_ID, sampled: true } },
    { metric: METRIC.scoreDelay, value: 2.5, keys: EVALUATOR },
  ]);
});

test('no exemplar leads to a span that was not sampled', () => {
  const { metrics, measured } = setUp();
  metrics.settled(result({ turn: turn({ evaluatedSpan: { traceId: TRACE_ID, spanId: SPAN_ID, sampled: false } }) }), 2.5);
  expect(measured[0]).toEqual({ metric: METRIC.score, value: 0.75, keys: E });
});

test.for([SKIPPED, FAILED, DROPPED])('nothing is measured for $status', (outcome) => {
  const { metrics, measured } = setUp();
  metrics.settled(result({ outcome, verdicts: VERDICTS }), 2.5);
  expect(measured).toEqual([]);
});

test.for([
  { delay: -0.4, measured: 0 },
  { delay: Number.NaN, measured: undefined },
])('a delay of $delay s, from a wrong clock, is measured as $measured', ({ delay, measured: expectedValue }) => {
  const { metrics, measured } = setUp();
  metrics.settled(result(), delay);
  expect(measured.find(({ metric }) => metric === METRIC.scoreDelay)?.value).toBe(expectedValue);
});

test.for([
  { outcome: SCORED, counted: true },
  { outcome: SKIPPED, counted: true },
  { outcome: FAILED, counted: false },
  { outcome: DROPPED, counted: false },
])('documents and missing context of $outcome.status turns count: $counted', ({ outcome, counted }) => {
  const { metrics, counters } = setUp();
  metrics.settled(result({ outcome, verdicts: VERDICTS }), 1);
  const documents = [
    { keys: { ...E, 'ragmeter.level': 'none', 'ragmeter.used': 'unknown' }, value: 1 },
    { keys: { ...E, 'ragmeter.level': 'high', 'ragmeter.used': 'true' }, value: 1 },
    { keys: { ...E, 'ragmeter.level': 'low', 'ragmeter.used': 'false' }, value: 1 },
  ];
  expect([...counters.series(METRIC.documents)]).toEqual(counted ? documents : []);
  expect([...counters.series(METRIC.missingContext)]).toEqual(counted ? [{ keys: E, value: 2 }] : []);
});

test.for([
  { name: 'undefined: the judge cannot tell', missing: undefined, series: [] },
  { name: 'empty: nothing is missing', missing: [], series: [{ keys: E, value: 0 }] },
])('missing context $name', ({ missing, series }) => {
  const { metrics, counters } = setUp();
  metrics.settled(result({ verdicts: missing === undefined ? {} : { missing } }), 1);
  expect([...counters.series(METRIC.missingContext)]).toEqual(series);
});

test('past the bound measured values have the overflow set too', () => {
  const { metrics, measured } = setUp(2);
  for (const service of ['a', 'b', 'c']) metrics.settled(result({ turn: turn({ service }) }), 1);
  const scores = measured.filter(({ metric }) => metric === METRIC.score);
  expect(scores.map(({ keys }) => keys['ragmeter.service'] ?? keys)).toEqual([
    'a',
    { 'otel.metric.overflow': 'true' },
    { 'otel.metric.overflow': 'true' },
  ]);
});

test('a service without a name is unknown_service, and a long name is cut', () => {
  const { metrics, counters } = setUp();
  const { service: _, ...nameless } = turn();
  for (const seen of [nameless, turn({ service: '' }), turn({ service: 's'.repeat(1_000) })]) metrics.seen(evaluation(), seen, 'rule');
  expect([...counters.series(METRIC.seen)].map(({ keys, value }) => [keys['ragmeter.service'], keys['ragmeter.sample'], value])).toEqual([
    ['unknown_service', 'rule', 2],
    ['s'.repeat(256), 'rule', 1],
  ]);
});

test('retrievals are counted one by one, by convention and by what they returned', () => {
  const { metrics, counters } = setUp();
  const retrieval = { spanId: SPAN_ID, convention: 'openinference' };
  metrics.retrieved(
    turn({
      retrievals: [
        { ...retrieval, documents: [{ rank: 0 }, { rank: 1, text: 'a' }] },
        { ...retrieval, documents: [] },
        {
          ...retrieval,
          documents: [
            { rank: 0, id: 'x' },
            { rank: 1, text: '' },
          ],
        },
        { ...retrieval, convention: 'gen_ai', documents: [{ rank: 0, text: 'b' }] },
        { ...retrieval, documents: [{ rank: 0, text: 'c' }] },
      ],
    }),
  );
  const shown = [...counters.series(METRIC.retrievals)].map(({ keys, value }) => `${Object.values(keys).join(' ')}: ${value}`);
  expect(shown).toEqual([
    'openinference documents shop: 2',
    'openinference empty shop: 1',
    'openinference text_missing shop: 1',
    'gen_ai documents shop: 1',
  ]);
});

const answered: JudgeReply = { status: 'answered', verdicts: {} };
const failed: JudgeReply = { status: 'failed', reason: 'judge_rate_limited', retryable: true, message: '429' };
test.for([
  { name: 'an answer', reply: answered, errorType: undefined, keys: EVALUATOR },
  { name: 'a failure', reply: failed, errorType: undefined, keys: { ...EVALUATOR, 'error.type': 'judge_rate_limited' } },
  {
    name: 'an answer that is none',
    reply: answered,
    errorType: 'invalid_verdict',
    keys: { ...EVALUATOR, 'error.type': 'invalid_verdict' },
  },
  { name: 'no reply', reply: undefined, errorType: 'judge_timeout', keys: { ...EVALUATOR, 'error.type': 'judge_timeout' } },
  {
    name: 'too large to ask',
    reply: { status: 'skipped', reason: 'too_large', message: '' } as const,
    errorType: undefined,
    keys: undefined,
  },
  { name: 'over budget', reply: { status: 'dropped', reason: 'budget', message: '' } as const, errorType: undefined, keys: undefined },
])('judge call, $name: its duration has the error type, and is absent where nothing was called', ({ reply, errorType, keys }) => {
  const { metrics, measured } = setUp();
  metrics.judged(judge(), 0.2, reply, errorType);
  expect(measured).toEqual(keys === undefined ? [] : [{ metric: METRIC.judgeDuration, value: 0.2, keys }]);
});

test('tokens and cost are counted for failures too; what is not known, or not a number, is not', () => {
  const { metrics, counters } = setUp();
  metrics.judged(judge(), 1, { ...answered, usage: { inputTokens: 100, outputTokens: 10, cost: 0.001 } });
  metrics.judged(judge(), 1, { ...failed, usage: { inputTokens: 50 } });
  metrics.judged(judge(), 1, { ...answered, usage: { inputTokens: Number.NaN, outputTokens: -4, cost: Number.POSITIVE_INFINITY } });
  metrics.judged(judge(), 1, answered);
  expect([...counters.series(METRIC.judgeTokens)]).toEqual([
    { keys: { ...EVALUATOR, 'gen_ai.token.type': 'input' }, value: 150 },
    { keys: { ...EVALUATOR, 'gen_ai.token.type': 'output' }, value: 10 },
  ]);
  expect([...counters.series(METRIC.judgeCost)]).toEqual([{ keys: EVALUATOR, value: 0.001 }]);
});

test('stats before anything happened: configured evaluations with zeros', () => {
  const counters = createCounters({ maxSeries: 10 });
  const healthy = { now: true };
  const metrics = createMetrics({ counters, measure: () => {}, evaluations: [evaluation()], healthy: () => healthy.now });
  const zero = { seen: 0, waiting: 0, scored: 0, skipped: {}, failed: {}, dropped: {} };
  expect(metrics.stats()).toEqual({ evaluations: { context_relevance: zero }, late: 0, lost: 0, healthy: true });
  healthy.now = false;
  expect(metrics.stats().healthy).toBe(false);
});

test('stats sum services, samples and versions, and count by reason', () => {
  const { metrics } = setUp();
  const outcomes: Outcome[] = [SCORED, SCORED, SKIPPED, FAILED, { ...DROPPED, reason: 'budget' } as Outcome, DROPPED, DROPPED];
  outcomes.forEach((outcome, index) => {
    const seen = turn({ service: `service ${index}` });
    const by = evaluation({ version: String(index) });
    metrics.seen(by, seen, 'rule');
    metrics.settled(result({ outcome, turn: seen, evaluation: by, sample: 'rule' }), 1);
  });
  metrics.seen(evaluation(), turn(), 'random');
  metrics.late();
  metrics.late();
  expect(metrics.stats()).toEqual({
    evaluations: {
      context_relevance: {
        seen: 8,
        waiting: 1,
        scored: 2,
        skipped: { no_documents: 1 },
        failed: { judge_timeout: 1 },
        dropped: { budget: 1, queue_full: 2 },
      },
    },
    late: 2,
    lost: 0,
    healthy: true,
  });
});

test('stats of one scorer by two judges are kept apart by the evaluator id', () => {
  const { metrics } = setUp();
  metrics.seen(evaluation(), turn(), 'random');
  metrics.seen(evaluation({ judge: judge({ id: 'llm' }) }), turn(), 'random');
  metrics.seen(evaluation({ name: 'context_precision' }), turn(), 'random');
  const seen = Object.entries(metrics.stats().evaluations).map(([name, stats]) => [name, stats.seen]);
  expect(seen).toEqual([
    ['context_relevance (lexical)', 1],
    ['context_relevance (llm)', 1],
    ['context_precision', 1],
  ]);
});

test('stats past the bound: the sum holds over all entries', () => {
  const { metrics } = setUp(3);
  for (let index = 0; index < 10; index += 1) {
    const seen = turn({ service: `service ${index}` });
    metrics.seen(evaluation(), seen, 'random');
    if (index > 0) metrics.settled(result({ turn: seen }), 1);
  }
  const all = Object.values(metrics.stats().evaluations);
  expect(Object.keys(metrics.stats().evaluations)).toEqual(['context_relevance', 'otel.metric.overflow']);
  expect(all.reduce((sum, { seen }) => sum + seen, 0)).toBe(10);
  expect(all.reduce((sum, { waiting }) => sum + waiting, 0)).toBe(1);
  expect(all.reduce((sum, { scored, dropped }) => sum + scored + Object.values(dropped).reduce((a, b) => a + b, 0), 0)).toBe(9);
});

test('seen = scored + skipped + failed + dropped + waiting, after every step', () => {
  const outcome = fc.oneof(
    fc.constant(SCORED),
    fc.constantFrom(...SKIP_REASONS).map((reason): Outcome => ({ status: 'skipped', reason })),
    fc.constantFrom(...FAILURE_REASONS).map((reason): Outcome => ({ status: 'failed', reason, message: '' })),
    fc.constantFrom(...DROP_REASONS).map((reason): Outcome => ({ status: 'dropped', reason })),
  );
  const step = fc.record({ service: fc.constantFrom('a', 'b', 'c'), outcome, waits: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const { metrics } = setUp();
      const pending: (() => void)[] = [];
      const check = () => {
        const { seen, waiting, scored, ...byReason } = metrics.stats().evaluations.context_relevance!;
        const told = Object.values(byReason).flatMap((reasons) => Object.values(reasons));
        expect(scored + waiting + told.reduce((sum, count) => sum + count, 0)).toBe(seen);
        expect(waiting).toBe(pending.length);
      };
      for (const { service, outcome, waits } of steps) {
        const seen = turn({ service });
        metrics.seen(evaluation(), seen, 'random');
        pending.push(() => metrics.settled(result({ turn: seen, outcome }), 1));
        check();
        if (!waits) {
          pending.pop()?.();
          check();
        }
      }
      while (pending.length > 0) {
        pending.shift()?.();
        check();
      }
    }),
  );
});
