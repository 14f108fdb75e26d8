import fc from 'fast-check';
import { expect, test } from 'vitest';
import { retrying } from '../../src/judge/retrying.ts';
import type { Judge, JudgeReply } from '../../src/model/judge.ts';
import type { FailureReason } from '../../src/model/outcome.ts';
import { type ScriptedReply, scriptedJudge } from '../../src/testing/scripted-judge.ts';
import { virtualClock } from '../../src/testing/virtual-clock.ts';
import { answered, turn } from '../support/builders.ts';

const GOOD = answered('high low');

function failing(reason: FailureReason, more: object = {}): JudgeReply {
  return { status: 'failed', reason, retryable: true, message: reason, ...more };
}
const BUSY = failing('judge_rate_limited');
const DOWN = failing('judge_unavailable');
const SLOW = failing('judge_timeout');

/** When each attempt began, in milliseconds after the first. */
async function attempts(replies: readonly ScriptedReply[], options: { random?: number; abortAtMs?: number; attempts?: number } = {}) {
  const clock = virtualClock();
  const beganMs: number[] = [];
  const startMs = clock.nowMs();
  const script = scriptedJudge(replies);
  const inner: Judge = {
    ...script,
    ask(...args) {
      beganMs.push(clock.nowMs() - startMs);
      return script.ask(...args);
    },
  };
  const judge = retrying(inner, { attempts: options.attempts ?? 3 }, { clock, random: () => options.random ?? 0 });
  const deadline = new AbortController();
  if (options.abortAtMs !== undefined) clock.after(options.abortAtMs, () => deadline.abort());
  const asked = judge.ask(turn(), ['documents'], deadline.signal);
  await clock.advance(120_000);
  return { reply: await asked, beganMs };
}

test.for<{ name: string; replies: readonly JudgeReply[]; began: readonly number[]; random?: number }>([
  { name: 'an answer ends it', replies: [GOOD], began: [0] },
  { name: 'a busy judge is asked again', replies: [BUSY, GOOD], began: [0, 250] },
  { name: 'so is one that is down', replies: [DOWN, GOOD], began: [0, 250] },
  { name: 'so is one that is slow', replies: [SLOW, GOOD], began: [0, 250] },
  { name: 'delays double', replies: [BUSY, BUSY, GOOD], began: [0, 250, 750] },
  { name: 'half of a delay is chance', replies: [BUSY, BUSY, GOOD], began: [0, 500, 1_500], random: 1 },
  { name: 'three times, then it is final', replies: [BUSY, BUSY, BUSY, GOOD], began: [0, 250, 750] },
  { name: 'Retry-After is kept to', replies: [failing('judge_rate_limited', { retryAfterMs: 7_000 }), GOOD], began: [0, 7_000] },
  {
    name: 'and those who were told the same come apart',
    replies: [failing('judge_rate_limited', { retryAfterMs: 7_000 }), GOOD],
    began: [0, 7_250],
    random: 0.5,
  },
  {
    name: 'who asks for an hour is not asked again',
    replies: [failing('judge_rate_limited', { retryAfterMs: 3_600_000 }), GOOD],
    began: [0],
  },
  { name: 'a verdict that cannot be read is final, whatever it says of itself', replies: [failing('invalid_verdict'), GOOD], began: [0] },
  { name: 'a cut reply is final', replies: [failing('truncated_output'), GOOD], began: [0] },
  { name: 'a wrong key is final', replies: [failing('judge_auth', { retryable: false }), GOOD], began: [0] },
  { name: 'what says that it is final is', replies: [failing('judge_unavailable', { retryable: false }), GOOD], began: [0] },
  { name: 'no budget is final', replies: [{ status: 'dropped', reason: 'budget', message: '' }, GOOD], began: [0] },
])('$name', async ({ replies, began, random = 0 }) => {
  const { reply, beganMs } = await attempts(replies, { random });
  expect(beganMs).toEqual(began);
  expect(reply).toEqual(replies[began.length - 1]);
});

test('what failed attempts consumed counts too', async () => {
  const { reply } = await attempts([
    failing('judge_unavailable', { usage: { inputTokens: 3 } }),
    { ...GOOD, usage: { inputTokens: 4, outputTokens: 1 } } as JudgeReply,
  ]);
  expect(reply).toEqual({ ...GOOD, usage: { inputTokens: 7, outputTokens: 1 } });
});

test('when the turn has no time left, the last failure is told at once', async () => {
  const { reply, beganMs } = await attempts([BUSY, GOOD], { abortAtMs: 100 });
  expect([reply, beganMs]).toEqual([BUSY, [0]]);
});

test('a judge that throws is not asked again', async () => {
  const judge = retrying(scriptedJudge([new Error('broken'), GOOD]), {}, { clock: virtualClock(), random: () => 0 });
  await expect(judge.ask(turn(), ['documents'], new AbortController().signal)).rejects.toThrow('broken');
});

test.for([
  { options: { attempts: 0 }, message: 'Expected attempts to be a whole number above 0, got 0' },
  { options: { attempts: 1.5 }, message: 'Expected attempts to be a whole number above 0, got 1.5' },
  { options: { firstDelayMs: -1 }, message: 'Expected firstDelayMs to be 0 or more, got -1' },
  { options: { maxDelayMs: Number.NaN }, message: 'Expected maxDelayMs to be 0 or more, got NaN' },
])('refused: $message', ({ options, message }) => {
  expect(() => retrying(scriptedJudge([]), options, { clock: virtualClock(), random: () => 0 })).toThrow(message);
});

test('never more attempts than allowed, and never sooner than the judge asked for', async () => {
  const reply = fc.oneof(
    fc.constant(GOOD),
    fc
      .record({
        reason: fc.constantFrom<FailureReason>('judge_rate_limited', 'judge_unavailable', 'judge_timeout', 'invalid_verdict'),
        wait: fc.nat(30_000),
      })
      .map(({ reason, wait }) => failing(reason, { retryAfterMs: wait })),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(reply, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 4 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      async (replies, most, random) => {
        const { beganMs, reply: last } = await attempts(replies, { attempts: most, random });
        expect(beganMs.length).toBeLessThanOrEqual(most);
        for (const [index, atMs] of beganMs.entries()) {
          if (index === 0) continue;
          const before = replies[Math.min(index - 1, replies.length - 1)];
          expect(before).toMatchObject({ status: 'failed', retryable: true });
          if (before?.status === 'failed') {
            expect(before.reason).not.toBe('invalid_verdict');
            expect(atMs - (beganMs[index - 1] ?? 0)).toBeGreaterThanOrEqual(before.retryAfterMs ?? 0);
          }
        }
        expect(replies).toContainEqual(last);
      },
    ),
    { numRuns: 60 },
  );
});
