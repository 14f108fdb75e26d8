import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type QueueOptions, WorkQueue } from '../../src/queue/queue.ts';
import { virtualClock } from '../../src/testing/virtual-clock.ts';
import { countingClock } from '../support/counting-clock.ts';

/** A queue whose items are done when the test says so, or when their signal aborts. */
function setUp(options: Partial<QueueOptions> = {}, clock = virtualClock()) {
  const started: string[] = [];
  const aborted: [string, unknown][] = [];
  const finish = new Map<string, () => void>();
  let most = 0;
  const queue = new WorkQueue<string>({ capacity: 2, workers: 2, deadlineMs: 1_000, ...options }, clock, (item, signal) => {
    started.push(item);
    return new Promise((resolve) => {
      const done = (): void => {
        finish.delete(item);
        resolve();
      };
      finish.set(item, done);
      most = Math.max(most, finish.size);
      const abort = (): void => {
        aborted.push([item, signal.reason]);
        done();
      };
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort);
    });
  });
  return { clock, queue, started, aborted, finish: (item: string) => finish.get(item)?.(), most: () => most };
}

async function isSettled(promise: Promise<void>): Promise<boolean> {
  const pending = Symbol('pending');
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

test('as many as there are workers are worked on, as many as there is room wait, the rest is refused', async () => {
  const { clock, queue, started, finish } = setUp({ workers: 2, capacity: 2 });
  expect(['a', 'b', 'c', 'd', 'e'].map((item) => queue.offer(item))).toEqual([true, true, true, true, false]);
  expect(queue.size).toBe(2);
  await clock.settle();
  expect(started).toEqual(['a', 'b']);
  finish('b');
  await clock.settle();
  expect(started).toEqual(['a', 'b', 'c']);
  expect([queue.size, queue.offer('f'), queue.offer('g')]).toEqual([1, true, false]);
});

test('an item that must fit waits beyond the bound, and makes no room for others', async () => {
  const { clock, queue, started, finish } = setUp({ workers: 1, capacity: 1 });
  expect([queue.offer('a'), queue.offer('b'), queue.offer('c', true), queue.offer('d')]).toEqual([true, true, true, false]);
  expect(queue.size).toBe(2);
  await clock.settle();
  finish('a');
  await clock.settle();
  expect([started, queue.offer('e')]).toEqual([['a', 'b'], false]);
});

test('no item is worked on in the turn in which it is offered', () => {
  const { queue, started } = setUp();
  queue.offer('a');
  expect(started).toEqual([]);
});

test('an item that takes longer than its deadline is aborted, the others are not', async () => {
  const { clock, queue, aborted, started } = setUp({ workers: 1, deadlineMs: 1_000 });
  queue.offer('a');
  queue.offer('b');
  await clock.advance(999);
  expect(aborted).toEqual([]);
  await clock.advance(1);
  expect(aborted.map(([item, reason]) => [item, (reason as Error).name])).toEqual([['a', 'AbortError']]);
  expect(started).toEqual(['a', 'b']);
  await clock.advance(999);
  expect(aborted).toHaveLength(1);
});

test('no timer is left of what is done', async () => {
  const { clock, set, pending } = countingClock();
  const { queue, finish } = setUp({}, clock);
  queue.offer('a');
  await clock.settle();
  expect([set(), pending()]).toEqual([1, 1]);
  finish('a');
  await clock.settle();
  expect([set(), pending()]).toEqual([1, 0]);
});

test('clear hands back what waits, in order, and aborts what is worked on with the reason', async () => {
  const { clock, queue, aborted, started } = setUp({ workers: 1, capacity: 3 });
  for (const item of ['a', 'b', 'c']) queue.offer(item);
  await clock.settle();
  expect(queue.clear('because')).toEqual(['b', 'c']);
  await clock.settle();
  expect([aborted, started, queue.size]).toEqual([[['a', 'because']], ['a'], 0]);
  expect(queue.clear('again')).toEqual([]);
});

test('what was not started yet at a clear sees its signal aborted', async () => {
  const { clock, queue, aborted } = setUp({ workers: 1 });
  queue.offer('a');
  expect(queue.clear('because')).toEqual([]);
  await clock.settle();
  expect(aborted).toEqual([['a', 'because']]);
});

test('whenDone resolves at once when there is nothing to do', async () => {
  expect(await isSettled(setUp().queue.whenDone())).toBe(true);
});

test('whenDone waits for what was taken before, also for what waits in line, and for nothing that comes later', async () => {
  const { clock, queue, finish } = setUp({ workers: 2, capacity: 10 });
  for (const item of ['a', 'b', 'c']) queue.offer(item);
  const done = queue.whenDone();
  queue.offer('d');
  for (const item of ['b', 'a']) {
    await clock.settle();
    expect(await isSettled(done)).toBe(false);
    finish(item);
  }
  await clock.settle();
  expect(await isSettled(done)).toBe(false);
  queue.offer('e');
  finish('c');
  await clock.settle();
  expect(await isSettled(done)).toBe(true);
  expect(await isSettled(queue.whenDone())).toBe(false);
});

test('whenDone resolves for all who wait, also after a clear', async () => {
  const { clock, queue } = setUp({ workers: 1 });
  queue.offer('a');
  queue.offer('b');
  const both = Promise.all([queue.whenDone(), queue.whenDone()]).then(() => {});
  queue.clear('because');
  await clock.settle();
  expect(await isSettled(both)).toBe(true);
});

test.for([
  { options: { capacity: -1 }, message: 'Expected capacity to be a whole number above 0, got -1' },
  { options: { capacity: 0 }, message: 'Expected capacity to be a whole number above 0, got 0' },
  { options: { capacity: 1.5 }, message: 'Expected capacity to be a whole number above 0, got 1.5' },
  { options: { capacity: Number.NaN }, message: 'Expected capacity to be a whole number above 0, got NaN' },
  { options: { capacity: Number.NEGATIVE_INFINITY }, message: 'Expected capacity to be a whole number above 0, got -Infinity' },
  { options: { workers: 0 }, message: 'Expected workers to be a whole number above 0, got 0' },
  { options: { workers: 2.5 }, message: 'Expected workers to be a whole number above 0, got 2.5' },
  { options: { deadlineMs: 0 }, message: 'Expected deadlineMs above 0, got 0' },
  { options: { deadlineMs: Number.NaN }, message: 'Expected deadlineMs above 0, got NaN' },
])('refused: $message', ({ options, message }) => {
  expect(() => setUp(options)).toThrow(expect.objectContaining({ message, code: 'invalid_option' }));
});

test('a capacity without end is allowed', () => {
  const { queue } = setUp({ workers: 1, capacity: Number.POSITIVE_INFINITY });
  expect(Array.from({ length: 10_000 }, (_, number) => queue.offer(String(number))).every(Boolean)).toBe(true);
});

const commands = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('offer' as const) }),
    fc.record({ kind: fc.constant('finish' as const), which: fc.nat(4) }),
    fc.record({ kind: fc.constant('advance' as const), ms: fc.nat(700) }),
    fc.record({ kind: fc.constant('clear' as const) }),
  ),
  { maxLength: 60 },
);

test('whatever happens: bounds hold, and every item that was taken is worked on once or handed back once', async () => {
  await fc.assert(
    fc.asyncProperty(commands, fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }), async (all, workers, capacity) => {
      const { clock, queue, started, finish, most } = setUp({ workers, capacity, deadlineMs: 1_000 });
      const taken: string[] = [];
      const handedBack: string[] = [];
      for (const [number, command] of all.entries()) {
        if (command.kind === 'offer' && queue.offer(String(number))) taken.push(String(number));
        if (command.kind === 'finish') finish(started.at(-1 - command.which) ?? '');
        if (command.kind === 'clear') handedBack.push(...queue.clear('because'));
        if (command.kind === 'advance') await clock.advance(command.ms);
        expect(queue.size).toBeLessThanOrEqual(capacity);
      }
      const done = queue.whenDone();
      await clock.advance(1_000 * (workers + capacity + 1));
      expect(await isSettled(done)).toBe(true);
      expect(most()).toBeLessThanOrEqual(workers);
      expect([...started, ...handedBack].toSorted(byNumber)).toEqual(taken);
    }),
  );
});

function byNumber(a: string, b: string): number {
  return Number(a) - Number(b);
}
