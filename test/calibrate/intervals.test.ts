import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bootstrapInterval } from '../../src/calibrate/bootstrap.ts';
import { seededRandom } from '../../src/calibrate/seeded-random.ts';
import { wilson } from '../../src/calibrate/wilson.ts';

describe('wilson', () => {
  test.for([
    { successes: 0, tries: 10, low: 0, high: 0.2775 },
    { successes: 5, tries: 10, low: 0.2366, high: 0.7634 },
    { successes: 10, tries: 10, low: 0.7225, high: 1 },
    { successes: 81, tries: 263, low: 0.2553, high: 0.3662 },
  ])('$successes of $tries', ({ successes, tries, low, high }) => {
    const [from = Number.NaN, to = Number.NaN] = wilson(successes, tries) ?? [];
    expect(from).toBeCloseTo(low, 4);
    expect(to).toBeCloseTo(high, 4);
  });

  test('of nothing there is none', () => {
    expect(wilson(0, 0)).toBeUndefined();
  });

  test('its ends are the rates at which what was seen is just 1.96 standard errors away', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(500), (tries, some) => {
        const share = Math.min(some, tries) / tries;
        for (const end of wilson(Math.min(some, tries), tries) ?? []) {
          expect(end).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(1);
          expect((share - end) ** 2).toBeCloseTo((1.959964 ** 2 * end * (1 - end)) / tries, 8);
        }
      }),
    );
  });
});

describe('bootstrap', () => {
  const UNITS = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 20 });

  test('draws whole units, as many as there are', () => {
    fc.assert(
      fc.property(UNITS, fc.nat(), (units, seed) => {
        const kinds = [...new Set(units)];
        bootstrapInterval(
          units,
          (weights) => {
            const drawn = kinds.map((kind) => new Set(units.flatMap((unit, index) => (unit === kind ? [weights[index] ?? -1] : []))));
            expect(drawn.map(({ size }) => size)).toEqual(kinds.map(() => 1));
            expect(drawn.flatMap((own) => [...own]).reduce((sum, count) => sum + count, 0)).toBe(kinds.length);
            return 0;
          },
          seededRandom(seed),
        );
      }),
      { numRuns: 20 },
    );
  });

  const mean = (values: readonly number[]) => (weights: ArrayLike<number>) => {
    const sum = values.reduce((total, value, index) => total + value * (weights[index] ?? 0), 0);
    const count = values.reduce((total, _, index) => total + (weights[index] ?? 0), 0);
    return count === 0 ? undefined : sum / count;
  };

  test('of a mean of independent values is that of the textbook', () => {
    const random = seededRandom(7);
    const values = Array.from({ length: 400 }, random);
    const [low = Number.NaN, high = Number.NaN] = bootstrapInterval(values.map(String), mean(values), seededRandom(3)) ?? [];
    const average = values.reduce((sum, value) => sum + value, 0) / 400;
    const half = 1.96 * Math.sqrt(values.reduce((sum, value) => sum + (value - average) ** 2, 0) / 399 / 400);
    expect(low).toBeCloseTo(average - half, 2);
    expect(high).toBeCloseTo(average + half, 2);
  });

  test('rows that are copies of each other in one unit make it no narrower', () => {
    const values = [0, 1, 1, 0, 1, 0, 0, 1, 1, 1];
    const copies = values.flatMap((value) => [value, value, value]);
    const units = values.map((_, index) => String(index));
    const once = bootstrapInterval(units, mean(values), seededRandom(5));
    const threefold = bootstrapInterval(
      units.flatMap((unit) => [unit, unit, unit]),
      mean(copies),
      seededRandom(5),
    );
    expect(threefold?.map((end) => end.toFixed(9))).toEqual(once?.map((end) => end.toFixed(9)));
  });

  test('the same seed gives the same ends, and another one others', () => {
    const values = Array.from({ length: 30 }, (_, index) => (index * 7919) % 101);
    const ends = (seed: number) => bootstrapInterval(values.map(String), mean(values), seededRandom(seed));
    expect(ends(1)).toEqual(ends(1));
    expect(ends(1)).not.toEqual(ends(2));
  });

  test.for([
    { name: 'nothing', units: [], value: 1 },
    { name: 'one unit', units: ['a', 'a'], value: 1 },
    { name: 'a statistic without a value', units: ['a', 'b'], value: undefined },
  ])('of $name there is none', ({ units, value }) => {
    expect(bootstrapInterval(units, () => value, seededRandom(1))).toBeUndefined();
  });
});

test('seeded chance is even: every tenth gets about a tenth', () => {
  const random = seededRandom(1);
  const tenths = new Array<number>(10).fill(0);
  for (let draw = 0; draw < 10_000; draw += 1) {
    const at = Math.floor(random() * 10);
    tenths[at] = (tenths[at] ?? 0) + 1;
  }
  expect(tenths).toHaveLength(10);
  for (const count of tenths) expect(Math.abs(count - 1_000)).toBeLessThan(120);
});
