import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agreementOf, type JudgedPair } from '../../src/calibrate/agreement.ts';
import type { LabelledPair } from '../../src/calibrate/labelled-pair.ts';
import { gradeOf } from '../../src/calibrate/level-grades.ts';
import { LEVELS, type Level } from '../../src/model/verdicts.ts';
import { isRelevant } from '../../src/score/relevant.ts';

interface Shape extends Partial<LabelledPair> {
  readonly level?: Level;
  readonly relevance?: number;
  readonly said?: boolean;
  readonly usage?: number;
}

function judged(shapes: readonly Shape[]): readonly JudgedPair[] {
  return shapes.map(({ level = 'none', relevance, said, usage, ...pair }, index) => ({
    pair: { id: String(index), query: `query ${index}`, passage: `passage ${index}`, ...pair },
    verdict: {
      index: 0,
      level,
      ...(relevance === undefined ? {} : { relevance }),
      ...(said === undefined ? {} : { used: said }),
      ...(usage === undefined ? {} : { usage }),
    },
  }));
}

const aboveZero = (label: number) => label > 0;

describe('relevance', () => {
  const SHAPES: readonly Shape[] = [
    { label: 0, level: 'none', relevance: 0.9 },
    { label: 1, level: 'high', relevance: 0.3 },
    { label: 1, level: 'medium', relevance: 0.2 },
    { label: 0, level: 'low', relevance: 0.1 },
  ];

  test("is valued by the judge's own measure", () => {
    expect(agreementOf(judged(SHAPES), aboveZero).relevance).toMatchObject({ pairs: 4, positives: 2, auc: 0.5, kappa: 1 });
  });

  test('is valued by the level where one pair has no measure: the two are not compared', () => {
    const [first = {}, ...rest] = SHAPES;
    const { relevance: _, ...bare } = first;
    expect(agreementOf(judged([bare, ...rest]), aboveZero).relevance).toMatchObject({ auc: 1, kappa: 1, best: { from: 2, kappa: 1 } });
  });

  test('has the levels beside the labels', () => {
    const shapes = [...SHAPES, { label: 3, level: 'low' as const }, { label: 3, level: 'high' as const }];
    expect(agreementOf(judged(shapes), aboveZero).relevance.grades.confusion).toEqual({
      labels: [0, 1, 3],
      levels: ['none', 'low', 'medium', 'high'],
      counts: [
        [1, 1, 0, 0],
        [0, 0, 1, 1],
        [0, 1, 0, 1],
      ],
    });
  });

  test('takes labels of many values as relevant or not', () => {
    const shapes = Array.from({ length: 40 }, (_, index) => ({
      label: index / 40,
      level: index < 20 ? ('none' as const) : ('high' as const),
    }));
    const { grades } = agreementOf(judged(shapes), (label) => label >= 0.5).relevance;
    expect(grades).toMatchObject({
      kappaQuadratic: 1,
      confusion: {
        labels: [0, 1],
        counts: [
          [20, 0, 0, 0],
          [0, 0, 0, 20],
        ],
      },
    });
  });

  test('counts as positive what it is told to', () => {
    const shapes = [0, 1, 2, 3].map((label) => ({ label, level: label > 1 ? ('high' as const) : ('none' as const) }));
    expect(agreementOf(judged(shapes), aboveZero).relevance).toMatchObject({ positives: 3, kappa: 0.5 });
    expect(agreementOf(judged(shapes), (label) => label >= 2).relevance).toMatchObject({ positives: 2, kappa: 1 });
  });

  test.for([{ label: 0 }, { label: 1 }])('with nothing but $label nothing can be told, and nothing is', ({ label }) => {
    const { relevance } = agreementOf(judged([{ label }, { label, level: 'high' }]), aboveZero);
    expect(relevance).toMatchObject({ auc: null, ci: null, kappa: null, kappaCi: null, best: { from: null, kappa: null } });
    expect(relevance.rates.agreement.share).toBe(0.5);
    expect(relevance.rates[label === 0 ? 'found' : 'rejected']).toEqual({ share: null, ci: null });
  });
});

test('pairs without a query count for use only', () => {
  const shapes = [
    { query: '', label: 2, answer: 'A.', used: true, said: true, usage: 0.9 },
    { query: '', label: 0, answer: 'B.', used: false, said: false, usage: 0.1 },
  ];
  const { relevance, used } = agreementOf(judged(shapes), aboveZero);
  expect(relevance).toMatchObject({ pairs: 0, auc: null, kappa: null, ci: null });
  expect(used).toMatchObject({ pairs: 2, positives: 1, auc: 1, kappa: 1 });
});

test('use is compared where person and judge both say so', () => {
  const shapes = [
    { label: 1, answer: 'A.', used: true },
    { label: 1, answer: 'A.', said: true },
    { label: 1, used: true, said: true },
  ];
  expect(agreementOf(judged(shapes), aboveZero).used).toBeUndefined();
  expect(agreementOf(judged([...shapes, { label: 1, answer: 'A.', used: true, said: false }]), aboveZero).used?.pairs).toBe(1);
});

test('off-topic passages are set against the labelled positives, without the labelled negatives', () => {
  const shapes: readonly Shape[] = [
    { label: 1, relevance: 0.6 },
    { label: 0, relevance: 0.8 },
    { label: 0, relevance: 0.1, isOffTopic: true },
  ];
  const { relevance, offTopic } = agreementOf(judged(shapes), aboveZero);
  expect(relevance).toMatchObject({ pairs: 3, auc: 0.5 });
  expect(offTopic).toMatchObject({ pairs: 2, positives: 1, auc: 1 });
});

test('each language has figures of its own', () => {
  const shapes: readonly Shape[] = [
    { lang: 'en', label: 1, level: 'high' },
    { lang: 'en', label: 0, level: 'none' },
    { lang: 'ko', label: 1, level: 'none' },
    { lang: 'ko', label: 0, level: 'high' },
    { label: 1, level: 'high' },
  ];
  const { languages } = agreementOf(judged(shapes), aboveZero);
  expect(Object.keys(languages)).toEqual(['en', 'ko']);
  expect(languages.en?.relevance).toMatchObject({ pairs: 2, auc: 1, kappa: 1 });
  expect(languages.ko?.relevance).toMatchObject({ pairs: 2, auc: 0, kappa: -1 });
});

test('every figure is in its range or null, and its interval is in order', () => {
  const shape = fc.record({
    query: fc.constantFrom('', 'a', 'b', 'c'),
    label: fc.nat(3),
    level: fc.constantFrom(...LEVELS),
    answer: fc.constant('A.'),
    used: fc.boolean(),
    said: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(shape, { maxLength: 12 }), (shapes) => {
      const { relevance, used } = agreementOf(judged(shapes), aboveZero);
      for (const { auc, ci, kappa, kappaCi, best, rates } of used === undefined ? [relevance] : [relevance, used]) {
        for (const share of [auc, ...(ci ?? []), rates.agreement.share, rates.found.share, rates.rejected.share]) {
          if (share !== null) expect(share >= 0 && share <= 1).toBe(true);
        }
        for (const value of [kappa, ...(kappaCi ?? []), best.kappa]) if (value !== null) expect(value >= -1 && value <= 1).toBe(true);
        for (const [low, high] of [ci, kappaCi].filter((interval) => interval !== null)) expect(low).toBeLessThanOrEqual(high);
      }
    }),
    { numRuns: 30 },
  );
});

test('of two grades a level is the upper one exactly where scores take it as relevant', () => {
  for (const level of LEVELS) expect(gradeOf(level, 2) === 1).toBe(isRelevant({ index: 0, level }));
});

test.for([
  { grades: 2, nearest: [0, 0, 1, 1] },
  { grades: 3, nearest: [0, 1, 1, 2] },
  { grades: 4, nearest: [0, 1, 2, 3] },
  { grades: 5, nearest: [0, 1, 3, 4] },
])('of $grades grades the levels from worst to best are $nearest', ({ grades, nearest }) => {
  expect(LEVELS.toReversed().map((level) => gradeOf(level, grades))).toEqual(nearest);
});
