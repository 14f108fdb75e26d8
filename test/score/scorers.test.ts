import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Scorer } from '../../src/model/evaluation.ts';
import { LEVELS, type Verdicts } from '../../src/model/verdicts.ts';
import { applyScorer } from '../../src/score/apply.ts';
import { contextPrecision } from '../../src/score/scorers/context-precision.ts';
import { contextRecall } from '../../src/score/scorers/context-recall.ts';
import { contextUtilization } from '../../src/score/scorers/context-utilization.ts';
import { faithfulness } from '../../src/score/scorers/faithfulness.ts';
import { statementRelevance } from '../../src/score/scorers/statement-relevance.ts';
import { turn, verdicts } from '../support/builders.ts';

const by = (scorer: Scorer, given: Verdicts) => applyScorer(scorer, turn(), given);
const support = (letters: string) => [...letters].map((letter, sentence) => ({ sentence, supported: letter === 'y' }));
const relevance = (words: string) =>
  words
    .split(' ')
    .flatMap((letters, document) => [...letters].map((letter, sentence) => ({ document, sentence, relevant: letter === 'y' })));

describe('context precision', () => {
  test.for([
    { words: 'high', score: 1, parts: { relevant: 1, documents: 1 }, says: '1 of 1 documents relevant, at rank 1; precision there 1.00.' },
    { words: 'high medium none', score: 1, parts: { relevant: 2, documents: 3 } },
    {
      words: 'none high',
      score: 1 / 2,
      parts: { relevant: 1, documents: 2 },
      says: '1 of 2 documents relevant, at rank 2; precision there 0.50.',
    },
    {
      words: 'high low medium',
      score: (1 + 2 / 3) / 2,
      parts: { relevant: 2, documents: 3 },
      says: '2 of 3 documents relevant, at ranks 1, 3; precision there 1.00, 0.67.',
    },
    { words: 'none none high high', score: (1 / 3 + 2 / 4) / 2, parts: { relevant: 2, documents: 4 } },
    { words: 'none low', score: 0, parts: { relevant: 0, documents: 2 }, says: '0 of 2 documents relevant.' },
  ])('$words: $score', ({ words, score, parts, says }) => {
    const outcome = by(contextPrecision(), { documents: verdicts(words) });
    expect(outcome).toMatchObject({ status: 'scored', score, parts });
    if (says !== undefined) expect(outcome).toMatchObject({ explanation: says });
  });

  test('goes by rank, not by the order in which the verdicts stand', () => {
    expect(by(contextPrecision(), { documents: verdicts('none high').toReversed() })).toMatchObject({ score: 0.5 });
  });

  test('a relevant document that moves up never lowers it', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 2, maxLength: 10 }), fc.nat(), (relevant, at) => {
        const place = at % (relevant.length - 1);
        const scoreOf = (flags: readonly boolean[]): number => {
          const outcome = by(contextPrecision(), { documents: verdicts(flags.map((flag) => (flag ? 'high' : 'none')).join(' ')) });
          return outcome.status === 'scored' ? outcome.score : Number.NaN;
        };
        const better = [...relevant];
        if (!better[place] && better[place + 1]) [better[place], better[place + 1]] = [true, false];
        expect(scoreOf(better)).toBeGreaterThanOrEqual(scoreOf(relevant));
      }),
    );
  });
});

describe('context utilization', () => {
  test.for([
    { words: 'high', score: 1, parts: { used: 1, relevant: 1 }, says: '1 of 1 relevant document used.' },
    { words: 'high medium* none', score: 0.5, parts: { used: 1, relevant: 2 }, says: '1 of 2 relevant documents used. Not used: #2.' },
    { words: 'low high*', score: 0, parts: { used: 0, relevant: 1 }, says: '0 of 1 relevant document used. Not used: #2.' },
  ])('$words: $score', ({ words, score, parts, says }) => {
    expect(by(contextUtilization(), { documents: verdicts(words) })).toEqual({ status: 'scored', score, parts, explanation: says });
  });

  test('none relevant: there was nothing to use', () => {
    expect(by(contextUtilization(), { documents: verdicts('low none') })).toEqual({ status: 'skipped', reason: 'no_relevant' });
  });

  test('a judge that does not say what was used has failed it, and is not taken for "not used"', () => {
    const documents = [
      { index: 0, level: 'low' as const },
      { index: 1, level: 'high' as const },
    ];
    expect(by(contextUtilization(), { documents })).toMatchObject({
      status: 'failed',
      reason: 'scorer_error',
      message: 'Scorer context_utilization threw: Expected a judge that says which relevant documents were used, got "nothing about #2"',
    });
  });
});

test.for([
  { scorer: faithfulness(), given: { claims: support('y') }, score: 1, says: '1 of 1 claim supported by the documents.' },
  {
    scorer: faithfulness(),
    given: { claims: support('yny') },
    score: 2 / 3,
    says: '2 of 3 claims supported by the documents. Not supported: #2.',
  },
  {
    scorer: faithfulness(),
    given: { claims: support('nn') },
    score: 0,
    says: '0 of 2 claims supported by the documents. Not supported: #1, #2.',
  },
  {
    scorer: contextRecall(),
    given: { reference: support('y') },
    score: 1,
    says: '1 of 1 sentence of the reference supported by the documents.',
  },
  {
    scorer: contextRecall(),
    given: { reference: support('nyyy') },
    score: 3 / 4,
    says: '3 of 4 sentences of the reference supported by the documents. Not supported: #1.',
  },
  { scorer: statementRelevance(), given: { statements: relevance('y') }, score: 1, says: '1 of 1 statement relevant.' },
  {
    scorer: statementRelevance(),
    given: { statements: relevance('yn y n') },
    score: 2 / 4,
    says: '2 of 4 statements relevant. Not relevant: #1 sentence 2, #3 sentence 1.',
  },
])('$scorer.name: $says', ({ scorer, given, score, says }) => {
  const outcome = by(scorer, given);
  expect(outcome).toMatchObject({ status: 'scored', score, explanation: says });
});

test.for([
  { scorer: statementRelevance(), given: { statements: [] }, reason: 'text_missing' },
  { scorer: statementRelevance(), given: {}, reason: 'text_missing' },
  { scorer: contextPrecision(), given: { documents: [] }, reason: 'no_documents' },
  { scorer: contextUtilization(), given: { documents: [] }, reason: 'no_relevant' },
  { scorer: faithfulness(), given: { claims: [] }, reason: 'no_answer' },
  { scorer: faithfulness(), given: {}, reason: 'no_answer' },
  { scorer: contextRecall(), given: { reference: [] }, reason: 'no_reference' },
  { scorer: contextRecall(), given: {}, reason: 'no_reference' },
])('$scorer.name of nothing is never a number: $reason', ({ scorer, given, reason }) => {
  expect(by(scorer, given)).toEqual({ status: 'skipped', reason });
});

test('any of them is from 0 to 1, with an explanation that does not speak of penalties', () => {
  const anyVerdicts = fc.record({
    documents: fc
      .array(fc.record({ level: fc.constantFrom(...LEVELS), used: fc.boolean() }), { maxLength: 12 })
      .map((documents) => documents.map((document, index) => ({ index, ...document }))),
    statements: fc
      .array(fc.boolean(), { maxLength: 12 })
      .map((flags) => flags.map((relevant, sentence) => ({ document: 0, sentence, relevant }))),
    claims: fc.array(fc.constantFrom('y', 'n'), { maxLength: 12 }).map((letters) => support(letters.join(''))),
    reference: fc.array(fc.constantFrom('y', 'n'), { maxLength: 12 }).map((letters) => support(letters.join(''))),
  });
  const scorers = [contextPrecision(), contextUtilization(), faithfulness(), contextRecall(), statementRelevance()];
  fc.assert(
    fc.property(anyVerdicts, fc.constantFrom(...scorers), (given, scorer) => {
      const outcome = by(scorer, given);
      expect(['scored', 'skipped']).toContain(outcome.status);
      if (outcome.status === 'scored') expect(outcome.explanation).not.toMatch(/unused|missing/);
    }),
  );
});
