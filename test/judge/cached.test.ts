import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cached } from '../../src/judge/cached.ts';
import { contentHash } from '../../src/judge/content-hash.ts';
import type { JudgeReply } from '../../src/model/judge.ts';
import type { Turn } from '../../src/model/turn.ts';
import type { Need } from '../../src/model/verdicts.ts';
import { scriptedJudge } from '../../src/testing/scripted-judge.ts';
import { answered, turn } from '../support/builders.ts';

const { signal } = new AbortController();
const TURN = turn();
const COSTLY: JudgeReply = { ...answered('high low'), usage: { inputTokens: 5 } } as JudgeReply;

test('the same turn is judged once, and costs once', async () => {
  const inner = scriptedJudge([COSTLY, answered('none none')]);
  const judge = cached(inner);
  expect(await judge.ask(TURN, ['documents'], signal)).toEqual(COSTLY);
  expect(await judge.ask({ ...TURN, traceId: 'another' }, ['documents'], signal)).toEqual(answered('high low'));
  expect(inner.asked).toHaveLength(1);
});

test.for<{ name: string; about?: Partial<Turn>; needs?: readonly Need[] }>([
  { name: 'question', about: { query: 'What is the largest city of France?' } },
  { name: 'answer', about: { answer: 'Lyon.' } },
  { name: 'reference', about: { reference: 'Paris.' } },
  {
    name: 'document',
    about: {
      documents: [
        { text: 'Paris', rank: 0 },
        { text: 'Lyon is a city.', rank: 1 },
      ],
    },
  },
  { name: 'order of the documents', about: { documents: TURN.documents.toReversed() } },
  { name: 'number of documents', about: { documents: TURN.documents.slice(0, 1) } },
  { name: 'need', needs: ['documents', 'missing'] },
])('another $name is another question', async ({ about = {}, needs = ['documents'] }) => {
  const inner = scriptedJudge([COSTLY, answered('none none')]);
  const judge = cached(inner);
  await judge.ask(TURN, ['documents'], signal);
  expect(await judge.ask({ ...TURN, ...about }, needs, signal)).toEqual(answered('none none'));
});

test('another version of the judge is another question', () => {
  const [a, b] = ['1', '2'].map((version) => contentHash({ id: 'llm', version }, TURN, ['documents']));
  expect(a).not.toBe(b);
});

test('the order of needs makes no difference', () => {
  const like = { id: 'llm', version: '1' };
  expect(contentHash(like, TURN, ['missing', 'documents'])).toBe(contentHash(like, TURN, ['documents', 'missing', 'documents']));
});

test.for<JudgeReply>([
  { status: 'failed', reason: 'judge_unavailable', retryable: true, message: '' },
  { status: 'dropped', reason: 'budget', message: '' },
  { status: 'skipped', reason: 'too_large', message: '' },
])('what is $status is not remembered', async (reply) => {
  const inner = scriptedJudge([reply, answered('high low')]);
  const judge = cached(inner);
  expect(await judge.ask(TURN, ['documents'], signal)).toEqual(reply);
  expect(await judge.ask(TURN, ['documents'], signal)).toEqual(answered('high low'));
});

test('nobody can change what is remembered', async () => {
  const judge = cached(scriptedJudge([answered('high low')]));
  await judge.ask(TURN, ['documents'], signal);
  for (const _ of [1, 2]) {
    const reply = await judge.ask(TURN, ['documents'], signal);
    expect(reply).toEqual(answered('high low'));
    if (reply.status === 'answered') (reply.verdicts.documents as unknown[]).length = 0;
  }
});

describe('the bound', () => {
  const about = (query: string): Turn => ({ ...TURN, query });

  test('what was not asked for the longest goes first', async () => {
    const inner = scriptedJudge([answered('high low')]);
    const judge = cached(inner, { maxBytes: 800 });
    for (const query of ['a', 'b', 'a', 'c']) await judge.ask(about(query), ['documents'], signal);
    const before = inner.asked.length;
    await judge.ask(about('a'), ['documents'], signal);
    expect(inner.asked.length).toBe(before);
    await judge.ask(about('b'), ['documents'], signal);
    expect(inner.asked.length).toBe(before + 1);
  });

  test('with no bytes nothing is remembered', async () => {
    const inner = scriptedJudge([answered('high low')]);
    const judge = cached(inner, { maxBytes: 0 });
    for (const _ of [1, 2]) await judge.ask(TURN, ['documents'], signal);
    expect(inner.asked).toHaveLength(2);
  });

  test('is refused where it is none', () => {
    expect(() => cached(scriptedJudge([]), { maxBytes: -1 })).toThrow('Expected maxBytes to be 0 or more, got -1');
  });
});

test('whatever is asked in whatever order, the reply is the one that the judge itself would give', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(6), { maxLength: 40 }), fc.integer({ min: 0, max: 3_000 }), async (asked, maxBytes) => {
      const judge = cached(scriptedJudge([({ query }) => Promise.resolve(answered(Array(Number(query)).fill('low').join(' ')))]), {
        maxBytes,
      });
      for (const query of asked) {
        expect(await judge.ask({ ...TURN, query: String(query) }, ['documents'], signal)).toEqual(
          answered(Array(query).fill('low').join(' ')),
        );
      }
    }),
  );
});
