import { expect, test } from 'vitest';
import type { Scorer } from '../../src/model/evaluation.ts';
import { defineScorer } from '../../src/score/define-scorer.ts';

const own: Scorer = { name: 'share_of_high', version: '1', needs: ['documents'], score: () => ({ score: 1, parts: {}, explanation: '' }) };

test('a scorer is taken as it is, and stays so', () => {
  const given = { ...own, wants: ['missing'] as const, needsAnswer: true };
  const defined = defineScorer(given);
  expect(defined).toEqual(given);
  expect(Object.isFrozen(defined)).toBe(true);
});

test('a scorer may ask a judge for nothing', () => {
  expect(defineScorer({ ...own, needs: [] }).needs).toEqual([]);
});

test.for<{ given: unknown; message: string }>([
  { given: undefined, message: 'Expected a scorer with name, version, needs and score, got undefined' },
  {
    given: { ...own, name: 'Share of high' },
    message: 'Expected a scorer\'s name to be snake_case, 64 characters at most, got "Share of high"',
  },
  { given: { ...own, name: '' }, message: 'Expected a scorer\'s name to be snake_case, 64 characters at most, got ""' },
  { given: { ...own, name: undefined }, message: "Expected a scorer's name to be snake_case, 64 characters at most, got undefined" },
  { given: { ...own, version: 1 }, message: 'Expected version of scorer share_of_high to be a text, got 1' },
  { given: { ...own, version: '' }, message: 'Expected version of scorer share_of_high to be a text, got ""' },
  {
    given: { ...own, needs: 'documents' },
    message: 'Expected needs of scorer share_of_high to be a list of documents, missing, statements, claims, reference, got "documents"',
  },
  {
    given: { ...own, needs: undefined },
    message: 'Expected needs of scorer share_of_high to be a list of documents, missing, statements, claims, reference, got undefined',
  },
  {
    given: { ...own, needs: ['documents', 'answers'] },
    message:
      'Expected needs of scorer share_of_high to be a list of documents, missing, statements, claims, reference, got ["documents","answers"]',
  },
  {
    given: { ...own, wants: ['all'] },
    message: 'Expected wants of scorer share_of_high to be a list of documents, missing, statements, claims, reference, got ["all"]',
  },
  { given: { ...own, needsAnswer: 'yes' }, message: 'Expected needsAnswer of scorer share_of_high to be true or false, got "yes"' },
  { given: { ...own, score: 1 }, message: 'Expected score of scorer share_of_high to be a function, got 1' },
])('refused: $message', ({ given, message }) => {
  expect(() => defineScorer(given as Scorer)).toThrow(expect.objectContaining({ message, code: 'invalid_option' }));
});
