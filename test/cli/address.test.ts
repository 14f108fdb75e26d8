import { expect, test } from 'vitest';
import { isLoopback } from '../../src/cli/address.ts';

test.for([
  ['127.0.0.1', true],
  ['127.8.0.1', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.7', false],
  ['127.0.0.1.example.com', false],
] as const)('only this machine reaches %s: %s', ([host, expected]) => {
  expect(isLoopback(host)).toBe(expected);
});
