import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LimitOptions, limited } from '../../src/judge/limited.ts';
import type { Judge, JudgeReply } from '../../src/model/judge.ts';
import { virtualClock } from '../../src/testing/virtual-clock.ts';
import { answered, turn } from '../support/builders.ts';

const GOOD = answered('high low');
const DOWN: JudgeReply = { status: 'failed', reason: 'judge_unavailable', retryable: true, message: 'down' };
const BUSY: JudgeReply = { status: 'failed', reason: 'judge_rate_limited', retryable: true, message: 'busy' };

/** A judge that takes `tookMs` for each call and replies what `reply` says at that time. */
function setUp(options: LimitOptions, reply: (atMs: number) => JudgeReply, tookMs = 100) {
  const clock = virtualClock();
  const startMs = clock.nowMs();
  const began: number[] = [];
  let running = 0;
  const most = { running: 0 };
  const inner: Judge = {
    id: 'slow',
    version: '1',
    gives: ['documents'],
    ask() {
      began.push(clock.nowMs() - startMs);
      running += 1;
      most.running = Math.max(most.running, running);
      return new Promise((resolve) => {
        clock.after(tookMs, () => {
          running -= 1;
          resolve(reply(clock.nowMs() - startMs));
        });
      });
    },
  };
  const judge = limited(inner, options, clock);
  const replies: (JudgeReply | undefined)[] = [];
  return {
    clock,
    began,
    most,
    replies,
    ask(count = 1, signal?: AbortSignal) {
      for (let call = 0; call < count; call += 1) {
        const place = replies.push(undefined) - 1;
        void judge.ask(turn(), ['documents'], signal ?? new AbortController().signal).then((said) => {
          replies[place] = said;
        });
      }
    },
    reasons: () => replies.map((said) => (said === undefined ? 'waits' : 'reason' in said ? said.reason : said.status)),
  };
}

describe('the budget', () => {
  test('beyond 60 calls a minute turns are dropped, unless told otherwise', async () => {
    const { ask, clock, reasons, began } = setUp({ maxConcurrent: 100 }, () => GOOD);
    ask(70);
    await clock.advance(1_000);
    expect(reasons().filter((reason) => reason === 'answered')).toHaveLength(60);
    expect(reasons().filter((reason) => reason === 'budget')).toHaveLength(10);
    await clock.advance(59_000);
    ask(1);
    await clock.advance(1_000);
    expect(reasons().at(-1)).toBe('answered');
    expect(began).toHaveLength(61);
  });

  test('calls that fail count too', async () => {
    const { ask, clock, reasons } = setUp({ callsPerMinute: 2, failuresToOpen: 10 }, () => DOWN);
    ask(3);
    await clock.advance(1_000);
    expect(reasons()).toEqual(['judge_unavailable', 'judge_unavailable', 'budget']);
  });

  test('in no minute are there more calls than allowed, whenever they come', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(20_000), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 5 }),
        async (gaps, callsPerMinute) => {
          const { ask, clock, began, replies } = setUp({ callsPerMinute }, () => GOOD);
          for (const gap of gaps) {
            ask();
            await clock.advance(gap);
          }
          await clock.advance(1_000);
          for (const beginMs of began)
            expect(began.filter((atMs) => atMs >= beginMs && atMs < beginMs + 60_000).length).toBeLessThanOrEqual(callsPerMinute);
          expect(replies).not.toContain(undefined);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('calls at the same time', () => {
  test('are no more than allowed, and those that wait come in order', async () => {
    const { ask, clock, most, began, reasons } = setUp({ maxConcurrent: 3 }, () => GOOD);
    ask(7);
    await clock.advance(1_000);
    expect(most.running).toBe(3);
    expect(began).toEqual([0, 0, 0, 100, 100, 100, 200]);
    expect(reasons()).toEqual(Array(7).fill('answered'));
  });

  test('a 429 halves them and holds all back for as long as it says; nothing is lost, and there is no burst afterwards', async () => {
    const { ask, clock, began, reasons } = setUp({ maxConcurrent: 4 }, (atMs) =>
      atMs <= 100 ? ({ ...BUSY, retryAfterMs: 5_000 } as JudgeReply) : GOOD,
    );
    ask(4);
    await clock.advance(200);
    ask(12);
    await clock.advance(4_000);
    expect(began).toHaveLength(4);
    await clock.advance(60_000);
    expect(reasons()).toEqual([...Array(4).fill('judge_rate_limited'), ...Array(12).fill('answered')]);
    const after = began.slice(4);
    expect(Math.min(...after)).toBe(5_100);
    expect(after.filter((atMs) => atMs === 5_100)).toHaveLength(2);
  });

  test('a 429 that says nothing of time pauses for a second', async () => {
    const { ask, clock, began } = setUp({ maxConcurrent: 1 }, (atMs) => (atMs === 100 ? BUSY : GOOD));
    ask(2);
    await clock.advance(5_000);
    expect(began).toEqual([0, 1_100]);
  });

  test('a pause that is longer than any turn waits is said at once', async () => {
    const { ask, clock, replies, began } = setUp({}, () => ({ ...BUSY, retryAfterMs: 3_600_000 }) as JudgeReply);
    ask();
    await clock.advance(200);
    ask();
    await clock.settle();
    expect(replies[1]).toMatchObject({ status: 'failed', reason: 'judge_rate_limited', retryable: false });
    expect(began).toHaveLength(1);
  });

  test('who runs out of time while waiting is told so, and takes no place', async () => {
    const { ask, clock, reasons, began } = setUp({ maxConcurrent: 1 }, () => GOOD, 1_000);
    const deadline = new AbortController();
    ask();
    ask(1, deadline.signal);
    ask();
    await clock.advance(100);
    deadline.abort();
    await clock.advance(5_000);
    expect(reasons()).toEqual(['answered', 'judge_timeout', 'answered']);
    expect(began).toEqual([0, 1_000]);
  });

  test('a judge that hangs past its signal does not hold its place', async () => {
    const { ask, clock, reasons, began } = setUp({ maxConcurrent: 1 }, () => GOOD, Number.POSITIVE_INFINITY);
    const deadline = new AbortController();
    ask(1, deadline.signal);
    ask();
    await clock.advance(100);
    deadline.abort();
    await clock.settle();
    expect(reasons()).toEqual(['judge_timeout', 'waits']);
    expect(began).toEqual([0, 100]);
  });

  test('a judge that throws gives its place back', async () => {
    const clock = virtualClock();
    const judge = limited(
      { id: 'a', version: '1', gives: [], ask: () => Promise.reject(new Error('broken')) },
      { maxConcurrent: 1 },
      clock,
    );
    for (const _ of [1, 2]) await expect(judge.ask(turn(), [], new AbortController().signal)).rejects.toThrow('broken');
  });

  test('whatever comes back, there are never too many, and everyone gets a reply', async () => {
    const reply = fc.constantFrom<JudgeReply>(GOOD, DOWN, BUSY, { ...BUSY, retryAfterMs: 2_000 } as JudgeReply);
    await fc.assert(
      fc.asyncProperty(fc.array(reply, { minLength: 1, maxLength: 30 }), fc.integer({ min: 1, max: 6 }), async (script, maxConcurrent) => {
        let next = 0;
        const { ask, clock, most, replies } = setUp(
          { maxConcurrent, callsPerMinute: Number.POSITIVE_INFINITY },
          () => script[next++ % script.length] ?? GOOD,
        );
        ask(script.length * 2);
        await clock.advance(600_000);
        expect(most.running).toBeLessThanOrEqual(maxConcurrent);
        expect(replies).not.toContain(undefined);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the breaker', () => {
  test('after five outages in a row the judge is left alone, then probed once', async () => {
    let isUp = false;
    const { ask, clock, reasons, began } = setUp({ maxConcurrent: 1 }, () => (isUp ? GOOD : DOWN));
    ask(7);
    await clock.advance(1_000);
    expect(began).toHaveLength(5);
    expect(reasons()).toEqual(Array(7).fill('judge_unavailable'));
    await clock.advance(29_000);
    expect(began).toHaveLength(5);

    // Open time is over: one probe, which fails, so the next comes after twice the time.
    await clock.advance(1_000);
    ask(3);
    await clock.advance(1_000);
    expect(began).toHaveLength(6);
    await clock.advance(40_000);
    ask();
    await clock.settle();
    expect(began).toHaveLength(6);

    isUp = true;
    await clock.advance(30_000);
    ask();
    await clock.advance(200);
    ask(3);
    await clock.advance(1_000);
    expect(reasons().slice(-4)).toEqual(Array(4).fill('answered'));
  });

  test.for<{ name: string; reply: JudgeReply }>([
    { name: 'answers', reply: GOOD },
    { name: '429s', reply: BUSY },
    { name: 'bad verdicts', reply: { status: 'failed', reason: 'invalid_verdict', retryable: false, message: '' } },
    { name: 'wrong keys', reply: { status: 'failed', reason: 'judge_auth', retryable: false, message: '' } },
  ])('$name do not open it', async ({ reply }) => {
    const { ask, clock, began } = setUp({ maxConcurrent: 1 }, () => reply);
    for (let call = 0; call < 10; call += 1) {
      ask();
      await clock.advance(2_000);
    }
    expect(began).toHaveLength(10);
  });

  test('an answer in between starts the count anew', async () => {
    let call = 0;
    const { ask, clock, began } = setUp({ maxConcurrent: 1 }, () => (++call % 5 === 0 ? GOOD : DOWN));
    ask(20);
    await clock.advance(10_000);
    expect(began).toHaveLength(20);
  });
});

test.for([
  { options: { callsPerMinute: 0 }, message: 'Expected callsPerMinute to be above 0, got 0' },
  { options: { maxConcurrent: 1.5 }, message: 'Expected maxConcurrent to be a whole number above 0, got 1.5' },
  { options: { failuresToOpen: 0 }, message: 'Expected failuresToOpen to be a whole number above 0, got 0' },
  { options: { openMs: Number.NaN }, message: 'Expected openMs to be above 0, got NaN' },
])('refused: $message', ({ options, message }) => {
  expect(() => setUp(options, () => GOOD)).toThrow(message);
});
