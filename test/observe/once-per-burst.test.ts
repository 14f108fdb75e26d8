import { expect, test } from 'vitest';
import { oncePerBurst } from '../../src/observe/once-per-burst.ts';

function setUp(quietMs?: number) {
  const said: string[] = [];
  let nowMs = 0;
  const warn = oncePerBurst(
    (message) => said.push(message),
    () => nowMs,
    quietMs,
  );
  return {
    said,
    warnAt: (atMs: number, kind: string, message: string) => {
      nowMs = atMs;
      warn(kind, message);
    },
  };
}

test.for([
  { name: 'the first is said', atMs: [0], said: ['full 0'] },
  { name: 'those right after it are not', atMs: [0, 1, 99], said: ['full 0'] },
  {
    name: 'the next burst is said, with the number of those that were kept',
    atMs: [0, 1, 99, 100],
    said: ['full 0', 'full 100 (and 2 more like it since the last warning)'],
  },
  { name: 'where none was kept no number is said', atMs: [0, 100], said: ['full 0', 'full 100'] },
  {
    name: 'a long quiet starts anew',
    atMs: [0, 1, 5_000, 5_001, 9_000],
    said: ['full 0', 'full 5000 (and 1 more like it since the last warning)', 'full 9000 (and 1 more like it since the last warning)'],
  },
])('$name', ({ atMs, said: expected }) => {
  const { said, warnAt } = setUp(100);
  for (const at of atMs) warnAt(at, 'full', `full ${at}`);
  expect(said).toEqual(expected);
});

test('kinds do not silence each other', () => {
  const { said, warnAt } = setUp();
  warnAt(0, 'full', 'full');
  warnAt(0, 'slow', 'slow');
  expect(said).toEqual(['full', 'slow']);
});

test('unless told otherwise it is quiet for a minute', () => {
  const { said, warnAt } = setUp();
  for (const at of [0, 59_999, 60_000]) warnAt(at, 'full', 'full');
  expect(said).toHaveLength(2);
});

test('a logger that throws harms nobody', () => {
  const warn = oncePerBurst(
    () => {
      throw new Error('the logger is broken');
    },
    () => 0,
  );
  expect(() => warn('full', 'full')).not.toThrow();
});
