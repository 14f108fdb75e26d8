/** The key set that takes what does not fit any more. Named as in the OpenTelemetry SDKs. */
export const OVERFLOW_KEYS: Keys = Object.freeze({ 'otel.metric.overflow': 'true' });

/** What one count is about, such as `{ 'ragmeter.outcome': 'scored' }`. The order of the keys does not matter. */
export type Keys = Readonly<Record<string, string>>;

export interface Series {
  readonly keys: Keys;
  readonly value: number;
}

/** Monotonic and up-down counts, by metric name and key set. */
export interface Counters {
  /** Adds `by`; the caller sees to it that what should only grow is given nothing below 0. What is not a finite number is not added. */
  readonly add: (name: string, keys: Keys, by?: number) => void;
  /** All counts of one name, in the order of their first appearance. */
  readonly series: (name: string) => Iterable<Series>;
  /** The key set under which this one is kept: an equal one, or the overflow set. For what is measured elsewhere, and should be bounded alike. */
  readonly admit: (name: string, keys: Keys) => Keys;
}

export interface CountersOptions {
  /** Key sets kept for one name, the overflow set among them. A whole number above 0. */
  readonly maxSeries: number;
}

interface MutableSeries {
  readonly keys: Keys;
  value: number;
}

/**
 * The only truth about how often things happened. OpenTelemetry counters, the Prometheus text and `stats()` are views of it, so they agree at every
 * moment, also where a meter provider arrives late or goes away.
 *
 * The overflow set is one of the `maxSeries`, as in the OpenTelemetry SDKs: their default bound of 2,000 then never folds together what we keep apart.
 */
export function createCounters({ maxSeries }: CountersOptions): Counters {
  const byName = new Map<string, Map<string, MutableSeries>>();

  function find(name: string, keys: Keys): MutableSeries {
    const all = byName.get(name) ?? new Map<string, MutableSeries>();
    if (all.size === 0) byName.set(name, all);
    const identity = identityOf(keys);
    const known = all.get(identity);
    if (known !== undefined) return known;
    if (all.size < maxSeries - 1) return start(all, identity, { ...keys });
    return all.get(OVERFLOW_IDENTITY) ?? start(all, OVERFLOW_IDENTITY, OVERFLOW_KEYS);
  }

  return {
    add(name, keys, by = 1) {
      if (Number.isFinite(by)) find(name, keys).value += by;
    },
    series: (name) => byName.get(name)?.values() ?? [],
    admit: (name, keys) => find(name, keys).keys,
  };
}

function start(all: Map<string, MutableSeries>, identity: string, keys: Keys): MutableSeries {
  const series = { keys: Object.freeze(keys), value: 0 };
  all.set(identity, series);
  return series;
}

/** Equal key sets, equal text. The lengths keep apart values that hold any separator one could choose. */
function identityOf(keys: Keys): string {
  let identity = '';
  for (const name of Object.keys(keys).sort(byCodeUnits)) {
    const value = keys[name] ?? '';
    identity += `${name.length}:${name}${value.length}:${value}`;
  }
  return identity;
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : 1;
}

const OVERFLOW_IDENTITY: string = identityOf(OVERFLOW_KEYS);
