import { metrics } from '@opentelemetry/api';
import {
  AggregationTemporality,
  DataPointType,
  type Histogram,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';

export interface Point {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
  readonly kind: 'counter' | 'up-down' | 'histogram' | 'gauge';
  readonly keys: Record<string, unknown>;
  /** A histogram's is its count. */
  readonly value: number;
  readonly histogram?: Histogram;
}

export interface Sdk {
  /** All points of a new collection. */
  readonly collect: () => Promise<Point[]>;
  readonly scopes: () => string[];
  readonly stop: () => Promise<void>;
}

/** Registers a real meter provider as the global one, in place of any other. */
export function startSdk(temporality: AggregationTemporality = AggregationTemporality.CUMULATIVE): Sdk {
  const exporter = new InMemoryMetricExporter(temporality);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const provider = new MeterProvider({ readers: [reader] });
  metrics.disable();
  metrics.setGlobalMeterProvider(provider);
  return {
    async collect() {
      exporter.reset();
      await provider.forceFlush();
      return exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics.flatMap(pointsOf)));
    },
    scopes: () => exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.map(({ scope }) => `${scope.name}@${scope.version}`)),
    async stop() {
      metrics.disable();
      await provider.shutdown();
    },
  };
}

type Metric = ReturnType<InMemoryMetricExporter['getMetrics']>[number]['scopeMetrics'][number]['metrics'][number];

function pointsOf(metric: Metric): Point[] {
  const { name, unit, description } = metric.descriptor;
  if (metric.dataPointType === DataPointType.HISTOGRAM) {
    return metric.dataPoints.map(({ attributes, value }) => ({
      name,
      unit,
      description,
      kind: 'histogram',
      keys: attributes,
      value: value.count,
      histogram: value,
    }));
  }
  if (metric.dataPointType === DataPointType.EXPONENTIAL_HISTOGRAM) throw new Error('we make none');
  const sum = metric.dataPointType === DataPointType.SUM && metric.isMonotonic ? 'counter' : 'up-down';
  const kind = metric.dataPointType === DataPointType.GAUGE ? 'gauge' : sum;
  return metric.dataPoints.map(({ attributes, value }) => ({ name, unit, description, kind, keys: attributes, value }));
}
