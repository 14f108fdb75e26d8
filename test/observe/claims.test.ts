import { expect, test } from 'vitest';
import { createClaims } from '../../src/observe/claims.ts';

const one = Symbol('one');
const other = Symbol('other');

test('a key is new once, then it is of the one who took it', () => {
  const claims = createClaims(10);
  expect(claims.has('a')).toBe(false);
  expect([claims.claim('a', one), claims.claim('a', one), claims.claim('a', other), claims.claim('b', other)]).toEqual([
    'new',
    'mine',
    'other',
    'new',
  ]);
  expect(claims.has('a')).toBe(true);
});

test.for([
  { name: 'at the bound all are remembered', keys: ['a', 'b', 'c'], remembered: ['a', 'b', 'c'] },
  { name: 'one beyond it the oldest is forgotten', keys: ['a', 'b', 'c', 'd'], remembered: ['b', 'c', 'd'] },
  {
    name: 'asking again does not make it younger, nor push anything out',
    keys: ['a', 'b', 'c', 'a', 'a', 'd'],
    remembered: ['b', 'c', 'd'],
  },
])('memory of 3: $name', ({ keys, remembered }) => {
  const claims = createClaims(3);
  for (const key of keys) claims.claim(key, one);
  expect(['a', 'b', 'c', 'd'].filter((key) => claims.has(key))).toEqual(remembered);
});

test('what was forgotten can be taken again, by anyone', () => {
  const claims = createClaims(1);
  claims.claim('a', one);
  claims.claim('b', one);
  expect(claims.claim('a', other)).toBe('new');
});
