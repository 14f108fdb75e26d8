import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aucOf, once, type Ranked } from '../../src/calibrate/auc.ts';
import { RANKED } from './items.ts';

/** By its definition: all pairs of a positive and a negative. */
function byAllPairs(items: readonly Ranked[]): number | undefined {
  const positives = items.filter(({ isPositive }) => isPositive);
  const negatives = items.filter(({ isPositive }) => !isPositive);
  const wins = positives.flatMap((a) => negatives.map((b) => (a.value > b.value ? 1 : a.value === b.value ? 0.5 : 0)));
  return wins.length === 0 ? undefined : wins.reduce<number>((sum, win) => sum + win, 0) / wins.length;
}

function closeTo(value: number | undefined): unknown {
  return value === undefined ? undefined : expect.closeTo(value, 10);
}

test('is what comparing all pairs gives', () => {
  fc.assert(
    fc.property(RANKED, (items) => {
      expect(aucOf(items)(once(items))).toEqual(closeTo(byAllPairs(items)));
    }),
  );
});

test('a weight of n is as good as n copies', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(4), fc.boolean(), fc.nat(3)), { maxLength: 20 }), (rows) => {
      const items = rows.map(([value, isPositive]) => ({ value, isPositive }));
      const copies = rows.flatMap(([value, isPositive, count]) => Array.from({ length: count }, () => ({ value, isPositive })));
      expect(aucOf(items)(rows.map(([, , count]) => count))).toEqual(closeTo(byAllPairs(copies)));
    }),
  );
});

test('only the order of the values counts, and to turn it around turns the figure around', () => {
  fc.assert(
    fc.property(RANKED, (items) => {
      const figure = aucOf(items)(once(items));
      const stretched = items.map(({ value, isPositive }) => ({ value: Math.exp(3 * value) - 7, isPositive }));
      const turned = items.map(({ value, isPositive }) => ({ value: -value, isPositive }));
      expect(aucOf(stretched)(once(items))).toEqual(closeTo(figure));
      expect(aucOf(turned)(once(items))).toEqual(closeTo(figure === undefined ? undefined : 1 - figure));
    }),
  );
});

test.for([
  { name: 'nothing', items: [] },
  { name: 'positives only', items: [{ value: 1, isPositive: true }] },
  { name: 'negatives only', items: [{ value: 1, isPositive: false }] },
])('of $name there is none', ({ items }) => {
  expect(aucOf(items)(once(items))).toBeUndefined();
});
