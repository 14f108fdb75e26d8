import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ATTRIBUTE, isOwnScope, METRIC, METRICS, VERSION } from '../../src/emit/names.ts';
import { prometheusName } from '../../src/emit/prometheus.ts';

test("the version is the package's", () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
  expect(VERSION).toBe(version);
});

/** The published table. A change here is a change of dashboards and alerts in other people's hands. */
const E = 'gen_ai.evaluation.name gen_ai.evaluation.evaluator.id gen_ai.evaluation.evaluator.version ragmeter.sample ragmeter.service';
test.for([
  { name: 'ragmeter.score', kind: 'histogram', unit: '1', keys: E, prometheus: 'ragmeter_score' },
  {
    name: 'ragmeter.turns',
    kind: 'counter',
    unit: '{turn}',
    keys: `${E} ragmeter.outcome ragmeter.reason`,
    prometheus: 'ragmeter_turns_total',
  },
  { name: 'ragmeter.turns.seen', kind: 'counter', unit: '{turn}', keys: E, prometheus: 'ragmeter_turns_seen_total' },
  { name: 'ragmeter.turns.waiting', kind: 'up-down', unit: '{turn}', keys: E, prometheus: 'ragmeter_turns_waiting' },
  {
    name: 'ragmeter.retrievals',
    kind: 'counter',
    unit: '{retrieval}',
    keys: 'ragmeter.convention ragmeter.result ragmeter.service',
    prometheus: 'ragmeter_retrievals_total',
  },
  {
    name: 'ragmeter.documents',
    kind: 'counter',
    unit: '{document}',
    keys: `${E} ragmeter.level ragmeter.used`,
    prometheus: 'ragmeter_documents_total',
  },
  { name: 'ragmeter.missing_context', kind: 'counter', unit: '{item}', keys: E, prometheus: 'ragmeter_missing_context_total' },
  {
    name: 'ragmeter.judge.duration',
    kind: 'histogram',
    unit: 's',
    keys: 'gen_ai.evaluation.evaluator.id error.type',
    prometheus: 'ragmeter_judge_duration_seconds',
  },
  {
    name: 'ragmeter.judge.tokens',
    kind: 'counter',
    unit: '{token}',
    keys: 'gen_ai.evaluation.evaluator.id gen_ai.token.type',
    prometheus: 'ragmeter_judge_tokens_total',
  },
  {
    name: 'ragmeter.judge.cost',
    kind: 'counter',
    unit: '{USD}',
    keys: 'gen_ai.evaluation.evaluator.id',
    prometheus: 'ragmeter_judge_cost_total',
  },
  {
    name: 'ragmeter.score.delay',
    kind: 'histogram',
    unit: 's',
    keys: 'gen_ai.evaluation.evaluator.id',
    prometheus: 'ragmeter_score_delay_seconds',
  },
  { name: 'ragmeter.queue.size', kind: 'gauge', unit: '{turn}', keys: '', prometheus: 'ragmeter_queue_size' },
  { name: 'ragmeter.queue.capacity', kind: 'gauge', unit: '{turn}', keys: '', prometheus: 'ragmeter_queue_capacity' },
  { name: 'ragmeter.healthy', kind: 'gauge', unit: '{status}', keys: '', prometheus: 'ragmeter_healthy' },
  { name: 'ragmeter.score.floor', kind: 'gauge', unit: '{score}', keys: 'gen_ai.evaluation.name', prometheus: 'ragmeter_score_floor' },
  {
    name: 'ragmeter.judge.agreement',
    kind: 'gauge',
    unit: '{score}',
    keys: 'gen_ai.evaluation.name gen_ai.evaluation.evaluator.id',
    prometheus: 'ragmeter_judge_agreement',
  },
])('$name is a $kind in $unit, and $prometheus to Prometheus', ({ name, kind, unit, keys, prometheus }) => {
  const metric = METRICS.find((row) => row.name === name)!;
  expect({ kind: metric.kind, unit: metric.unit, keys: metric.keys.join(' ') }).toEqual({ kind, unit, keys });
  expect(prometheusName(metric)).toBe(prometheus);
});

test('every metric name has one row', () => {
  expect(METRICS.map(({ name }) => name).toSorted()).toEqual(Object.values(METRIC).toSorted());
});

test('histograms have rising bounds, none a whole number, and nothing else has bounds', () => {
  for (const { kind, bounds } of METRICS) {
    expect(bounds !== undefined).toBe(kind === 'histogram');
    expect(bounds?.toSorted((a, b) => a - b)).toEqual(bounds);
    expect(bounds?.filter(Number.isInteger) ?? []).toEqual([]);
  }
});

test('no gauge has unit 1, and every description says the range or the two values', () => {
  for (const { kind, unit, description } of METRICS) {
    if (kind !== 'histogram') expect(unit).not.toBe('1');
    expect(description).toMatch(/\d/);
  }
});

test('nothing that names one trace, document, user or question is a metric key', () => {
  const allowed = new Set<string>([
    ATTRIBUTE.evaluationName,
    ATTRIBUTE.evaluatorId,
    ATTRIBUTE.evaluatorVersion,
    ATTRIBUTE.sample,
    ATTRIBUTE.service,
    ATTRIBUTE.outcome,
    ATTRIBUTE.reason,
    ATTRIBUTE.convention,
    ATTRIBUTE.result,
    ATTRIBUTE.level,
    ATTRIBUTE.used,
    ATTRIBUTE.errorType,
    ATTRIBUTE.tokenType,
  ]);
  expect(METRICS.flatMap(({ keys }) => keys).filter((key) => !allowed.has(key))).toEqual([]);
});

test.for([
  { scope: 'ragmeter', own: true },
  { scope: 'ragmeter-app', own: false },
  { scope: 'Ragmeter', own: false },
  { scope: '', own: false },
])('scope "$scope" is ours: $own', ({ scope, own }) => {
  expect(isOwnScope(scope)).toBe(own);
});
