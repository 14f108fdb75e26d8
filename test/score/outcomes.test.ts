import { expect, test } from 'vitest';
import type { Scored, Scorer } from '../../src/model/evaluation.ts';
import { labelOf } from '../../src/model/outcome.ts';
import type { Turn } from '../../src/model/turn.ts';
import type { Need } from '../../src/model/verdicts.ts';
import { applyScorer } from '../../src/score/apply.ts';
import { SCORERS } from '../../src/score/registry.ts';
import { whyNot } from '../../src/score/why-not.ts';
import { turn } from '../support/builders.ts';

function scorer(needs: readonly Need[], score: () => unknown = () => ({ skipped: 'no_relevant' }), needsAnswer = false): Scorer {
  return { name: 'own', version: '1', needs, needsAnswer, score: score as () => Scored };
}

const { answer: _answer, ...unanswered } = turn();
const { query: _query, ...unasked } = turn();
const readable = { text: 'Paris.', rank: 0 };

test('sums of decimal fractions get the label of the decimal that is shown', () => {
  expect(labelOf((0.7 + 0.7 + 0.7) / 6)).toBe('mixed');
  expect(labelOf(0.95 - 3 * 0.1)).toBe('good');
});

test.for<{ name: string; turn: Turn; needs?: Need[]; needsAnswer?: boolean; reason: string | undefined }>([
  { name: 'nothing is in the way', turn: turn(), reason: undefined },
  { name: 'no documents', turn: turn({ documents: [] }), reason: 'no_documents' },
  { name: 'no documents, before all else', turn: { ...unasked, documents: [], flags: ['redacted'] }, reason: 'no_documents' },
  { name: 'documents without text', turn: turn({ documents: [{ rank: 0, id: '1' }] }), reason: 'text_missing' },
  { name: 'blank documents', turn: turn({ documents: [{ rank: 0, text: ' \n' }] }), reason: 'text_missing' },
  { name: 'documents without text that were hidden', turn: turn({ documents: [{ rank: 0 }], flags: ['redacted'] }), reason: 'redacted' },
  { name: 'one readable document is enough', turn: turn({ documents: [{ rank: 0 }, readable], flags: ['redacted'] }), reason: undefined },
  { name: 'no question', turn: unasked, reason: 'no_query' },
  { name: 'a blank question', turn: turn({ query: ' ' }), reason: 'no_query' },
  { name: 'no answer, for documents', turn: unanswered, reason: undefined },
  { name: 'no answer, for claims', turn: unanswered, needs: ['documents', 'claims'], reason: 'no_answer' },
  { name: 'an answer without a word, for claims', turn: turn({ answer: ' … ' }), needs: ['claims'], reason: 'no_answer' },
  { name: 'no answer, for a scorer that needs one', turn: unanswered, needsAnswer: true, reason: 'no_answer' },
  { name: 'an answer, for a scorer that needs one', turn: turn(), needsAnswer: true, reason: undefined },
  {
    name: 'documents without a word, for statements',
    turn: turn({ documents: [{ rank: 0, text: '---' }] }),
    needs: ['statements'],
    reason: 'text_missing',
  },
  { name: 'documents without a word, for documents', turn: turn({ documents: [{ rank: 0, text: '---' }] }), reason: undefined },
  {
    name: 'one document with a word, for statements',
    turn: turn({ documents: [{ rank: 0, text: '---' }, readable] }),
    needs: ['statements'],
    reason: undefined,
  },
  { name: 'a reference without a word', turn: turn({ reference: '?' }), needs: ['reference'], reason: 'no_reference' },
  { name: 'no reference, for documents', turn: turn(), reason: undefined },
  { name: 'no reference, for a reference', turn: turn(), needs: ['reference'], reason: 'no_reference' },
  { name: 'a reference, for a reference', turn: turn({ reference: 'Paris.' }), needs: ['reference'], reason: undefined },
])('why not: $name', ({ turn, needs = ['documents'], needsAnswer = false, reason }) => {
  expect(whyNot(turn, scorer(needs, undefined, needsAnswer))).toBe(reason);
});

test.for([
  { score: 1, label: 'excellent' },
  { score: 0.85, label: 'excellent' },
  { score: 0.8499, label: 'good' },
  { score: 0.65, label: 'good' },
  { score: 0.6499, label: 'mixed' },
  { score: 0.35, label: 'mixed' },
  { score: 0.3499, label: 'poor' },
  { score: 0.15, label: 'poor' },
  { score: 0.1499, label: 'very_poor' },
  { score: 0, label: 'very_poor' },
])('a score of $score is $label', ({ score, label }) => {
  expect(labelOf(score)).toBe(label);
});

const parts = { base: 0.5 };

test.for([
  {
    name: 'a score',
    gives: { score: 0.5, parts, explanation: 'so so' },
    outcome: { status: 'scored', score: 0.5, parts, explanation: 'so so' },
  },
  { name: '0', gives: { score: 0, parts, explanation: '' }, outcome: { status: 'scored', score: 0, parts, explanation: '' } },
  { name: '1', gives: { score: 1, parts, explanation: '' }, outcome: { status: 'scored', score: 1, parts, explanation: '' } },
  { name: 'a skip', gives: { skipped: 'no_relevant' }, outcome: { status: 'skipped', reason: 'no_relevant' } },
])('a scorer that gives $name', ({ gives, outcome }) => {
  expect(
    applyScorer(
      scorer([], () => gives),
      turn(),
      {},
    ),
  ).toEqual(outcome);
});

test.for([
  { gives: { score: 1.5 }, got: '1.5' },
  { gives: { score: -0.001 }, got: '-0.001' },
  { gives: { score: Number.NaN }, got: 'NaN' },
  { gives: { score: Number.POSITIVE_INFINITY }, got: 'Infinity' },
  { gives: { score: null }, got: 'null' },
  { gives: { score: '0.5' }, got: '"0.5"' },
  { gives: { score: true }, got: 'true' },
  { gives: { score: [] }, got: '[]' },
  { gives: {}, got: 'undefined' },
])('a scorer that gives $got has failed, and gives no number', ({ gives, got }) => {
  expect(
    applyScorer(
      scorer([], () => gives),
      turn(),
      {},
    ),
  ).toEqual({
    status: 'failed',
    reason: 'scorer_error',
    message: `Expected scorer own to give a number from 0 to 1, got ${got}`,
  });
});

test('a scorer that throws has failed, with the cause', () => {
  const cause = new Error('broken');
  const throws = (): never => {
    throw cause;
  };
  expect(applyScorer(scorer([], throws), turn(), {})).toEqual({
    status: 'failed',
    reason: 'scorer_error',
    message: 'Scorer own threw: broken',
    cause,
  });
});

test.for([undefined, null, 0.5])('a scorer that returns %s has failed', (returns) => {
  expect(
    applyScorer(
      scorer([], () => returns),
      turn(),
      {},
    ),
  ).toMatchObject({ status: 'failed', reason: 'scorer_error' });
});

test('an async scorer has failed, and what it is rejected with ends no process', () => {
  expect(
    applyScorer(
      scorer([], () => Promise.reject(new Error('no')) as never),
      turn(),
      {},
    ),
  ).toEqual({ status: 'failed', reason: 'scorer_error', message: 'Expected scorer own to give its score at once, got a promise' });
});

test('a scorer that skips for a reason of its own, which would become a metric attribute, has failed', () => {
  expect(
    applyScorer(
      scorer([], () => ({ skipped: 'request 4711' })),
      turn(),
      {},
    ),
  ).toEqual({
    status: 'failed',
    reason: 'scorer_error',
    message: expect.stringMatching(/^Expected scorer own to skip for a reason of no_documents, .*, got "request 4711"$/),
  });
});

test('a scorer that gives a number and nothing else has scored', () => {
  expect(
    applyScorer(
      scorer([], () => ({ score: 0.5 })),
      turn(),
      {},
    ),
  ).toEqual({ status: 'scored', score: 0.5, parts: {}, explanation: '' });
});

test('every built-in scorer is under its own name', () => {
  expect([...SCORERS].map(([name, create]) => name === create().name)).toEqual([...SCORERS].map(() => true));
  expect([...SCORERS.keys()]).toEqual([
    'context_relevance',
    'statement_relevance',
    'context_precision',
    'context_utilization',
    'faithfulness',
    'context_recall',
  ]);
});
