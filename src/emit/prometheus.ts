import type { Counter, Gauge, Histogram, OpenMetricsContentType, Registry } from 'prom-client';
import type { Counters, Keys, Series } from '../observe/counters.ts';
import { createGuard, type Guard } from './guard.ts';
import type { Gauges, Measure } from './measure.ts';
import { ATTRIBUTE, METRIC, METRICS, type MetricDefinition } from './names.ts';

export interface PrometheusOptions {
  readonly counters: Counters;
  readonly gauges: Gauges;
  /** Keys that the user adds to the metrics of an evaluation. */
  readonly keys?: readonly string[];
}

export interface PrometheusMetrics {
  readonly measure: Measure;
  /** All metrics as OpenMetrics text, as they are now. */
  readonly expose: () => Promise<{ readonly contentType: string; readonly body: string }>;
}

type PromClient = typeof import('prom-client');
type OpenMetricsRegistry = Registry<OpenMetricsContentType>;

/**
 * Shows counters and gauges, and what is measured, to a Prometheus that scrapes. Has what OpenTelemetry for JavaScript does not export: the trace id of a
 * score beside its bucket, so that a dot on the chart opens the trace.
 *
 * `prom-client` is loaded here and not before. Its global registry is the application's and stays untouched.
 */
export async function prometheusMetrics({ counters, gauges, keys = [] }: PrometheusOptions): Promise<PrometheusMetrics> {
  const client: PromClient = await import('prom-client');
  const registry: OpenMetricsRegistry = new client.Registry<OpenMetricsContentType>();
  registry.setContentType(client.Registry.OPENMETRICS_CONTENT_TYPE);
  const guard = createGuard();
  const histograms = new Map<string, Histogram>();
  for (const { keys: own, ...defined } of METRICS) {
    const metric = { ...defined, keys: own.includes(ATTRIBUTE.sample) ? [...own, ...keys] : own };
    if (metric.kind === 'histogram') histograms.set(metric.name, createHistogram(client, registry, metric));
    else if (metric.kind === 'gauge') createGauge(client, registry, metric, guard, () => readingsOf(gauges, metric.name));
    else if (metric.kind === 'up-down') createGauge(client, registry, metric, guard, () => counters.series(metric.name));
    else createCounter(client, registry, metric, guard, () => counters.series(metric.name));
  }

  return {
    measure(metric, value, keys, exemplar) {
      const histogram = histograms.get(metric);
      if (histogram === undefined) return;
      guard('Prometheus metrics', () => {
        const labels = labelsOf(keys);
        if (!hasExemplars(metric)) histogram.observe(labels, value);
        else histogram.observe({ labels, value, ...(exemplar && { exemplarLabels: { trace_id: exemplar.traceId } }) });
      });
    },
    expose: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}

/** `ragmeter.judge.duration` in seconds is `ragmeter_judge_duration_seconds`: the names that the Collector, too, makes of the OpenTelemetry ones. */
export function prometheusName({ name, kind, unit }: MetricDefinition): string {
  return `${underscored(name)}${unit === 's' ? '_seconds' : ''}${kind === 'counter' ? '_total' : ''}`;
}

function createHistogram(client: PromClient, registry: OpenMetricsRegistry, metric: MetricDefinition): Histogram {
  const buckets = [...(metric.bounds ?? [])];
  return new client.Histogram({ ...common(registry, metric), buckets, enableExemplars: hasExemplars(metric.name) });
}

function createCounter(
  client: PromClient,
  registry: OpenMetricsRegistry,
  metric: MetricDefinition,
  guard: Guard,
  read: () => Iterable<Series>,
): Counter {
  return new client.Counter({
    ...common(registry, metric),
    collect() {
      this.reset();
      guard('Prometheus metrics', () => {
        for (const { keys, value } of read()) this.inc(labelsOf(keys), value);
      });
    },
  });
}

function createGauge(
  client: PromClient,
  registry: OpenMetricsRegistry,
  metric: MetricDefinition,
  guard: Guard,
  read: () => Iterable<Series>,
): Gauge {
  return new client.Gauge({
    ...common(registry, metric),
    collect() {
      this.reset();
      guard('Prometheus metrics', () => {
        for (const { keys, value } of read()) this.set(labelsOf(keys), value);
      });
    },
  });
}

function common(registry: OpenMetricsRegistry, metric: MetricDefinition) {
  return {
    name: prometheusName(metric),
    help: metric.description,
    // The overflow label is declared for gauges too: without any label, prom-client shows a 0 that nobody set.
    labelNames: [...metric.keys, ATTRIBUTE.overflow].map(underscored),
    registers: [registry],
  };
}

function hasExemplars(metric: string): boolean {
  return metric === METRIC.score;
}

function* readingsOf(gauges: Gauges, name: string): Iterable<Series> {
  for (const reading of gauges()) if (reading.name === name) yield reading;
}

function labelsOf(keys: Keys): Record<string, string> {
  return Object.fromEntries(Object.entries(keys).map(([key, value]) => [underscored(key), value]));
}

function underscored(name: string): string {
  return name.replaceAll('.', '_');
}
