import { metrics as api, type DiagLogger, diag } from '@opentelemetry/api';
import { AggregationTemporality } from '@opentelemetry/sdk-metrics';
import { afterEach, expect, test, vi } from 'vitest';
import { METRIC, METRICS, VERSION } from '../../src/emit/names.ts';
import { otelMetrics } from '../../src/emit/otel-metrics.ts';
import { createCounters } from '../../src/observe/counters.ts';
import { type Point, type Sdk, startSdk } from './otel.ts';
import { GAUGES, play } from './scenario.ts';

const started: Sdk[] = [];
function start(temporality?: AggregationTemporality): Sdk {
  const sdk = startSdk(temporality);
  started.push(sdk);
  return sdk;
}
afterEach(async () => {
  await Promise.all(started.splice(0).map((sdk) => sdk.stop()));
  api.disable();
  diag.disable();
});

const named = (points: Point[], name: string): Point[] => points.filter((point) => point.name === name);
const total = (points: Point[], name: string): number => named(points, name).reduce((sum, { value }) => sum + value, 0);

test('every metric of the table arrives, with its kind, unit and description, under our scope, and nothing else', async () => {
  const sdk = start();
  const counters = createCounters({ maxSeries: 100 });
  const view = otelMetrics({ counters, gauges: GAUGES });
  play(counters, view.measure);

  const points = await sdk.collect();
  const shape = ({ name, kind, unit, description }: Pick<Point, 'name' | 'kind' | 'unit' | 'description'>) =>
    [name, kind, unit, description].join(' | ');
  expect(new Set(points.map(shape))).toEqual(new Set(METRICS.map(shape)));
  expect(sdk.scopes()).toEqual([`ragmeter@${VERSION}`]);
});

test('keys are those of the table, and nothing else', async () => {
  const sdk = start();
  const counters = createCounters({ maxSeries: 100 });
  play(counters, otelMetrics({ counters, gauges: GAUGES }).measure);

  for (const { name, keys } of await sdk.collect()) {
    const allowed = METRICS.find((row) => row.name === name)!.keys;
    expect(
      Object.keys(keys).filter((key) => !allowed.includes(key)),
      name,
    ).toEqual([]);
  }
});

test('histograms have our bounds, and count scored turns only', async () => {
  const sdk = start();
  const counters = createCounters({ maxSeries: 100 });
  play(counters, otelMetrics({ counters, gauges: GAUGES }).measure);

  const points = await sdk.collect();
  const [score] = named(points, METRIC.score);
  expect(score?.histogram?.buckets.boundaries).toEqual([0.001, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.999]);
  expect(score?.histogram?.buckets.counts).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1]);
  expect(score?.histogram).toMatchObject({ count: 3, sum: 1.75 });
  const scored = named(points, METRIC.turns).filter(({ keys }) => keys['ragmeter.outcome'] === 'scored');
  expect(total(points, METRIC.score)).toBe(scored.reduce((sum, { value }) => sum + value, 0));
});

test('what was counted before the SDK started is there when it has; what was measured begins then', async () => {
  const counters = createCounters({ maxSeries: 100 });
  const view = otelMetrics({ counters, gauges: GAUGES });
  view.refresh();
  play(counters, view.measure);
  const sdk = start();
  view.refresh();
  play(counters, view.measure);

  const points = await sdk.collect();
  expect(total(points, METRIC.turns)).toBe(36);
  expect(total(points, METRIC.score)).toBe(9);
});

test('measuring alone is activity enough to find a new provider', async () => {
  const counters = createCounters({ maxSeries: 100 });
  const view = otelMetrics({ counters, gauges: GAUGES });
  view.refresh();
  const sdk = start();
  view.measure(METRIC.score, 0.5, {});
  expect(total(await sdk.collect(), METRIC.score)).toBe(1);
});

test('a provider that took the place of another has everything, and the old one hears no more', async () => {
  const counters = createCounters({ maxSeries: 100 });
  const view = otelMetrics({ counters, gauges: GAUGES });
  const old = start(AggregationTemporality.DELTA);
  play(counters, view.measure);
  expect(total(await old.collect(), METRIC.turns)).toBe(18);

  const sdk = start();
  view.refresh();
  play(counters, view.measure);
  expect(total(await sdk.collect(), METRIC.turns)).toBe(36);
  expect(await old.collect()).toEqual([]);
});

test('cumulative: a later collection shows the whole; delta: the difference, also of what went down', async () => {
  const counters = createCounters({ maxSeries: 100 });
  const view = otelMetrics({ counters, gauges: GAUGES });
  const keys = { 'ragmeter.service': 'shop' };
  const collected: Record<string, number[]> = {};
  for (const [name, temporality] of [
    ['cumulative', AggregationTemporality.CUMULATIVE],
    ['delta', AggregationTemporality.DELTA],
  ] as const) {
    const sdk = start(temporality);
    const before = [...counters.series(METRIC.turns)].reduce((sum, { value }) => sum + value, 0);
    view.refresh();
    counters.add(METRIC.turns, keys, 2);
    counters.add(METRIC.waiting, keys, 2);
    const first = await sdk.collect();
    counters.add(METRIC.turns, keys, 3);
    counters.add(METRIC.waiting, keys, -1);
    const second = await sdk.collect();
    collected[name] = [first, second].flatMap((points) => [
      total(points, METRIC.turns) - (points === first || name === 'cumulative' ? before : 0),
    ]);
    collected[`${name} waiting`] = [first, second].map((points) => total(points, METRIC.waiting));
    counters.add(METRIC.waiting, keys, -1);
  }
  expect(collected).toEqual({ cumulative: [2, 5], 'cumulative waiting': [2, 1], delta: [2, 3], 'delta waiting': [2, -1] });
});

test('at the default bound the SDK does not fold together what we keep apart', async () => {
  const sdk = start();
  const counters = createCounters({ maxSeries: 2_000 });
  const view = otelMetrics({ counters, gauges: GAUGES });
  view.refresh();
  for (let round = 1; round <= 2; round += 1) {
    for (let index = 0; index < 2_100; index += 1) counters.add(METRIC.turns, { 'ragmeter.service': `${index}` });
    const points = named(await sdk.collect(), METRIC.turns);
    const overflow = points.filter(({ keys }) => 'otel.metric.overflow' in keys);
    expect(points).toHaveLength(2_000);
    expect(overflow.map(({ value }) => value)).toEqual([101 * round]);
    expect(points.reduce((sum, { value }) => sum + value, 0)).toBe(2_100 * round);
  }
});

test('an unknown metric or gauge is not written', async () => {
  const sdk = start();
  const counters = createCounters({ maxSeries: 100 });
  const view = otelMetrics({ counters, gauges: () => [{ name: 'ragmeter.secret', value: 1, keys: {} }] });
  view.measure('ragmeter.secret', 1, {});
  counters.add('ragmeter.secret', {});
  expect(await sdk.collect()).toEqual([]);
});

test('gauges that throw cost their own values, and nothing else', async () => {
  const sdk = start();
  const counters = createCounters({ maxSeries: 100 });
  const view = otelMetrics({
    counters,
    gauges: () => {
      throw new Error('no gauges today');
    },
  });
  play(counters, view.measure);
  expect(total(await sdk.collect(), METRIC.turns)).toBe(18);
});

test('a provider that throws is said once, asked once, and replaced by the next', async () => {
  const warn = vi.fn();
  diag.setLogger({ warn, error: warn, info: warn, debug: () => {}, verbose: () => {} } satisfies DiagLogger, {
    suppressOverrideMessage: true,
  });
  const getMeter = vi.fn(() => {
    throw new Error('broken');
  });
  api.setGlobalMeterProvider({ getMeter });
  const counters = createCounters({ maxSeries: 100 });
  const view = otelMetrics({ counters, gauges: GAUGES });
  view.refresh();
  play(counters, view.measure);
  expect(getMeter).toHaveBeenCalledTimes(1);
  expect(warn.mock.calls.map(([message]) => message as string)).toEqual([
    'ragmeter could not write metrics; further failures of this kind are not reported',
  ]);

  const sdk = start();
  view.refresh();
  expect(total(await sdk.collect(), METRIC.turns)).toBe(18);
});
