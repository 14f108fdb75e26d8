import { expect, test, vi } from 'vitest';
import type { AiSdk, Generated } from '../../../src/judge/llm/ai-sdk.ts';
import { type LlmJudgeOptions, llmJudge } from '../../../src/judge/llm/wrapped.ts';
import type { JudgeReply } from '../../../src/model/judge.ts';
import { virtualClock } from '../../../src/testing/virtual-clock.ts';
import { turn } from '../../support/builders.ts';

type Step = 'good' | number;

/** A judge of a model that is well, or fails with a status, on a clock that stands still until it is told to go on. */
function setUp(steps: readonly Step[], options: Omit<LlmJudgeOptions, 'model'> = {}) {
  const clock = virtualClock();
  let requests = 0;
  const sdk: AiSdk = {
    jsonSchema: (schema) => schema,
    Output: { object: (given) => given },
    generateText({ prompt }): Promise<Generated> {
      const step = steps[Math.min(requests, steps.length - 1)];
      requests += 1;
      if (typeof step === 'number') return Promise.reject(Object.assign(new Error('no'), { name: 'AI_APICallError', statusCode: step }));
      const { ids } = JSON.parse(prompt) as { ids: string };
      return Promise.resolve({ text: JSON.stringify(Object.fromEntries(ids.split(' ').map((id) => [id, 'high used']))) });
    },
  };
  const packages = { ai: () => Promise.resolve(sdk), openai: () => Promise.reject(new Error('not asked for')) };
  let chance = 0;
  const random = (): number => {
    chance = (chance + 0.618) % 1;
    return chance;
  };
  const judge = llmJudge({ model: 'a/b', ...options }, { clock, random, environment: () => ({}), packages });
  return {
    requests: () => requests,
    async ask(query: string, forMs = 10_000): Promise<JudgeReply> {
      const reply = judge.ask(turn({ query }), ['documents'], new AbortController().signal);
      // What a judge loads when it is first asked takes real time.
      await vi.dynamicImportSettled();
      await clock.advance(forMs);
      return reply;
    },
  };
}

test('what is remembered asks nobody, and costs nothing of the budget', async () => {
  const { ask, requests } = setUp(['good'], { limit: { callsPerMinute: 2 } });
  for (const query of ['a', 'a', 'a', 'b', 'a', 'b']) expect(await ask(query, 0)).toMatchObject({ status: 'answered' });
  expect(requests()).toBe(2);
  expect(await ask('c', 0)).toMatchObject({ status: 'dropped', reason: 'budget' });
  expect(await ask('a', 0)).toMatchObject({ status: 'answered' });
});

test('60 calls a minute unless told otherwise, each attempt counted', async () => {
  const { ask, requests } = setUp([503, 'good'], { limit: { failuresToOpen: 100 } });
  expect(await ask('first')).toMatchObject({ status: 'answered' });
  expect(requests()).toBe(2);
  for (let call = 2; call < 60; call += 1) expect(await ask(String(call), 0)).toMatchObject({ status: 'answered' });
  expect(await ask('one too many', 0)).toMatchObject({ status: 'dropped', reason: 'budget' });
  expect(requests()).toBe(60);
});

test('while the breaker is open nothing is tried again', async () => {
  const { ask, requests } = setUp([503], { limit: { failuresToOpen: 2 } });
  expect(await ask('a')).toMatchObject({ status: 'failed', reason: 'judge_unavailable' });
  const before = requests();
  expect(await ask('b')).toMatchObject({ status: 'failed', reason: 'judge_unavailable', retryable: false });
  expect(requests()).toBe(before);
});

test('each of them can be left out', async () => {
  const { ask, requests } = setUp([503, 'good'], { cache: false, retry: false, limit: false });
  expect(await ask('a')).toMatchObject({ status: 'failed', reason: 'judge_unavailable' });
  for (let call = 0; call < 100; call += 1) expect(await ask('a', 0)).toMatchObject({ status: 'answered' });
  expect(requests()).toBe(101);
});
