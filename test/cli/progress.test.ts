import { expect, test } from 'vitest';
import { progress } from '../../src/cli/progress.ts';
import { virtualClock } from '../../src/testing/virtual-clock.ts';

/** Does `total` parts that take so long each. */
async function said(total: number, msEach: number): Promise<readonly string[]> {
  const clock = virtualClock();
  const lines: string[] = [];
  const done = progress('judged', total, clock, (line) => lines.push(line));
  for (let part = 0; part < total; part += 1) {
    await clock.advance(msEach);
    done(1);
  }
  return lines;
}

test('short work says nothing', async () => {
  expect(await said(100, 49)).toEqual([]);
});

test('long work says every few seconds how far it is and how long the rest takes', async () => {
  expect(await said(8, 2_000)).toEqual(['judged: 3 of 8, 10 s left', 'judged: 6 of 8, 4 s left']);
});

test.for([
  { total: 20, msEach: 10_000, first: 'judged: 1 of 20, 4 min left' },
  { total: 500, msEach: 10_000, first: 'judged: 1 of 500, 1 h 24 min left' },
  { total: 2, msEach: 5_000, first: 'judged: 1 of 2, 5 s left' },
])('$total parts of $msEach ms: $first', async ({ total, msEach, first }) => {
  expect((await said(total, msEach))[0]).toBe(first);
});
