import { register } from 'prom-client';
import { afterEach, expect, test } from 'vitest';
import { METRIC, METRICS } from '../../src/emit/names.ts';
import { otelMetrics } from '../../src/emit/otel-metrics.ts';
import { prometheusMetrics, prometheusName } from '../../src/emit/prometheus.ts';
import { type Counters, createCounters } from '../../src/observe/counters.ts';
import { parseOpenMetrics, type Sample } from './open-metrics.ts';
import { type Sdk, startSdk } from './otel.ts';
import { TRACE_ID } from './results.ts';
import { GAUGES, play } from './scenario.ts';
import { seriesOfPoints, seriesOfSamples } from './series.ts';

let sdk: Sdk | undefined;
afterEach(async () => {
  await sdk?.stop();
  sdk = undefined;
});

async function played(counters: Counters = createCounters({ maxSeries: 100 })) {
  const view = await prometheusMetrics({ counters, gauges: GAUGES });
  const metrics = play(counters, view.measure);
  return { ...view, metrics, counters };
}

test('the text is OpenMetrics, and each family has its type and the name that the table says', async () => {
  const { expose } = await played();
  const { contentType, body } = await expose();
  expect(contentType).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
  expect(Object.fromEntries(parseOpenMetrics(body).types)).toEqual({
    ragmeter_score: 'histogram',
    ragmeter_turns: 'counter',
    ragmeter_turns_seen: 'counter',
    ragmeter_turns_waiting: 'gauge',
    ragmeter_retrievals: 'counter',
    ragmeter_documents: 'counter',
    ragmeter_missing_context: 'counter',
    ragmeter_judge_duration_seconds: 'histogram',
    ragmeter_judge_tokens: 'counter',
    ragmeter_judge_cost: 'counter',
    ragmeter_score_delay_seconds: 'histogram',
    ragmeter_queue_size: 'gauge',
    ragmeter_queue_capacity: 'gauge',
    ragmeter_healthy: 'gauge',
    ragmeter_score_floor: 'gauge',
    ragmeter_judge_agreement: 'gauge',
  });
});

test('samples have the names of the table: counters end in _total once, also in a second scrape', async () => {
  const { expose } = await played();
  const suffixes = { counter: [''], 'up-down': [''], gauge: [''], histogram: ['_bucket', '_count', '_sum'] };
  const names = METRICS.flatMap((metric) => suffixes[metric.kind].map((suffix) => prometheusName(metric) + suffix));
  for (const { body } of [await expose(), await expose()]) {
    expect(new Set(parseOpenMetrics(body).samples.map(({ name }) => name))).toEqual(new Set(names));
  }
});

test('labels are those of the table', async () => {
  const { expose } = await played();
  const labels = new Map(METRICS.map((metric) => [prometheusName(metric), metric.keys.map((key) => key.replaceAll('.', '_'))]));
  for (const { name, labels: got } of parseOpenMetrics((await expose()).body).samples) {
    const allowed = ['le', ...(labels.get(name.replace(/_(bucket|sum|count)$/, '')) ?? [])];
    expect(
      Object.keys(got).filter((label) => !allowed.includes(label)),
      name,
    ).toEqual([]);
  }
});

test('OpenTelemetry, Prometheus and stats say the same', async () => {
  sdk = startSdk();
  const counters = createCounters({ maxSeries: 12 });
  const prometheus = await prometheusMetrics({ counters, gauges: GAUGES });
  const otel = otelMetrics({ counters, gauges: GAUGES });
  const metrics = play(counters, (...measured) => {
    prometheus.measure(...measured);
    otel.measure(...measured);
  });

  const { samples } = parseOpenMetrics((await prometheus.expose()).body);
  const points = await sdk.collect();
  const fromOtel = seriesOfPoints(points);
  expect(seriesOfSamples(samples)).toEqual(fromOtel);
  expect(Object.keys(fromOtel).some((key) => key.includes('otel_metric_overflow'))).toBe(true);

  const stats = Object.values(metrics.stats().evaluations);
  const sum = (name: string, status?: string) =>
    samples
      .filter((sample) => sample.name === name && (status === undefined || sample.labels.ragmeter_outcome === status))
      .reduce((total, { value }) => total + value, 0);
  expect(sum('ragmeter_turns_seen_total')).toBe(stats.reduce((total, { seen }) => total + seen, 0));
  expect(sum('ragmeter_turns_waiting')).toBe(stats.reduce((total, { waiting }) => total + waiting, 0));
  expect(sum('ragmeter_turns_total', 'scored')).toBe(stats.reduce((total, { scored }) => total + scored, 0));
});

test('a score leaves its trace id at its bucket, and only scores do', async () => {
  const { expose } = await played();
  const marked = parseOpenMetrics((await expose()).body).samples.filter(({ exemplar }) => exemplar !== undefined);
  const shop = marked.filter(({ labels }) => labels.ragmeter_service === 'shop');
  const shown = ({ name, labels, exemplar }: Sample) => [name, labels.le, exemplar];
  expect(shop.map(shown)).toEqual([
    ['ragmeter_score_bucket', '0.001', { labels: { trace_id: TRACE_ID }, value: 0 }],
    ['ragmeter_score_bucket', '0.8', { labels: { trace_id: TRACE_ID }, value: 0.75 }],
    ['ragmeter_score_bucket', '+Inf', { labels: { trace_id: TRACE_ID }, value: 1 }],
  ]);
  expect(marked.every(({ name }) => name === 'ragmeter_score_bucket')).toBe(true);
});

test('a score without an exemplar counts all the same', async () => {
  const counters = createCounters({ maxSeries: 100 });
  const { measure, expose } = await prometheusMetrics({ counters, gauges: GAUGES });
  measure(METRIC.score, 0.5, { 'ragmeter.service': 'shop' });
  const { samples } = parseOpenMetrics((await expose()).body);
  expect(samples.find(({ name }) => name === 'ragmeter_score_count')?.value).toBe(1);
  expect(samples.some(({ exemplar }) => exemplar !== undefined)).toBe(false);
});

test('a scrape shows now: what changed since, and no reading that is gone', async () => {
  const counters = createCounters({ maxSeries: 100 });
  const readings = [{ name: METRIC.queueSize, value: 3, keys: {} }];
  const { expose } = await prometheusMetrics({ counters, gauges: () => readings });
  counters.add(METRIC.waiting, { 'ragmeter.service': 'shop' }, 2);
  const shown = async () => parseOpenMetrics((await expose()).body).samples.map(({ name, value }) => `${name} ${value}`);
  expect(await shown()).toEqual(['ragmeter_turns_waiting 2', 'ragmeter_queue_size 3']);
  counters.add(METRIC.waiting, { 'ragmeter.service': 'shop' }, -2);
  readings.pop();
  expect(await shown()).toEqual(['ragmeter_turns_waiting 0']);
});

test('scrapes at the same time do not mix', async () => {
  const { expose } = await played();
  const bodies = await Promise.all([expose(), expose(), expose()]);
  expect(new Set(bodies.map(({ body }) => body)).size).toBe(1);
});

test("the application's own registry stays empty, and two of ours live side by side", async () => {
  const [one, other] = [await played(), await played()];
  expect((await one.expose()).body).toContain('ragmeter_turns_total');
  expect((await other.expose()).body).toContain('ragmeter_turns_total');
  expect(register.getMetricsAsArray()).toEqual([]);
});

test('labels that are not in the table, gauges that throw, unknown metrics: nothing throws, the rest is shown', async () => {
  const counters = createCounters({ maxSeries: 100 });
  const { measure, expose } = await prometheusMetrics({
    counters,
    gauges: () => {
      throw new Error('no gauges today');
    },
  });
  counters.add(METRIC.turns, { trace_id: TRACE_ID });
  counters.add(METRIC.seen, { 'ragmeter.service': 'shop' });
  measure(METRIC.score, 0.5, { trace_id: TRACE_ID });
  measure(METRIC.scoreDelay, Number.NaN, {});
  measure('ragmeter.secret', 1, {});
  const { samples } = parseOpenMetrics((await expose()).body);
  expect(samples).toEqual([{ name: 'ragmeter_turns_seen_total', labels: { ragmeter_service: 'shop' }, value: 1 }]);
});
