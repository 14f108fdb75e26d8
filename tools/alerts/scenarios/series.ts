import { LABEL, SERIES } from '../metrics.ts';
import { BOUNDS, type Counts } from './traffic.ts';

/** A series in promtool's own notation. */
export interface InputSeries {
  readonly series: string;
  readonly values: string;
}

export type Labels = Readonly<Record<string, string>>;

/** Scrapes in which the series were not there yet, and whether Prometheus misses them after the last. */
interface Presence {
  readonly before?: number;
  readonly gone?: boolean;
}

/** The counters and the histogram of one evaluation of one service, as Prometheus has them. */
export function evaluationSeries(
  labels: Labels,
  scraped: readonly Counts[],
  { before = 0, gone = false }: Presence = {},
): readonly InputSeries[] {
  const reasons = [...new Set(scraped.flatMap(({ unscored }) => Object.keys(unscored)))];
  const one = (name: string, more: Labels, read: (counts: Counts) => number): InputSeries => ({
    series: selector(name, { ...labels, ...more }),
    values: [...(before > 0 ? [`_x${before}`] : []), notation(scraped.map(read)), ...(gone ? ['stale'] : [])].join(' '),
  });
  const all = ({ count, unscored }: Counts): number => Object.values(unscored).reduce((sum, turns) => sum + turns, count);
  return [
    ...BOUNDS.map((bound, index) => one(`${SERIES.score}_bucket`, { le: String(bound) }, ({ buckets }) => buckets[index] ?? 0)),
    one(`${SERIES.score}_bucket`, { le: '+Inf' }, ({ count }) => count),
    one(`${SERIES.score}_count`, {}, ({ count }) => count),
    one(`${SERIES.score}_sum`, {}, ({ sum }) => sum / 100),
    one(SERIES.turns, { [LABEL.outcome]: 'scored' }, ({ count }) => count),
    ...reasons.map((reason) => {
      const [outcome = '', why = ''] = reason.split('/');
      return one(SERIES.turns, { [LABEL.outcome]: outcome, [LABEL.reason]: why }, ({ unscored }) => unscored[reason] ?? 0);
    }),
    one(SERIES.seen, {}, all),
  ];
}

/** A gauge that stays as it is for so many scrapes each; `gone` for a series that is scraped no more. */
export function gauge(
  name: string,
  labels: Labels,
  ...stretches: readonly (readonly [value: number | 'gone', scrapes: number])[]
): InputSeries {
  const written = stretches.map(([value, count]) => (value === 'gone' ? 'stale' : `${value}x${count - 1}`));
  return { series: selector(name, labels), values: written.join(' ') };
}

export function selector(name: string, labels: Labels): string {
  const list = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return list.length === 0 ? name : `${name}{${list.join(', ')}}`;
}

/**
 * `0+20x3` for 0 20 40 60: even stretches are written as such, or the files would be megabytes. Only where adding up, as promtool does it,
 * gives the very same numbers: a counter that falls by a rounding error has been reset.
 */
export function notation(values: readonly number[]): string {
  const parts: string[] = [];
  for (let start = 0; start < values.length; ) {
    const first = values[start] ?? 0;
    const step = Math.round(((values[start + 1] ?? first) - first) * 100) / 100;
    let more = 0;
    for (let sum = first + step; sum === values[start + more + 1]; sum += step) more += 1;
    if (more < 2) more = 0;
    parts.push(more === 0 ? String(first) : `${first}${step < 0 ? '-' : '+'}${Math.abs(step)}x${more}`);
    start += more + 1;
  }
  return parts.join(' ');
}
