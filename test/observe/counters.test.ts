import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCounters, OVERFLOW_KEYS } from '../../src/observe/counters.ts';

test('equal key sets are one series, whatever their order', () => {
  const counters = createCounters({ maxSeries: 10 });
  counters.add('turns', { a: '1', b: '2' });
  counters.add('turns', { b: '2', a: '1' }, 4);
  expect([...counters.series('turns')]).toEqual([{ keys: { a: '1', b: '2' }, value: 5 }]);
});

test.for([
  { name: 'a value that holds the other separator', one: { a: '1","b","2' }, other: { a: '1', b: '2' } },
  { name: 'a key that holds the value', one: { 'a=1': '' }, other: { a: '=1' } },
  { name: 'an empty value and no key', one: { a: '' }, other: {} },
])('different key sets stay apart: $name', ({ one, other }) => {
  const counters = createCounters({ maxSeries: 10 });
  counters.add('turns', one);
  counters.add('turns', other);
  expect([...counters.series('turns')]).toHaveLength(2);
});

test('names are counted apart, and an unknown name has no series', () => {
  const counters = createCounters({ maxSeries: 1 });
  counters.add('a', {});
  counters.add('b', {});
  expect([...counters.series('b')]).toEqual([{ keys: OVERFLOW_KEYS, value: 1 }]);
  expect([...counters.series('c')]).toEqual([]);
});

test('counts go down too, and take fractions', () => {
  const counters = createCounters({ maxSeries: 10 });
  counters.add('waiting', {}, 1);
  counters.add('waiting', {}, -1);
  counters.add('cost', {}, 0.25);
  expect([...counters.series('waiting')]).toEqual([{ keys: {}, value: 0 }]);
  expect([...counters.series('cost')]).toEqual([{ keys: {}, value: 0.25 }]);
});

test.for([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('%d is not added', (by) => {
  const counters = createCounters({ maxSeries: 10 });
  counters.add('tokens', {}, 3);
  counters.add('tokens', {}, by);
  expect([...counters.series('tokens')]).toEqual([{ keys: {}, value: 3 }]);
});

test('past the bound everything new falls into one overflow set, and what was there goes on', () => {
  const counters = createCounters({ maxSeries: 3 });
  for (const service of ['a', 'b', 'c', 'd', 'a', 'd']) counters.add('turns', { service });
  expect([...counters.series('turns')]).toEqual([
    { keys: { service: 'a' }, value: 2 },
    { keys: { service: 'b' }, value: 1 },
    { keys: OVERFLOW_KEYS, value: 3 },
  ]);
});

test('admit says the key set under which a value is kept, and adds nothing', () => {
  const counters = createCounters({ maxSeries: 2 });
  expect(counters.admit('score', { service: 'a' })).toEqual({ service: 'a' });
  expect(counters.admit('score', { service: 'b' })).toBe(OVERFLOW_KEYS);
  expect(counters.admit('score', { service: 'a' })).toEqual({ service: 'a' });
  expect([...counters.series('score')].map(({ value }) => value)).toEqual([0, 0]);
});

test('what is kept does not change with the object that was given', () => {
  const counters = createCounters({ maxSeries: 10 });
  const keys = { service: 'a' };
  counters.add('turns', keys);
  keys.service = 'b';
  expect([...counters.series('turns')]).toEqual([{ keys: { service: 'a' }, value: 1 }]);
});

test('nothing is lost at any bound, and the bound holds', () => {
  const additions = fc.array(fc.tuple(fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 }), fc.integer({ min: -5, max: 5 })));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), additions, (maxSeries, all) => {
      const counters = createCounters({ maxSeries });
      for (const [keys, by] of all) counters.add('name', keys, by);
      const series = [...counters.series('name')];
      expect(series.length).toBeLessThanOrEqual(maxSeries);
      expect(series.reduce((sum, { value }) => sum + value, 0)).toBe(all.reduce((sum, [, by]) => sum + by, 0));
    }),
  );
});
