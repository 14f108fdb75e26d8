import { expect, test } from 'vitest';
import { listed } from '../../src/score/listed.ts';

test.for([
  { count: 0, ends: '' },
  { count: 1, ends: '1' },
  { count: 50, ends: '49, 50' },
  { count: 51, ends: '49, 50 and 1 more' },
  { count: 1_000, ends: '49, 50 and 950 more' },
])('of $count names 50 at most are told, and how many more there are', ({ count, ends }) => {
  const names = Array.from({ length: count }, (_, index) => String(index + 1));
  const text = listed(names);
  expect(text.split(' and ')[0]!.split(', ').filter(Boolean)).toEqual(names.slice(0, 50));
  expect(text.endsWith(ends)).toBe(true);
});
