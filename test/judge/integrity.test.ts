import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ask } from '../../src/judge/ask.ts';
import type { JudgeReply } from '../../src/model/judge.ts';
import type { Turn } from '../../src/model/turn.ts';
import type { Need, Verdicts } from '../../src/model/verdicts.ts';
import { type ScriptedReply, scriptedJudge } from '../../src/testing/scripted-judge.ts';
import { document, everythingOf, turn } from '../support/builders.ts';

/** Three statements: two in the first document, one in the last; two claims; three sentences of a reference. */
const ASKED = turn({
  documents: ['Paris is old. It is big.', '---', 'Lyon is a city.'].map(document),
  answer: 'Paris. It is old.',
  reference: 'Paris. It is old. It is big.',
});

async function askFor(need: Need, given: unknown, about: Turn = ASKED): Promise<JudgeReply> {
  const reply = { status: 'answered', verdicts: { [need]: given } } as ScriptedReply;
  return (await ask(scriptedJudge([reply]), about, [need], new AbortController().signal)).reply;
}

const right = (everythingOf(ASKED) as Extract<JudgeReply, { status: 'answered' }>).verdicts;

describe('one verdict for each sentence', () => {
  test.for(['statements', 'claims', 'reference'] as const)('%s come back in order, whatever order the judge gave them in', async (need) => {
    const given = right[need] ?? [];
    expect(given.length).toBeGreaterThan(1);
    expect(await askFor(need, given.toReversed())).toEqual({ status: 'answered', verdicts: { [need]: given } });
  });

  const [first, second, third] = right.statements ?? [];
  const [one, two] = right.claims ?? [];

  test.for<{ need: Need; given: unknown; message: string }>([
    { need: 'statements', given: undefined, message: 'Expected one verdict for each sentence of each document, got none' },
    { need: 'statements', given: {}, message: 'Expected one verdict for each sentence of each document, got none' },
    { need: 'statements', given: [], message: 'Expected one verdict for each of 2 sentences of document 0, got 0' },
    { need: 'statements', given: [first, third], message: 'Expected one verdict for each of 2 sentences of document 0, got 1' },
    { need: 'statements', given: [first, second], message: 'Expected one verdict for each of 1 sentences of document 2, got 0' },
    { need: 'statements', given: [first, second, null], message: "Expected a statement's document to be from 0 to 2, got undefined" },
    { need: 'statements', given: [{ ...first, document: 3 }], message: "Expected a statement's document to be from 0 to 2, got 3" },
    { need: 'statements', given: [{ ...first, document: '0' }], message: 'Expected a statement\'s document to be from 0 to 2, got "0"' },
    {
      need: 'statements',
      given: [first, second, third, { ...third, document: 1 }],
      message: 'Expected no verdict on document 1, which has no sentence, got 0',
    },
    {
      need: 'statements',
      given: [first, { ...second, sentence: 2 }, third],
      message: 'Expected a sentence index from 0 to 1 in document 0, got 2',
    },
    {
      need: 'statements',
      given: [first, first, second, third],
      message: 'Expected one verdict for each sentence of document 0, got two for index 0',
    },
    { need: 'statements', given: [{ ...first, relevant: 'yes' }], message: 'Expected relevant to be true or false, got "yes"' },
    { need: 'claims', given: undefined, message: 'Expected one verdict for each of 2 sentences of the answer, got none' },
    { need: 'claims', given: 'all', message: 'Expected one verdict for each of 2 sentences of the answer, got none' },
    { need: 'claims', given: [one], message: 'Expected one verdict for each of 2 sentences of the answer, got 1' },
    { need: 'claims', given: [one, null], message: 'Expected a sentence index from 0 to 1 in the answer, got undefined' },
    { need: 'claims', given: [one, { ...two, sentence: 2 }], message: 'Expected a sentence index from 0 to 1 in the answer, got 2' },
    { need: 'claims', given: [one, { ...two, sentence: -1 }], message: 'Expected a sentence index from 0 to 1 in the answer, got -1' },
    { need: 'claims', given: [one, { ...two, sentence: 0.5 }], message: 'Expected a sentence index from 0 to 1 in the answer, got 0.5' },
    { need: 'claims', given: [one, { ...two, sentence: '1' }], message: 'Expected a sentence index from 0 to 1 in the answer, got "1"' },
    { need: 'claims', given: [one, one], message: 'Expected one verdict for each sentence of the answer, got two for index 0' },
    { need: 'claims', given: [one, two, two], message: 'Expected one verdict for each sentence of the answer, got two for index 1' },
    { need: 'claims', given: [one, { sentence: 1 }], message: 'Expected supported to be true or false, got undefined' },
    { need: 'claims', given: [one, { sentence: 1, supported: 1 }], message: 'Expected supported to be true or false, got 1' },
    { need: 'reference', given: right.claims, message: 'Expected one verdict for each of 3 sentences of the reference, got 2' },
    { need: 'reference', given: null, message: 'Expected one verdict for each of 3 sentences of the reference, got none' },
  ])('else it is an invalid verdict: $message', async ({ need, given, message }) => {
    expect(await askFor(need, given)).toEqual({ status: 'failed', reason: 'invalid_verdict', retryable: false, message });
  });

  test.for<{ given: unknown; status: string }>([
    { given: undefined, status: 'answered' },
    { given: [], status: 'answered' },
    { given: [one], status: 'failed' },
  ])('where there is no sentence there is no verdict: $status', async ({ given, status }) => {
    expect(await askFor('claims', given, turn({ answer: '…' }))).toMatchObject({ status });
  });
});

test('no reply of any judge changes a denominator: it is right, or it is invalid', async () => {
  const index = fc.oneof(fc.integer({ min: -1, max: 4 }), fc.constantFrom('0', null, undefined, 0.5, Number.NaN));
  const flag = fc.oneof(fc.boolean(), fc.constantFrom('yes', null, 1));
  const level = fc.oneof(fc.constantFrom('high', 'none'), fc.constantFrom('HIGH', null));
  const list = (entry: fc.Arbitrary<unknown>) =>
    fc.oneof(fc.array(entry, { maxLength: 5 }), fc.constantFrom(undefined, null, {}, 'all', 3));
  const needs: readonly Need[] = ['documents', 'missing', 'statements', 'claims', 'reference'];
  const anyReply = fc.record({
    documents: fc.oneof(list(fc.record({ index, level, used: flag })), fc.constant(right.documents)),
    missing: fc.oneof(list(fc.string()), fc.constant([])),
    statements: fc.oneof(list(fc.record({ document: index, sentence: index, relevant: flag })), fc.constant(right.statements)),
    claims: fc.oneof(list(fc.record({ sentence: index, supported: flag })), fc.constant(right.claims)),
    reference: fc.oneof(list(fc.record({ sentence: index, supported: flag })), fc.constant(right.reference)),
  });
  await fc.assert(
    fc.asyncProperty(anyReply, fc.subarray([...needs], { minLength: 1 }), async (given, asked) => {
      const judge = scriptedJudge([{ status: 'answered', verdicts: given as unknown as Verdicts }]);
      const { reply } = await ask(judge, ASKED, asked, new AbortController().signal);
      if (reply.status !== 'answered') expect(reply).toMatchObject({ status: 'failed', reason: 'invalid_verdict' });
      else
        for (const need of asked.filter((need) => need !== 'missing'))
          expect(reply.verdicts[need]).toHaveLength((right[need] ?? []).length);
    }),
    { numRuns: 500 },
  );
});
