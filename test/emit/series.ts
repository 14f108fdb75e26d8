import { METRICS } from '../../src/emit/names.ts';
import { prometheusName } from '../../src/emit/prometheus.ts';
import type { Sample } from './open-metrics.ts';
import type { Point } from './otel.ts';

type Series = readonly [name: string, labels: Record<string, unknown>, value: number];

/** Values by name and labels, as a scrape has them. */
export function seriesOfSamples(samples: readonly Sample[]): Record<string, number> {
  return flat(samples.map(({ name, labels, value }) => [name, labels, value]));
}

/** The same of what the OpenTelemetry SDK collected. */
export function seriesOfPoints(points: readonly Point[]): Record<string, number> {
  return flat(points.flatMap(prometheusSamples));
}

function flat(list: readonly Series[]): Record<string, number> {
  return Object.fromEntries(list.map(([name, labels, value]) => [`${name} ${identity(labels)}`, value]));
}

function identity(labels: Record<string, unknown>): string {
  return JSON.stringify(
    Object.entries(labels)
      .map(([key, value]) => [key.replaceAll('.', '_'), String(value)])
      .toSorted(),
  );
}

/** A point as Prometheus would name it. */
function prometheusSamples({ name, keys, value, histogram }: Point): readonly Series[] {
  const prometheus = prometheusName(METRICS.find((row) => row.name === name)!);
  if (histogram === undefined) return [[prometheus, keys, value]];
  let below = 0;
  const buckets = histogram.buckets.counts.map((count, index): Series => {
    below += count;
    return [`${prometheus}_bucket`, { ...keys, le: String(histogram.buckets.boundaries[index] ?? '+Inf') }, below];
  });
  return [...buckets, [`${prometheus}_count`, keys, histogram.count], [`${prometheus}_sum`, keys, histogram.sum ?? 0]];
}
