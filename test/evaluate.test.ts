import { expect, test } from 'vitest';
import { evaluate } from '../src/evaluate.ts';
import type { Turn } from '../src/model/turn.ts';
import { contextPrecision } from '../src/score/scorers/context-precision.ts';
import { contextRelevance } from '../src/score/scorers/context-relevance.ts';
import { faithfulness } from '../src/score/scorers/faithfulness.ts';
import { scriptedJudge } from '../src/testing/scripted-judge.ts';
import { everythingOf, turn } from './support/builders.ts';

const gives = ['documents', 'claims'] as const;
const { signal } = new AbortController();

test('each scorer gets what it asked for, of one call', async () => {
  const seen: string[][] = [];
  const watching = {
    ...faithfulness(),
    score: (...[, verdicts]: Parameters<ReturnType<typeof faithfulness>['score']>) => {
      seen.push(Object.keys(verdicts));
      return { score: 1, parts: {}, explanation: '' };
    },
  };
  const judge = scriptedJudge([(asked) => Promise.resolve(everythingOf(asked))], { gives });
  const { evaluated } = await evaluate(turn(), judge, [contextRelevance(), watching, contextPrecision()], signal);
  expect(judge.asked.map(({ needs }) => needs)).toEqual([['documents', 'claims']]);
  expect(seen).toEqual([['claims']]);
  expect(evaluated.map(({ verdicts }) => Object.keys(verdicts ?? {}))).toEqual([['documents'], ['claims'], ['documents']]);
});

test.for<{ name: string; fit: (turn: Turn) => Turn; parts: object; says: string }>([
  {
    name: 'whole',
    fit: (whole) => whole,
    parts: { supported: 0, sentences: 1 },
    says: '0 of 1 claim supported by the documents. Not supported: #1.',
  },
  {
    name: 'with documents left out',
    fit: (whole) => ({ ...whole, documents: whole.documents.slice(0, 1), flags: ['truncated'] }),
    parts: { supported: 0, sentences: 1, leftOut: 1 },
    says: '0 of 1 claim supported by the documents. Not supported: #1. Partial: 1 of 2 documents not read.',
  },
  {
    name: 'with cut texts',
    fit: (whole) => ({ ...whole, flags: ['truncated'] }),
    parts: { supported: 0, sentences: 1 },
    says: '0 of 1 claim supported by the documents. Not supported: #1. Partial: some text was cut.',
  },
])('a score over documents $name says so', async ({ fit, parts, says }) => {
  const judge = scriptedJudge([(asked) => Promise.resolve(everythingOf(asked, () => false))], { gives, fit });
  const { evaluated } = await evaluate(turn(), judge, [faithfulness()], signal);
  expect(evaluated[0]?.outcome).toEqual({ status: 'scored', score: 0, parts, explanation: says });
});
