import { expect, test } from 'vitest';
import { ask } from '../../src/judge/ask.ts';
import type { Judge, JudgeReply } from '../../src/model/judge.ts';
import type { Turn } from '../../src/model/turn.ts';
import type { Need, Verdicts } from '../../src/model/verdicts.ts';
import { type ScriptedReply, scriptedJudge } from '../../src/testing/scripted-judge.ts';
import { answered, turn, verdicts } from '../support/builders.ts';

const NEEDS: readonly Need[] = ['documents', 'missing'];
const FIVE = turn({ documents: ['a', 'b', 'c', 'd', 'e'].map((text, rank) => ({ text, rank })) });

function askOnce(reply: unknown, about: Turn = FIVE, like: Partial<Judge> = {}, needs = NEEDS): Promise<JudgeReply> {
  return ask(scriptedJudge([reply as ScriptedReply], like), about, needs, new AbortController().signal).then(({ reply }) => reply);
}

function replying(verdicts: unknown): unknown {
  return { status: 'answered', verdicts };
}

const [first, second, third, fourth, fifth] = verdicts('high high* medium low none');

test.for<{ name: string; reply: unknown; reason: string; message: string | RegExp }>([
  { name: 'rejects', reply: new Error('no quota'), reason: 'judge_error', message: 'Judge scripted threw: no quota' },
  {
    name: 'throws at once',
    reply: () => {
      throw new Error('broken');
    },
    reason: 'judge_error',
    message: 'Judge scripted threw: broken',
  },
  {
    name: 'throws what is no error and has no text',
    reply: () => {
      throw Object.create(null);
    },
    reason: 'judge_error',
    message: 'Judge scripted threw: {}',
  },
  {
    name: 'replies nothing',
    reply: () => undefined,
    reason: 'judge_error',
    message: /^Expected judge scripted to reply .*, got undefined$/,
  },
  { name: 'replies null', reply: () => null, reason: 'judge_error', message: /got null$/ },
  { name: 'replies a number', reply: () => 0.7, reason: 'judge_error', message: /got 0.7$/ },
  {
    name: 'replies verdicts without a status',
    reply: () => ({ documents: [] }),
    reason: 'judge_error',
    message: /got {"documents":\[\]}$/,
  },
  {
    name: 'replies an unknown status',
    reply: { status: 'scored', score: 1 },
    reason: 'judge_error',
    message: /got {"status":"scored","score":1}$/,
  },
  { name: 'answers without verdicts', reply: { status: 'answered' }, reason: 'judge_error', message: /got {"status":"answered"}$/ },
  {
    name: 'fails without a reason',
    reply: { status: 'failed' },
    reason: 'judge_error',
    message: /and a known reason, got {"status":"failed"}$/,
  },
  {
    name: 'fails for a reason of its own, which would become a metric attribute',
    reply: { status: 'failed', reason: 'request 4711 failed', retryable: false, message: '' },
    reason: 'judge_error',
    message: /request 4711/,
  },
  {
    name: 'skips for a reason that is not its own',
    reply: { status: 'skipped', reason: 'no_documents' },
    reason: 'judge_error',
    message: /no_documents/,
  },
  {
    name: 'drops for a reason that is not its own',
    reply: { status: 'dropped', reason: 'shutdown' },
    reason: 'judge_error',
    message: /shutdown/,
  },
  {
    name: 'gives no verdicts on documents',
    reply: replying({ missing: [] }),
    reason: 'invalid_verdict',
    message: 'Expected one verdict for each of 5 documents, got none',
  },
  {
    name: 'gives what is no list',
    reply: replying({ documents: { 0: first } }),
    reason: 'invalid_verdict',
    message: 'Expected one verdict for each of 5 documents, got none',
  },
  {
    name: 'gives an empty list',
    reply: replying({ documents: [] }),
    reason: 'invalid_verdict',
    message: 'Expected one verdict for each of 5 documents, got 0',
  },
  {
    name: 'leaves one out',
    reply: replying({ documents: [first, second, third, fifth] }),
    reason: 'invalid_verdict',
    message: 'Expected one verdict for each of 5 documents, got 4',
  },
  {
    name: 'gives 2 of 5',
    reply: replying({ documents: [first, second] }),
    reason: 'invalid_verdict',
    message: 'Expected one verdict for each of 5 documents, got 2',
  },
  {
    name: 'gives one twice',
    reply: replying({ documents: [first, second, third, fourth, { ...fifth, index: 3 }] }),
    reason: 'invalid_verdict',
    message: 'Expected one verdict for each document, got two for index 3',
  },
  {
    name: 'counts from 1',
    reply: replying({ documents: [1, 2, 3, 4, 5].map((index) => ({ index, level: 'high' })) }),
    reason: 'invalid_verdict',
    message: 'Expected a document index from 0 to 4, got 5',
  },
  {
    name: 'gives an index below 0',
    reply: replying({ documents: [{ ...first, index: -1 }] }),
    reason: 'invalid_verdict',
    message: 'Expected a document index from 0 to 4, got -1',
  },
  {
    name: 'gives an index that is no whole number',
    reply: replying({ documents: [{ ...first, index: 0.5 }] }),
    reason: 'invalid_verdict',
    message: 'Expected a document index from 0 to 4, got 0.5',
  },
  {
    name: 'gives an index that is a text',
    reply: replying({ documents: [{ ...first, index: '0' }] }),
    reason: 'invalid_verdict',
    message: 'Expected a document index from 0 to 4, got "0"',
  },
  {
    name: 'gives null for a verdict',
    reply: replying({ documents: [null] }),
    reason: 'invalid_verdict',
    message: 'Expected a document index from 0 to 4, got undefined',
  },
  {
    name: 'gives an unknown level',
    reply: replying({ documents: [{ index: 0, level: 'HIGH' }] }),
    reason: 'invalid_verdict',
    message: 'Expected a level of high, medium, low, none, got "HIGH"',
  },
  {
    name: 'gives no level',
    reply: replying({ documents: [{ index: 0, score: 1 }] }),
    reason: 'invalid_verdict',
    message: 'Expected a level of high, medium, low, none, got undefined',
  },
  {
    name: 'gives a text for used',
    reply: replying({ documents: [{ index: 0, level: 'high', used: 'no' }] }),
    reason: 'invalid_verdict',
    message: 'Expected used to be true, false or left out, got "no"',
  },
  {
    name: 'gives a text for the missing items',
    reply: replying({ documents: verdicts('high high high high high'), missing: 'the year' }),
    reason: 'invalid_verdict',
    message: 'Expected the missing items to be a list of texts',
  },
  {
    name: 'gives null for the missing items',
    reply: replying({ documents: verdicts('high high high high high'), missing: null }),
    reason: 'invalid_verdict',
    message: 'Expected the missing items to be a list of texts',
  },
  {
    name: 'gives a missing item that is no text',
    reply: replying({ documents: verdicts('high high high high high'), missing: ['the year', 1] }),
    reason: 'invalid_verdict',
    message: 'Expected the missing items to be a list of texts',
  },
])('a judge that $name has failed: $reason', async ({ reply, reason, message }) => {
  expect(await askOnce(reply)).toEqual({
    status: 'failed',
    reason,
    retryable: false,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });
});

test.for<JudgeReply>([
  { status: 'failed', reason: 'judge_rate_limited', retryable: true, message: 'slow down', usage: { inputTokens: 3 } },
  { status: 'skipped', reason: 'too_large', message: 'it is too large' },
  { status: 'dropped', reason: 'budget', message: 'no money left' },
])('a reply of $status is handed on as it is', async (reply) => {
  expect(await askOnce(reply)).toEqual(reply);
});

test.for([{ usage: null }, { usage: 5 }])('a usage of $usage is left out, the verdicts count', async ({ usage }) => {
  const reply = await askOnce({ ...answered('high high high high high'), usage });
  expect(reply).toEqual(answered('high high high high high'));
});

test('the usage of an answer that cannot be used counts too', async () => {
  expect(await askOnce({ ...answered('high'), usage: { cost: 0.1 } })).toMatchObject({ reason: 'invalid_verdict', usage: { cost: 0.1 } });
});

test('verdicts come back in document order, whatever order the judge gave them in', async () => {
  const reply = await askOnce(replying({ documents: [fifth, second, first, fourth, third], missing: ['the year'] }));
  expect(reply).toEqual(replying({ documents: [first, second, third, fourth, fifth], missing: ['the year'] }));
});

test('without an answer nothing can be used: what the judge says of it is left out', async () => {
  const { answer: _answer, ...unanswered } = turn();
  const documents = [
    { index: 0, level: 'high', used: true, usage: 0.9, relevance: 0.8 },
    { index: 1, level: 'high', used: false },
  ];
  expect(await askOnce(replying({ documents }), unanswered)).toEqual(
    replying({
      documents: [
        { index: 0, level: 'high', relevance: 0.8 },
        { index: 1, level: 'high' },
      ],
    }),
  );
});

test.for<{ name: string; verdicts: Verdicts | object }>([
  { name: 'good', verdicts: { claims: [{ sentence: 0, supported: true }], documents: verdicts('high') } },
  { name: 'bad', verdicts: { claims: [{ sentence: 0, supported: true }], documents: 'nonsense', missing: 7, statements: {} } },
])('answers that were not asked for are ignored, $name or not', async ({ verdicts }) => {
  expect(await askOnce(replying(verdicts), FIVE, {}, ['claims'])).toEqual(replying({ claims: [{ sentence: 0, supported: true }] }));
});

test('a judge that hangs is a timeout once its signal aborts, whatever it does later', async () => {
  const deadline = new AbortController();
  let later: (error: Error) => void = () => {};
  const judge = scriptedJudge([
    () =>
      new Promise((_, reject) => {
        later = reject;
      }),
  ]);
  const asked = ask(judge, FIVE, NEEDS, deadline.signal);
  deadline.abort();
  expect((await asked).reply).toEqual({
    status: 'failed',
    reason: 'judge_timeout',
    retryable: true,
    message: 'Judge scripted gave no verdict in time',
  });
  later(new Error('too late, and nobody listens'));
});

test('a judge that hangs is a timeout where the signal aborted before', async () => {
  expect((await ask(scriptedJudge(['hangs']), FIVE, NEEDS, AbortSignal.abort())).reply).toMatchObject({ reason: 'judge_timeout' });
});

test('the judge is asked about the turn as it fits, and that turn comes back', async () => {
  const fitted: Turn = { ...FIVE, documents: FIVE.documents.slice(0, 2), flags: ['truncated'] };
  const judge = scriptedJudge([answered('high none')], { fit: () => fitted });
  const asked = await ask(judge, FIVE, NEEDS, new AbortController().signal);
  expect(asked).toEqual({ turn: fitted, reply: answered('high none') });
  expect(judge.asked[0]?.turn).toBe(fitted);
});

test.for<{ name: string; fit: unknown; message: string }>([
  {
    name: 'throws',
    fit: () => {
      throw new Error('too small');
    },
    message: 'Judge scripted threw: too small',
  },
  { name: 'gives what is no turn', fit: () => ({}), message: 'Judge scripted threw: Expected fit to give a turn, got {}' },
  { name: 'is asynchronous', fit: () => Promise.resolve(FIVE), message: 'Judge scripted threw: Expected fit to give a turn, got {}' },
])('a fit that $name is an error of the judge, and the turn stays whole', async ({ fit, message }) => {
  const judge = scriptedJudge([answered('high high high high high')], { fit: fit as NonNullable<Judge['fit']> });
  expect(await ask(judge, FIVE, NEEDS, new AbortController().signal)).toEqual({
    turn: FIVE,
    reply: { status: 'failed', reason: 'judge_error', retryable: false, message },
  });
  expect(judge.asked).toEqual([]);
});
