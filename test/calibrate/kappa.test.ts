import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bestCuts } from '../../src/calibrate/best-cuts.ts';
import { type Disagreement, gradeTable, kappa, quadratic, unweighted } from '../../src/calibrate/kappa.ts';

type Pair = readonly [people: number, judge: number];

/** By its definition: every pair against every pair, as chance would put them together. */
function byAllPairs(pairs: readonly Pair[], disagreement: Disagreement): number | undefined {
  const seen = pairs.map(([people, judge]) => disagreement(people, judge));
  const byChance = pairs.flatMap(([people]) => pairs.map(([, judge]) => disagreement(people, judge)));
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  return new Set(pairs.map(([people]) => people)).size < 2 ? undefined : 1 - mean(seen) / mean(byChance);
}

const WEIGHTS = [
  { name: 'unweighted', disagreement: unweighted },
  { name: 'quadratic', disagreement: quadratic },
];

function pairsOf(grades: number): fc.Arbitrary<readonly Pair[]> {
  return fc.array(fc.tuple(fc.nat(grades - 1), fc.nat(grades - 1)), { maxLength: 25 });
}

describe.for(WEIGHTS)('$name', ({ disagreement }) => {
  test('kappa is what its definition gives', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 5 }).chain((grades) => fc.tuple(fc.constant(grades), pairsOf(grades))),
        ([grades, pairs]) => {
          const expected = byAllPairs(pairs, disagreement);
          expect(kappa(gradeTable(grades, pairs), disagreement)).toEqual(expected === undefined ? undefined : expect.closeTo(expected, 10));
        },
      ),
    );
  });

  test('kappa is 1 exactly where all is the same', () => {
    fc.assert(
      fc.property(pairsOf(4), (pairs) => {
        const figure = kappa(gradeTable(4, pairs), disagreement);
        if (figure === undefined) return;
        expect(figure).toBeLessThanOrEqual(1);
        expect(figure === 1).toBe(pairs.every(([people, judge]) => people === judge));
      }),
    );
  });

  test('no cuts are better than the best ones, and these reach what they promise', () => {
    const items = (grades: number) => fc.array(fc.record({ value: fc.nat(5), grade: fc.nat(grades - 1) }), { maxLength: 14 });
    const cases = fc.integer({ min: 2, max: 4 }).chain((grades) => fc.tuple(fc.constant(grades), items(grades)));
    fc.assert(
      fc.property(cases, ([grades, given]) => {
        const best = bestCuts(given, grades, disagreement);
        const reached = (cuts: readonly number[]) =>
          kappa(
            gradeTable(
              grades,
              given.map(({ value, grade }) => [grade, cuts.filter((cut) => value >= cut).length] as const),
            ),
            disagreement,
          );
        const every = risingCuts(grades - 1, [0, 1, 2, 3, 4, 5, Number.POSITIVE_INFINITY]).map((cuts) => reached(cuts) ?? Number.NaN);
        if (best === undefined) {
          expect(every.every(Number.isNaN)).toBe(true);
          return;
        }
        expect(best.cuts).toHaveLength(grades - 1);
        expect(reached(best.cuts)).toBeCloseTo(best.kappa, 10);
        expect(best.kappa).toBeCloseTo(Math.max(...every), 10);
      }),
    );
  });
});

/** All rising lists of so many of these. */
function risingCuts(count: number, from: readonly number[]): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  return from.flatMap((first, place) => risingCuts(count - 1, from.slice(place)).map((rest) => [first, ...rest]));
}

test('a worked table: 35 of 50 are the same, 25 would be by chance', () => {
  const table = [
    [15, 10],
    [5, 20],
  ];
  expect(kappa(table)).toBeCloseTo(0.4, 10);
  expect(kappa(table, quadratic)).toBeCloseTo(0.4, 10);
});

test('a judge that always says the same agrees by chance only', () => {
  expect(
    kappa([
      [7, 0],
      [3, 0],
    ]),
  ).toBe(0);
});
