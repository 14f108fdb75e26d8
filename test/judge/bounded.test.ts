import { describe, expect, test } from 'vitest';
import { atMost } from '../../src/judge/at-most.ts';
import { metered } from '../../src/judge/metered.ts';
import type { JudgeReply } from '../../src/model/judge.ts';
import { scriptedJudge } from '../../src/testing/scripted-judge.ts';
import { virtualClock } from '../../src/testing/virtual-clock.ts';
import { answered, turn } from '../support/builders.ts';

const { signal } = new AbortController();
const BUSY: JudgeReply = { status: 'failed', reason: 'judge_rate_limited', retryable: true, message: '', usage: { inputTokens: 5 } };

describe('at most', () => {
  test('so many calls are made, those that fail too, and what lies beyond is dropped(budget)', async () => {
    const inner = scriptedJudge([BUSY, answered('high low')]);
    const judge = atMost(inner, 2);
    const replies = [];
    for (let call = 0; call < 4; call += 1) replies.push(await judge.ask(turn(), ['documents'], signal));
    expect(replies.map(({ status }) => status)).toEqual(['failed', 'answered', 'dropped', 'dropped']);
    expect(replies[3]).toMatchObject({ reason: 'budget', message: 'The judge may be called 2 times, and was' });
    expect(inner.asked).toHaveLength(2);
  });

  test.for([{ max: -1 }, { max: Number.NaN }])('$max is refused', ({ max }) => {
    expect(() => atMost(scriptedJudge([]), max)).toThrow(/^Expected maxCalls to be 0 or more/);
  });
});

test('metered: calls, documents, time and tokens since last asked', async () => {
  const clock = virtualClock();
  const slow = scriptedJudge([
    async () => {
      await clock.advance(30);
      return { ...answered('high low'), usage: { inputTokens: 7, cost: 0.5 } } as JudgeReply;
    },
    async () => {
      await clock.advance(10);
      return BUSY;
    },
  ]);
  const { judge, taken } = metered(slow, clock);
  await judge.ask(turn(), ['documents'], signal);
  await judge.ask(turn(), ['documents'], signal);
  expect(taken()).toEqual({ calls: 2, documents: 4, ms: 40, usage: { inputTokens: 12, cost: 0.5 } });
  expect(taken()).toEqual({ calls: 0, documents: 0, ms: 0, usage: {} });
});
