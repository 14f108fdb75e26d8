import type { Random } from '../model/random.ts';
import type { Weights } from './auc.ts';
import type { Interval } from './wilson.ts';

/** Enough that the second decimal of an end stands still. */
const RESAMPLES = 1_000;
/** With fewer that have a value the ends would be those of a few. */
const LEAST_VALUES = RESAMPLES / 2;

/**
 * The interval of a statistic, 95 %, by drawing whole units again (B. Efron, Bootstrap methods, 1979; percentiles). `units` names the unit of each
 * thing: the rows of one query are alike, and would make the interval too narrow if they were drawn one by one. Undefined for a single unit, and where
 * the statistic mostly has no value.
 */
export function bootstrapInterval(
  units: readonly string[],
  statistic: (weights: Weights) => number | undefined,
  random: Random,
): Interval | undefined {
  const places = new Map<string, number>();
  for (const unit of units) if (!places.has(unit)) places.set(unit, places.size);
  if (places.size < 2) return undefined;
  const unitOf = Uint32Array.from(units, (unit) => places.get(unit) ?? 0);
  const weights = new Float64Array(units.length);
  const values: number[] = [];
  for (let resample = 0; resample < RESAMPLES; resample += 1) {
    const drawn = new Float64Array(places.size);
    for (let draw = 0; draw < places.size; draw += 1) {
      const unit = Math.floor(random() * places.size);
      drawn[unit] = (drawn[unit] ?? 0) + 1;
    }
    for (const [index, unit] of unitOf.entries()) weights[index] = drawn[unit] ?? 0;
    const value = statistic(weights);
    if (value !== undefined) values.push(value);
  }
  if (values.length < LEAST_VALUES) return undefined;
  values.sort((a, b) => a - b);
  const at = (share: number): number => values[Math.round(share * (values.length - 1))] ?? Number.NaN;
  return [at(0.025), at(0.975)];
}
