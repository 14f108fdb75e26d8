import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Verdicts } from '../../src/model/verdicts.ts';
import { LEVELS } from '../../src/model/verdicts.ts';
import { contextRelevance, type Penalties } from '../../src/score/scorers/context-relevance.ts';
import { turn, verdicts } from '../support/builders.ts';

const LENIENT: Penalties = { unusedHighRelevanceContext: 0.05, missingContextPerItem: 0.1, maxMissingContextPenalty: 0.3 };
const STRICT: Penalties = { unusedHighRelevanceContext: 0.2, missingContextPerItem: 0.25, maxMissingContextPenalty: 0.6 };

function scored(given: Verdicts, penalties?: Penalties) {
  const scored = contextRelevance(penalties).score(turn(), given);
  if ('skipped' in scored) throw new Error(`Expected a score, got ${scored.skipped}`);
  return scored;
}

/** The published examples, with the verdicts that give the published number, and where the text says otherwise, those of the text. */
test.for([
  { name: 'A1 all high and used', words: 'high high high', missing: 0, penalties: {}, score: 1 },
  { name: 'A2 with verdicts (a)', words: 'high high medium none high*', missing: 0, penalties: {}, score: 0.64 },
  { name: 'A2 with verdicts (b)', words: 'high medium medium low high*', missing: 0, penalties: {}, score: 0.64 },
  { name: 'A2 with the verdicts of its text', words: 'high high none none high*', missing: 0, penalties: {}, score: 0.5 },
  { name: 'A3 with verdicts (a)', words: 'high high medium none high*', missing: 0, penalties: LENIENT, score: 0.69 },
  { name: 'A3 with verdicts (b)', words: 'high medium medium low high*', missing: 0, penalties: LENIENT, score: 0.69 },
  { name: 'A3 with the verdicts of its text', words: 'high high none none high*', missing: 0, penalties: LENIENT, score: 0.55 },
  { name: 'A4', words: 'none none none low high', missing: 0, penalties: {}, score: 0.26 },
  { name: 'A4 read literally', words: 'none none none none high', missing: 0, penalties: {}, score: 0.2 },
  { name: 'A5 default', words: 'high high* none', missing: 0, penalties: {}, score: 0.57 },
  { name: 'A5 strict', words: 'high high* none', missing: 0, penalties: STRICT, score: 0.47 },
  { name: 'A5 lenient', words: 'high high* none', missing: 0, penalties: LENIENT, score: 0.62 },
  { name: 'A5 with a low one, default', words: 'high high* low', missing: 0, penalties: {}, score: 0.67 },
  { name: 'A5 with a low one, strict', words: 'high high* low', missing: 0, penalties: STRICT, score: 0.57 },
  { name: 'A5 with a low one, lenient', words: 'high high* low', missing: 0, penalties: LENIENT, score: 0.72 },
  { name: 'A5 with one missing, default', words: 'high high* none', missing: 1, penalties: {}, score: 0.42 },
  { name: 'A5 with one missing, strict', words: 'high high* none', missing: 1, penalties: STRICT, score: 0.22 },
  { name: 'A5 with one missing, lenient', words: 'high high* none', missing: 1, penalties: LENIENT, score: 0.52 },
  { name: 'A6', words: 'high medium', missing: 0, penalties: {}, score: 0.85 },
  { name: 'A6, the other solution', words: 'high high', missing: 1, penalties: {}, score: 0.85 },
  { name: 'three missing', words: 'high', missing: 3, penalties: {}, score: 0.55 },
  { name: 'the fourth missing is the first that is cut', words: 'high', missing: 4, penalties: {}, score: 0.5 },
  { name: 'and no more is taken off for a hundred', words: 'high', missing: 100, penalties: {}, score: 0.5 },
  {
    name: 'the unused have no such bound but 0',
    words: 'high* high* high* high* high* high* high* high* high* high* high*',
    missing: 0,
    penalties: {},
    score: 0,
  },
  { name: 'unused ones that are not high cost nothing', words: 'medium* low* none*', missing: 0, penalties: {}, score: 1 / 3 },
  { name: 'nothing relevant', words: 'none none', missing: 4, penalties: {}, score: 0 },
])('$name: $score', ({ words, missing, penalties, score }) => {
  const given = { documents: verdicts(words), missing: Array.from({ length: missing }, (_, number) => `item ${number}`) };
  expect(Number(scored(given, penalties).score.toFixed(2))).toBe(Number(score.toFixed(2)));
});

test('the parts are the numbers that the score is made of', () => {
  const { score, parts } = scored({ documents: verdicts('high high* low none'), missing: ['the year'] });
  expect(parts).toEqual({ base: 2.3 / 4, unused: 0.1, missing: 0.15, documents: 4 });
  expect(score).toBeCloseTo(2.3 / 4 - 0.25, 12);
});

test.for([
  { name: 'no documents', given: {} },
  { name: 'an empty list', given: { documents: [] } },
  { name: 'no documents but missing items', given: { documents: [], missing: ['all'] } },
])('$name: no score, neither 0 nor 1', ({ given }) => {
  expect(contextRelevance().score(turn(), given)).toEqual({ skipped: 'no_documents' });
});

test('where it is not known what was used, nothing counts as unused', () => {
  expect(scored({ documents: [{ index: 0, level: 'high' }] })).toMatchObject({ score: 1, parts: { unused: 0 } });
});

test('where it is not known what is missing, nothing counts as missing', () => {
  expect(scored({ documents: verdicts('high') }).parts.missing).toBe(0);
});

const ITEMS = ['the year', 'the price', 'who'];
const anyDocuments = fc.array(fc.record({ level: fc.constantFrom(...LEVELS), used: fc.option(fc.boolean(), { nil: undefined }) }), {
  minLength: 1,
  maxLength: 12,
});
const anyVerdicts = fc.record({
  documents: anyDocuments.map((documents) =>
    documents.map(({ level, used }, index) => ({ index, level, ...(used === undefined ? {} : { used }) })),
  ),
  missing: fc.subarray(ITEMS),
});
const penalty = fc.double({ min: 0, max: 2, noNaN: true });
const anyPenalties = fc.record({ unusedHighRelevanceContext: penalty, missingContextPerItem: penalty, maxMissingContextPenalty: penalty });

test('a score is from 0 to 1, whatever the penalties', () => {
  fc.assert(
    fc.property(anyVerdicts, anyPenalties, (given, penalties) => {
      const { score } = scored(given, penalties);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }),
  );
});

test('the order of documents and of missing items makes no difference, in no digit', () => {
  fc.assert(
    fc.property(
      anyVerdicts.chain(({ documents, missing }) =>
        fc.record({
          given: fc.constant({ documents, missing }),
          documents: fc.shuffledSubarray(documents, { minLength: documents.length }),
          missing: fc.shuffledSubarray(missing, { minLength: missing.length }),
        }),
      ),
      ({ given, documents, missing }) => {
        const renumbered = documents.map((verdict, index) => ({ ...verdict, index }));
        expect(scored({ documents: renumbered, missing }).parts).toEqual(scored(given).parts);
        expect(scored({ documents: renumbered, missing }).score).toBe(scored(given).score);
      },
    ),
  );
});

test('one more document that is not relevant never raises the base', () => {
  fc.assert(
    fc.property(anyVerdicts, ({ documents, missing }) => {
      const more = [...documents, { index: documents.length, level: 'none' as const }];
      const before = scored({ documents, missing }).parts.base;
      expect(scored({ documents: more, missing }).parts.base).toBeLessThanOrEqual(before!);
    }),
  );
});

test('the explanation says "unused" and "missing" exactly when they cost something', () => {
  fc.assert(
    fc.property(
      anyVerdicts,
      fc.oneof(anyPenalties, fc.constantFrom({}, { unusedHighRelevanceContext: 0 }, { maxMissingContextPenalty: 0 })),
      (given, penalties) => {
        const { explanation, parts } = scored(given, penalties);
        expect(explanation.includes('unused')).toBe(parts.unused! > 0);
        expect(explanation.includes('missing')).toBe(parts.missing! > 0);
      },
    ),
  );
});

test('the explanation names the documents as people count them', () => {
  expect(scored({ documents: verdicts('high high* low none*'), missing: ['the year', 'who'] }).explanation).toBe(
    '#1 high (used), #2 high, #3 low (used), #4 none; base 0.57. High but unused: #2 (−0.10). Context is missing: the year; who (−0.30).',
  );
});

test('what a judge calls missing cannot be read as an unused penalty', () => {
  const { explanation } = scored({ documents: verdicts('high'), missing: ['refunds of Unused vouchers'] });
  expect(explanation).toBe('#1 high (used); base 1.00. Context is missing: refunds of not used vouchers (−0.15).');
});

test('the explanation of very many stays short', () => {
  const { explanation } = scored({ documents: verdicts('high* '.repeat(500)), missing: [] });
  expect(explanation).toContain('#50 high and 450 more; base 1.00. High but unused: #1, #2,');
  expect(explanation.length).toBeLessThan(1_200);
});

test('a penalty that is there but undefined is the default', () => {
  expect(contextRelevance({ missingContextPerItem: undefined } as unknown as Penalties).version).toBe('1');
});

test.for([
  { penalties: {}, version: '1' },
  { penalties: { unusedHighRelevanceContext: 0.1, missingContextPerItem: 0.15, maxMissingContextPenalty: 0.5 }, version: '1' },
  { penalties: { missingContextPerItem: 0.2 }, version: '1(0.1,0.2,0.5)' },
  { penalties: STRICT, version: '1(0.2,0.25,0.6)' },
])('other penalties are another version: $version', ({ penalties, version }) => {
  expect(contextRelevance(penalties)).toMatchObject({ name: 'context_relevance', version, needs: ['documents'], wants: ['missing'] });
});

test.for([
  {
    penalties: { unusedHighRelevanceContext: -0.1 },
    message: 'Expected penalties.unusedHighRelevanceContext to be a finite number of 0 or more, got -0.1',
  },
  {
    penalties: { unusedPenalty: 0.1 } as Penalties,
    message: 'Expected penalties of unusedHighRelevanceContext, missingContextPerItem, maxMissingContextPenalty, got "unusedPenalty"',
  },
  {
    penalties: { missingContextPerItem: Number.NaN },
    message: 'Expected penalties.missingContextPerItem to be a finite number of 0 or more, got NaN',
  },
  {
    penalties: { maxMissingContextPenalty: Number.POSITIVE_INFINITY },
    message: 'Expected penalties.maxMissingContextPenalty to be a finite number of 0 or more, got Infinity',
  },
])('refused: $message', ({ penalties, message }) => {
  expect(() => contextRelevance(penalties)).toThrow(expect.objectContaining({ message, code: 'invalid_option' }));
});
