import { expect, test } from 'vitest';
// The calls and options that users of the documents' scorers have written, with only the import (and `judge` for `model`) changed.
import { ContextRelevancyMetric, createContextRelevanceScorerLLM } from '../../src/compat/index.ts';
import { scriptedJudge } from '../../src/testing/scripted-judge.ts';
import { answered, everythingOf } from '../support/builders.ts';

const judgeOf = (words: string, missing: readonly string[] = []) => scriptedJudge([answered(words, missing)]);

test('fixed context, penalties and scale', async () => {
  const scorer = createContextRelevanceScorerLLM({
    judge: judgeOf('high medium'),
    options: {
      context: ['Relevant information...', 'Supporting details...'],
      penalties: { unusedHighRelevanceContext: 0.1, missingContextPerItem: 0.15, maxMissingContextPenalty: 0.5 },
      scale: 100,
    },
  });
  const result = await scorer.run({
    input: { inputMessages: [{ id: '1', role: 'user', content: 'What is relevant?' }] },
    output: [{ id: '2', role: 'assistant', content: 'This is.' }],
  });
  expect([result.score, typeof result.reason]).toEqual([85, 'string']);
});

test.for([
  { query: 'Tell me about Einstein', first: 'Einstein developed E=mc2', count: 3 },
  { query: 'What of climate change?', first: 'Global temperatures are rising', count: 3 },
  { query: 'Anything else?', first: 'General knowledge base entry', count: 1 },
])('an extractor that branches on the query: $query', async ({ query, first, count }) => {
  const judge = scriptedJudge([(turn) => Promise.resolve(answered(turn.documents.map(() => 'high').join(' '), []))]);
  const scorer = createContextRelevanceScorerLLM({
    judge,
    options: {
      contextExtractor: (input, _output) => {
        const asked = input?.inputMessages?.[0]?.content || '';
        if (asked.toLowerCase().includes('einstein')) {
          return ['Einstein developed E=mc2', 'He won the Nobel Prize in 1921', 'His theories revolutionized physics'];
        }
        if (asked.toLowerCase().includes('climate')) {
          return ['Global temperatures are rising', 'CO2 levels affect climate', 'Renewable energy reduces emissions'];
        }
        return ['General knowledge base entry'];
      },
      penalties: { unusedHighRelevanceContext: 0.15 },
    },
  });
  const { score } = await scorer.run({
    input: { inputMessages: [{ id: '1', role: 'user', content: query }] },
    output: [{ id: '2', role: 'assistant', content: 'So.' }],
  });
  expect([score, judge.asked[0]?.turn.documents[0]?.text, judge.asked[0]?.turn.documents.length]).toEqual([1, first, count]);
});

test('an extractor that joins several sources', async () => {
  const searchKnowledgeBase = (query: string) => [`Known: ${query}`];
  const searchDocuments = (query: string) => [`Stored: ${query}`];
  const fromCache = (query: string) => [`Cached: ${query}`];
  const judge = judgeOf('high high* low');
  const scorer = createContextRelevanceScorerLLM({
    judge,
    options: {
      contextExtractor: (input, _output) => {
        const query = input?.inputMessages?.[0]?.content || '';
        return [...searchKnowledgeBase(query), ...searchDocuments(query), ...fromCache(query)];
      },
      penalties: { unusedHighRelevanceContext: 0.15, missingContextPerItem: 0.2, maxMissingContextPenalty: 0.4 },
    },
  });
  const { score } = await scorer.run({ input: { inputMessages: [{ role: 'user', content: 'Why?' }] }, output: 'So.' });
  expect(score).toBeCloseTo(2.3 / 3 - 0.15, 12);
});

test('retrieval results in the metadata of the input, the good ones only', async () => {
  interface Found {
    readonly relevanceScore: number;
    readonly text: string;
  }
  const judge = judgeOf('high medium');
  const scorer = createContextRelevanceScorerLLM({
    judge,
    options: {
      contextExtractor: (input, _output) => {
        const found = (input.metadata?.ragResults ?? []) as readonly Found[];
        return found.filter((item) => item.relevanceScore > 0.5).map((item) => item.text);
      },
      penalties: { unusedHighRelevanceContext: 0.12, missingContextPerItem: 0.18, maxMissingContextPenalty: 0.45 },
      scale: 1,
    },
  });
  const ragResults: readonly Found[] = [
    { relevanceScore: 0.9, text: 'Paris is the capital.' },
    { relevanceScore: 0.4, text: 'Lyon is a city.' },
    { relevanceScore: 0.6, text: 'Paris is old.' },
  ];
  const { score } = await scorer.run({
    input: { inputMessages: [{ id: '1', role: 'user', content: 'What is the capital?' }], metadata: { ragResults } },
    output: [{ id: '2', role: 'assistant', content: 'Paris.' }],
  });
  expect(score).toBe(0.85);
  expect(judge.asked[0]?.turn.documents.map(({ text }) => text)).toEqual(['Paris is the capital.', 'Paris is old.']);
});

test.for([
  { words: 'high high*', missing: [], unused: true, missed: false },
  { words: 'high medium*', missing: ['the unused vouchers'], unused: false, missed: true },
  { words: 'high high', missing: [], unused: false, missed: false },
])('flags that are read out of the reason: $words, missing $missing', async ({ words, missing, unused, missed }) => {
  const scorer = createContextRelevanceScorerLLM({ judge: judgeOf(words, missing), options: { context: ['a.', 'b.'] } });
  const result = await scorer.run({ input: 'Why?', output: 'So.' });
  expect([result.reason.includes('unused'), result.reason.includes('missing')]).toEqual([unused, missed]);
});

test('strict is lower than lenient where context is unused', async () => {
  const scoreWith = async (penalties: object) => {
    const scorer = createContextRelevanceScorerLLM({
      judge: judgeOf('high high* none'),
      options: { context: ['a.', 'b.', 'c.'], penalties },
    });
    return (await scorer.run({ input: 'Why?', output: 'So.' })).score;
  };
  const strict = await scoreWith({ unusedHighRelevanceContext: 0.2, missingContextPerItem: 0.25, maxMissingContextPenalty: 0.6 });
  const lenient = await scoreWith({ unusedHighRelevanceContext: 0.05, missingContextPerItem: 0.1, maxMissingContextPenalty: 0.3 });
  expect(strict).toBeLessThan(lenient);
});

test('the older metric', async () => {
  const judge = scriptedJudge([(turn) => Promise.resolve(everythingOf(turn, (place) => place < 3))], { gives: ['statements'] });
  const metric = new ContextRelevancyMetric(judge, {
    context: [
      'Basic plan costs $10/month',
      'Pro plan costs $30/month',
      'Enterprise plan has custom pricing',
      'Founded in 2020',
      'Offices worldwide',
    ],
    scale: 100,
  });
  const result = await metric.measure('What are our pricing plans?', 'We offer Basic, Pro, and Enterprise plans.');
  expect(result.score).toBe(60);
  expect(result.info.reason).toContain('3 of 5 statements');
});
