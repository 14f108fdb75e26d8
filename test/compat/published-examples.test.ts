import { describe, expect, test } from 'vitest';
import { ContextRelevancyMetric, createContextRelevanceScorerLLM } from '../../src/compat/index.ts';
import { labelOf } from '../../src/model/outcome.ts';
import type { Penalties } from '../../src/score/scorers/context-relevance.ts';
import { scriptedJudge } from '../../src/testing/scripted-judge.ts';
import { answered, everythingOf } from '../support/builders.ts';

/**
 * The worked examples of the documents that the compatible API follows, with the verdicts that give each number. Where a document's own words
 * say other verdicts than its number needs, both stand here: it contradicts itself.
 */
const EINSTEIN = {
  query: "What were Einstein's major scientific achievements?",
  answer:
    "Einstein's major achievements include the Nobel Prize for the photoelectric effect, special relativity in 1905, and general relativity in 1915.",
  context: [
    'Einstein won the Nobel Prize for his discovery of the photoelectric effect in 1921.',
    'He published his theory of special relativity in 1905.',
    'His general relativity theory, published in 1915, revolutionized our understanding of gravity.',
  ],
};
const ECLIPSES = {
  query: 'What causes solar eclipses?',
  answer: 'Solar eclipses happen when the Moon moves between Earth and the Sun, blocking sunlight.',
  context: [
    'Solar eclipses occur when the Moon blocks the Sun.',
    'The Moon moves between the Earth and Sun during eclipses.',
    'The Moon is visible at night.',
    'Stars twinkle due to atmospheric interference.',
    'Total eclipses can last up to 7.5 minutes.',
  ],
};
const AUSTRALIA = {
  query: 'What is the capital of Australia?',
  answer: 'The capital of Australia is Canberra.',
  context: [
    'The Great Barrier Reef is located in Australia.',
    'Coral reefs need warm water to survive.',
    'Many fish species live in coral reefs.',
    'Australia has six states and two territories.',
    'The capital of Australia is Canberra.',
  ],
};
const PHYSICS = {
  query: 'What did Einstein achieve in physics?',
  answer: 'Einstein won the Nobel Prize for his work on the photoelectric effect.',
  context: [
    'Einstein won the Nobel Prize for photoelectric effect',
    'He developed the theory of relativity',
    'Einstein was born in Germany',
  ],
};
const TWO = { query: 'Anything?', answer: 'Something.', context: ['Relevant information...', 'Supporting details...'] };

const STRICT: Penalties = { unusedHighRelevanceContext: 0.2, missingContextPerItem: 0.25, maxMissingContextPenalty: 0.6 };
const LENIENT: Penalties = { unusedHighRelevanceContext: 0.05, missingContextPerItem: 0.1, maxMissingContextPenalty: 0.3 };
const SHORT: Penalties = { unusedHighRelevanceContext: 0.15 };
const LONG: Penalties = { unusedHighRelevanceContext: 0.15, missingContextPerItem: 0.2, maxMissingContextPenalty: 0.4 };
const RAG: Penalties = { unusedHighRelevanceContext: 0.12, missingContextPerItem: 0.18, maxMissingContextPenalty: 0.45 };

interface Example {
  readonly name: string;
  readonly about: { readonly query: string; readonly answer: string; readonly context: readonly string[] };
  readonly words: string;
  readonly missing?: number;
  readonly penalties?: Penalties;
  readonly scale?: number;
  readonly score: number;
}

describe('createContextRelevanceScorerLLM', () => {
  test.for<Example>([
    { name: 'A1, all high and used', about: EINSTEIN, words: 'high high high', score: 1 },
    { name: 'A2 by its number, verdicts (a)', about: ECLIPSES, words: 'high high medium none high*', score: 0.64 },
    { name: 'A2 by its number, (a) the other way round', about: ECLIPSES, words: 'high high none medium high*', score: 0.64 },
    { name: 'A2 by its number, verdicts (b)', about: ECLIPSES, words: 'high medium medium low high*', score: 0.64 },
    { name: 'A2 by its own words, which is another number', about: ECLIPSES, words: 'high high none none high*', score: 0.5 },
    { name: 'A2 by its own words, "relevant" being medium', about: ECLIPSES, words: 'high high none none medium*', score: 0.54 },
    { name: 'A2, 4 high and two missing', about: ECLIPSES, words: 'high high high medium high', missing: 2, score: 0.64 },
    { name: 'A2, 4 high of which 3 unused', about: ECLIPSES, words: 'high high* high* medium high*', score: 0.64 },
    { name: 'A3 by its number, verdicts (a)', about: ECLIPSES, words: 'high high medium none high*', penalties: LENIENT, score: 0.69 },
    { name: 'A3 by its number, verdicts (b)', about: ECLIPSES, words: 'high medium medium low high*', penalties: LENIENT, score: 0.69 },
    { name: 'A3 by its own words', about: ECLIPSES, words: 'high high none none high*', penalties: LENIENT, score: 0.55 },
    { name: 'A4 by its number', about: AUSTRALIA, words: 'none none none low high', score: 0.26 },
    { name: 'A4 read literally', about: AUSTRALIA, words: 'none none none none high', score: 0.2 },
    { name: 'A4 with a second one at low', about: AUSTRALIA, words: 'low none none low high', score: 0.32 },
    { name: 'A5, default', about: PHYSICS, words: 'high high* none', score: 0.57 },
    { name: 'A5, strict', about: PHYSICS, words: 'high high* none', penalties: STRICT, score: 0.47 },
    { name: 'A5, lenient', about: PHYSICS, words: 'high high* none', penalties: LENIENT, score: 0.62 },
    { name: 'A5 with a low one, default', about: PHYSICS, words: 'high high* low', score: 0.67 },
    { name: 'A5 with a low one, strict', about: PHYSICS, words: 'high high* low', penalties: STRICT, score: 0.57 },
    { name: 'A5 with a low one, lenient', about: PHYSICS, words: 'high high* low', penalties: LENIENT, score: 0.72 },
    { name: 'A5 with one missing, default', about: PHYSICS, words: 'high high* none', missing: 1, score: 0.42 },
    { name: 'A5 with one missing, strict', about: PHYSICS, words: 'high high* none', missing: 1, penalties: STRICT, score: 0.22 },
    { name: 'A5 with one missing, lenient', about: PHYSICS, words: 'high high* none', missing: 1, penalties: LENIENT, score: 0.52 },
    { name: 'A6', about: TWO, words: 'high medium', scale: 100, score: 85 },
    { name: 'A6, the other solution', about: TWO, words: 'high high', missing: 1, scale: 100, score: 85 },
    { name: 'three missing', about: EINSTEIN, words: 'high high high', missing: 3, score: 0.55 },
    { name: 'the fourth missing is the first that is cut', about: EINSTEIN, words: 'high high high', missing: 4, score: 0.5 },
    { name: 'the cap of the strict set', about: EINSTEIN, words: 'high high high', missing: 3, penalties: STRICT, score: 0.4 },
    { name: 'the cap of the lenient set', about: EINSTEIN, words: 'high high high', missing: 9, penalties: LENIENT, score: 0.7 },
    { name: 'short dynamic extraction', about: EINSTEIN, words: 'high high* high', missing: 1, penalties: SHORT, score: 0.7 },
    { name: 'long dynamic extraction', about: EINSTEIN, words: 'high high* high', missing: 3, penalties: LONG, score: 0.45 },
    { name: 'RAG integration', about: EINSTEIN, words: 'high high* high', missing: 1, penalties: RAG, score: 0.7 },
    { name: 'scale comes after the floor', about: EINSTEIN, words: 'none none none', missing: 4, scale: 10, score: 0 },
  ])('$name: $score', async ({ about, words, missing = 0, penalties, scale, score }) => {
    const items = Array.from({ length: missing }, (_, number) => `item ${number}`);
    const scorer = createContextRelevanceScorerLLM({
      judge: scriptedJudge([answered(words, items)]),
      options: {
        context: about.context,
        ...(penalties === undefined ? {} : { penalties }),
        ...(scale === undefined ? {} : { scale }),
      },
    });
    const result = await scorer.run({
      input: { inputMessages: [{ id: '1', role: 'user', content: about.query }] },
      output: [{ id: '2', role: 'assistant', content: about.answer }],
    });

    expect(Number(result.score.toFixed(2))).toBe(score);
    const { base = Number.NaN, unused = Number.NaN, missing: taken = Number.NaN } = result.parts;
    expect(result.score).toBe(Math.max(0, base - unused - taken) * (scale ?? 1));
    expect(result.label).toBe(labelOf(result.score / (scale ?? 1)));
    expect(result.reason.includes('unused')).toBe(unused > 0);
    expect(result.reason.includes('missing')).toBe(taken > 0);
  });
});

describe('ContextRelevancyMetric', () => {
  test.for([
    {
      name: 'B1',
      query: "What are our product's security features?",
      answer: 'Our product uses encryption and requires 2FA.',
      context: [
        'All data is encrypted at rest and in transit',
        'Two-factor authentication is mandatory',
        'The platform supports multiple languages',
        'Our offices are located in San Francisco',
      ],
      relevant: 2,
      options: {},
      score: 0.5,
      reason: '2 of 4 statements relevant. Not relevant: #3 sentence 1, #4 sentence 1.',
    },
    {
      name: 'B2',
      query: 'What are our pricing plans?',
      answer: 'We offer Basic, Pro, and Enterprise plans.',
      context: [
        'Basic plan costs $10/month',
        'Pro plan includes advanced features at $30/month',
        'Enterprise plan has custom pricing',
        'Our company was founded in 2020',
        'We have offices worldwide',
      ],
      relevant: 3,
      options: { scale: 100 },
      score: 60,
      reason: '3 of 5 statements relevant. Not relevant: #4 sentence 1, #5 sentence 1.',
    },
    {
      name: 'statements are counted, not documents',
      query: 'What is the capital of France?',
      answer: 'Paris.',
      context: ['Paris is the capital. It lies on the Seine. It is old.', 'Lyon is a city.'],
      relevant: 1,
      options: {},
      score: 0.25,
      reason: '1 of 4 statements relevant. Not relevant: #1 sentence 2, #1 sentence 3, #2 sentence 1.',
    },
  ])('$name: $score', async ({ query, answer, context, relevant, options, score, reason }) => {
    const gives = ['statements'] as const;
    const judge = scriptedJudge([(turn) => Promise.resolve(everythingOf(turn, (place) => place < relevant))], { gives });
    const metric = new ContextRelevancyMetric(judge, { context, ...options });
    expect(await metric.measure(query, answer)).toEqual({ score, info: { reason } });
  });
});
