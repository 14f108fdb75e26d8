import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  ContextRelevancyMetric,
  createContextPrecisionScorer,
  createContextRecallScorerLLM,
  createContextRelevanceScorerLLM,
  createFaithfulnessScorerLLM,
  type RelevanceOptions,
} from '../../src/compat/index.ts';
import { runnerOf } from '../../src/compat/run.ts';
import type { JudgeReply } from '../../src/model/judge.ts';
import { LEVELS } from '../../src/model/verdicts.ts';
import { contextRelevance } from '../../src/score/scorers/context-relevance.ts';
import { type ScriptedReply, scriptedJudge } from '../../src/testing/scripted-judge.ts';
import { virtualClock } from '../../src/testing/virtual-clock.ts';
import { answered, everythingOf, verdicts } from '../support/builders.ts';

const EVERYTHING = ['documents', 'missing', 'statements', 'claims', 'reference'] as const;
const everything = () =>
  scriptedJudge([(turn) => Promise.resolve(everythingOf(turn, (place) => place === 0, 'low high'))], { gives: EVERYTHING });
const given = { input: 'What is the capital of France?', output: 'Paris. It is old.' };
const options = { context: ['Lyon is a city.', 'Paris is the capital.'] };

function relevanceBy(reply: ScriptedReply, more: RelevanceOptions = {}) {
  return createContextRelevanceScorerLLM({ judge: scriptedJudge([reply]), options: { ...options, ...more } });
}

describe('a run', () => {
  test('gives score, reason, label, parts, verdicts and usage', async () => {
    const usage = { inputTokens: 300, outputTokens: 20 };
    const reply: JudgeReply = { status: 'answered', verdicts: { documents: verdicts('low high*'), missing: ['the year'] }, usage };
    expect(await relevanceBy(reply, { scale: 10 }).run(given)).toEqual({
      score: (0.65 - 0.1 - 0.15) * 10,
      reason: '#1 low (used), #2 high; base 0.65. High but unused: #2 (−0.10). Context is missing: the year (−0.15).',
      label: 'mixed',
      parts: { base: 0.65, unused: 0.1, missing: 0.15, documents: 2 },
      verdicts: { documents: verdicts('low high*'), missing: ['the year'] },
      usage,
    });
  });

  test.for([
    { create: createContextRelevanceScorerLLM, name: 'context_relevance', score: 0.65, asks: ['documents', 'missing'] },
    { create: createContextPrecisionScorer, name: 'context_precision', score: 0.5, asks: ['documents'] },
    { create: createFaithfulnessScorerLLM, name: 'faithfulness', score: 0.5, asks: ['claims'] },
    { create: createContextRecallScorerLLM, name: 'context_recall', score: 1 / 3, asks: ['reference'] },
  ])('$name asks once, and for no more than it needs', async ({ create, name, score, asks }) => {
    const judge = everything();
    const scorer = create({ judge, options });
    const result = await scorer.run({ ...given, reference: 'Paris. It is old. It is big.' });
    expect([scorer.name, result.score, judge.asked.map(({ needs }) => needs)]).toEqual([name, score, [asks]]);
    expect(Object.keys(result.verdicts)).toEqual(asks);
  });

  test.for([{ reference: 'Paris.' }, { groundTruth: 'Paris.' }, { reference: 'Paris.', groundTruth: 'Lyon.' }])(
    'recall takes the right answer by either name: %j',
    async (right) => {
      const judge = everything();
      await createContextRecallScorerLLM({ judge, options }).run({ ...given, ...right });
      expect(judge.asked[0]?.turn.reference).toBe('Paris.');
    },
  );

  test('works with the lexical judge, without a key and a network', async () => {
    const scorer = createContextRelevanceScorerLLM({ judge: 'lexical', options });
    const { score, verdicts } = await scorer.run(given);
    expect(score).toBeGreaterThan(0);
    expect(verdicts.documents?.map(({ index }) => index)).toEqual([0, 1]);
  });

  test('takes a plain function as a judge', async () => {
    const scorer = createContextRelevanceScorerLLM({ judge: () => Promise.resolve(answered('high high', [])), options });
    expect(await scorer.run(given)).toMatchObject({ score: 1, label: 'excellent' });
  });

  test('says how many documents had no text, and does not count them', async () => {
    const scorer = relevanceBy(answered('high', []), { context: ['Paris.', ' '] });
    expect(await scorer.run(given)).toMatchObject({
      score: 1,
      parts: { documents: 1, leftOut: 1 },
      reason: '#1 high (used); base 1.00. Partial: 1 of 2 documents not read.',
    });
  });

  test('several at once do not disturb each other', async () => {
    const judge = scriptedJudge([(turn) => Promise.resolve(answered(turn.query === 'a' ? 'high high' : 'none none', []))]);
    const scorer = createContextRelevanceScorerLLM({ judge, options });
    const results = await Promise.all(['a', 'b', 'a'].map((input) => scorer.run({ input, output: 'So.' })));
    expect(results.map(({ score }) => score)).toEqual([1, 0, 1]);
  });
});

describe('a context extractor', () => {
  const input = { inputMessages: [{ id: '1', role: 'user', content: 'Tell me about Einstein' }] };
  const output = [{ id: '2', role: 'assistant', content: 'So.' }];

  test.for<{ name: string; extractor: () => unknown }>([
    { name: 'sync', extractor: () => ['Because.'] },
    { name: 'async', extractor: async () => ['Because.'] },
    { name: 'giving documents', extractor: () => [{ text: 'Because.', id: 'a', score: 0.9 }] },
  ])('$name: is called once with the very input and output, and wins over context', async ({ extractor }) => {
    const judge = scriptedJudge([answered('high', [])]);
    const contextExtractor = vi.fn(extractor) as unknown as () => string[];
    const scorer = createContextRelevanceScorerLLM({ judge, options: { context: ['Never seen.', 'Nor this.'], contextExtractor } });
    await scorer.run({ input, output });
    const calls = vi.mocked(contextExtractor).mock.calls as unknown as [unknown, unknown][];
    expect(calls).toHaveLength(1);
    expect(calls[0]?.[0]).toBe(input);
    expect(calls[0]?.[1]).toBe(output);
    expect(judge.asked[0]?.turn.documents.map(({ text }) => text)).toEqual(['Because.']);
  });

  test.for<{ name: string; extractor: () => unknown; code: string; message: string }>([
    {
      name: 'nothing',
      extractor: () => undefined,
      code: 'extractor_error',
      message: 'The context extractor failed: Expected a list of texts or documents, got undefined',
    },
    {
      name: 'a text',
      extractor: () => 'Because.',
      code: 'extractor_error',
      message: 'The context extractor failed: Expected a list of texts or documents, got "Because."',
    },
    {
      name: 'an object',
      extractor: async () => ({ documents: [] }),
      code: 'extractor_error',
      message: 'The context extractor failed: Expected a list of texts or documents, got {"documents":[]}',
    },
    {
      name: 'a list of numbers',
      extractor: () => [1],
      code: 'extractor_error',
      message: 'The context extractor failed: Expected the context extractor to return texts or documents, got 1',
    },
    { name: 'an empty list', extractor: () => [], code: 'no_documents', message: 'Expected at least one document of context, got none' },
    {
      name: 'documents without text',
      extractor: () => [{ id: 'a' }, ''],
      code: 'text_missing',
      message: 'Expected a document with a text that can be judged, got none',
    },
  ])('that gives $name: $code', async ({ extractor, code, message }) => {
    const judge = scriptedJudge([answered('high', [])]);
    const scorer = createContextRelevanceScorerLLM({ judge, options: { contextExtractor: extractor as () => string[] } });
    await expect(scorer.run({ input, output })).rejects.toThrow(expect.objectContaining({ name: 'RagmeterError', code, message }));
    expect(judge.asked).toEqual([]);
  });

  test.for([
    {
      name: 'throws',
      extractor: (cause: Error) => {
        throw cause;
      },
    },
    { name: 'rejects', extractor: (cause: Error) => Promise.reject(cause) },
  ])('that $name is an extractor_error with its cause', async ({ extractor }) => {
    const cause = new Error('no index');
    const scorer = relevanceBy(answered('high', []), { contextExtractor: () => extractor(cause) });
    await expect(scorer.run({ input, output })).rejects.toThrow(
      expect.objectContaining({ code: 'extractor_error', message: 'The context extractor failed: no index', cause }),
    );
  });

  test('that hangs is an extractor_error at the deadline, and a judge that hangs a judge_timeout', async () => {
    const clock = virtualClock();
    const hanging = runnerOf(
      contextRelevance(),
      { judge: everything(), options: { contextExtractor: () => new Promise(() => {}), deadlineMs: 50 } },
      clock,
    );
    const asking = runnerOf(contextRelevance(), { judge: scriptedJudge(['hangs']), options }, clock);
    const both = Promise.allSettled([hanging(given), asking(given)]);
    await clock.advance(60_000);
    expect((await both).map((settled) => settled.status === 'rejected' && settled.reason.code)).toEqual([
      'extractor_error',
      'judge_timeout',
    ]);
  });
});

describe('where no score can be had a run rejects, with the reason as code', () => {
  test.for<{ name: string; reply: ScriptedReply; code: string; message: string }>([
    {
      name: 'fails',
      reply: { status: 'failed', reason: 'judge_rate_limited', retryable: true, message: 'slow down' },
      code: 'judge_rate_limited',
      message: 'slow down',
    },
    { name: 'throws', reply: new Error('no quota'), code: 'judge_error', message: 'Judge scripted threw: no quota' },
    {
      name: 'answers too little',
      reply: answered('high'),
      code: 'invalid_verdict',
      message: 'Expected one verdict for each of 2 documents, got 1',
    },
    {
      name: 'answers twice',
      reply: answered('high high high'),
      code: 'invalid_verdict',
      message: 'Expected a document index from 0 to 1, got 2',
    },
    {
      name: 'cannot read so much',
      reply: { status: 'skipped', reason: 'too_large', message: 'too large' },
      code: 'too_large',
      message: 'too large',
    },
    { name: 'has no budget', reply: { status: 'dropped', reason: 'budget', message: 'no money' }, code: 'budget', message: 'no money' },
  ])('a judge that $name: $code', async ({ reply, code, message }) => {
    await expect(relevanceBy(reply).run(given)).rejects.toThrow(expect.objectContaining({ name: 'RagmeterError', code, message }));
  });

  const { input } = given;

  test.for<{ name: string; run: () => Promise<unknown>; code: string }>([
    { name: 'an empty context', run: () => relevanceBy(answered(''), { context: [] }).run(given), code: 'no_documents' },
    {
      name: 'an empty context, by the metric',
      run: () => new ContextRelevancyMetric(everything(), { context: [] }).measure('Why?', 'So.'),
      code: 'no_documents',
    },
    {
      name: 'no statement',
      run: () => new ContextRelevancyMetric(everything(), { context: ['---'] }).measure('Why?', 'So.'),
      code: 'text_missing',
    },
    {
      name: 'no claim',
      run: () => createFaithfulnessScorerLLM({ judge: everything(), options }).run({ input, output: '…' }),
      code: 'no_answer',
    },
    { name: 'no answer', run: () => createFaithfulnessScorerLLM({ judge: everything(), options }).run({ input }), code: 'no_answer' },
    { name: 'no reference', run: () => createContextRecallScorerLLM({ judge: everything(), options }).run(given), code: 'no_reference' },
    {
      name: 'a reference that says nothing',
      run: () => createContextRecallScorerLLM({ judge: everything(), options }).run({ ...given, groundTruth: '-' }),
      code: 'no_reference',
    },
    {
      name: 'a reference that is no text',
      run: () => createContextRecallScorerLLM({ judge: everything(), options }).run({ ...given, reference: 5 } as never),
      code: 'invalid_input',
    },
    { name: 'nothing given', run: () => relevanceBy(answered('')).run(undefined as never), code: 'invalid_input' },
    {
      name: 'nothing given to recall',
      run: () => createContextRecallScorerLLM({ judge: everything(), options }).run(undefined as never),
      code: 'invalid_input',
    },
  ])('$name: $code', async ({ run, code }) => {
    await expect(run()).rejects.toThrow(expect.objectContaining({ name: 'RagmeterError', code }));
  });
});

describe('refused at construction', () => {
  const judge = everything();
  const create = (config: unknown) => createContextRelevanceScorerLLM(config as never);

  test.for<{ construct: () => unknown; message: string; code?: string }>([
    { construct: () => create(undefined), message: 'Expected { model or judge, options }, got undefined' },
    { construct: () => create({ judge }), message: 'Expected context or contextExtractor, got undefined' },
    { construct: () => create({ judge, options: {} }), message: 'Expected context or contextExtractor, got undefined' },
    { construct: () => create({ options }), message: 'Expected a model or a judge, got undefined' },
    { construct: () => create({ judge, model: 'openai/x', options }), message: 'Expected a model or a judge, got "both"' },
    {
      construct: () => create({ judge: 'best', options }),
      message:
        "Expected judge to be 'lexical', a model such as 'openai/gpt-4.1-mini', a function, or a judge with id, version, gives and ask, got \"best\"",
    },
    {
      construct: () => create({ model: 7 as never, options }),
      message: 'Expected model to be a model of the AI SDK, or its name, got 7',
    },
    {
      construct: () => create({ judge, options: { context: 'Because.' } }),
      message: 'Expected context to be a list of texts or documents, got "Because."',
    },
    {
      construct: () => create({ judge, options: { context: ['a', 5] } }),
      message: 'Expected context to be a list of texts or documents, got 5',
    },
    {
      construct: () => create({ judge, options: { context: ['a', null] } }),
      message: 'Expected context to be a list of texts or documents, got null',
    },
    {
      construct: () => create({ judge, options: { contextExtractor: ['a'] } }),
      message: 'Expected contextExtractor to be a function, got ["a"]',
    },
    ...[0, -1, Number.NaN, Number.POSITIVE_INFINITY, '100', null].map((scale) => ({
      construct: () => create({ judge, options: { ...options, scale } }),
      message: `Expected scale to be a finite number above 0, got ${JSON.stringify(scale) === 'null' ? String(scale) : JSON.stringify(scale)}`,
    })),
    ...['unusedHighRelevanceContext', 'missingContextPerItem', 'maxMissingContextPenalty'].flatMap((name) =>
      [-0.1, Number.NaN, Number.POSITIVE_INFINITY].map((value) => ({
        construct: () => create({ judge, options: { ...options, penalties: { [name]: value } } }),
        message: `Expected penalties.${name} to be a finite number of 0 or more, got ${value}`,
      })),
    ),
    {
      construct: () => create({ judge, options: { ...options, deadlineMs: 0 } }),
      message: 'Expected deadlineMs to be a number above 0, got 0',
    },
    {
      construct: () => createFaithfulnessScorerLLM({ judge: 'lexical', options }),
      message: 'Expected judge to give claims for faithfulness, got "lexical, which lacks claims"',
    },
    {
      construct: () => createContextRecallScorerLLM({ judge: 'lexical', options }),
      message: 'Expected judge to give reference for context_recall, got "lexical, which lacks reference"',
    },
    {
      construct: () => new ContextRelevancyMetric('lexical', options),
      message: 'Expected judge to give statements for statement_relevance, got "lexical, which lacks statements"',
    },
    {
      construct: () => new ContextRelevancyMetric('', options),
      message: 'Expected model to be a model of the AI SDK, or its name, got ""',
    },
    { construct: () => new ContextRelevancyMetric(undefined as never, options), message: 'Expected a model or a judge, got undefined' },
    { construct: () => new ContextRelevancyMetric(judge, undefined as never), message: 'Expected options with context, got undefined' },
    { construct: () => new ContextRelevancyMetric(judge, {} as never), message: 'Expected context, got undefined' },
    {
      construct: () => new ContextRelevancyMetric(judge, { ...options, scale: -1 }),
      message: 'Expected scale to be a finite number above 0, got -1',
    },
  ])('$message', ({ construct, message, code = 'invalid_option' }) => {
    expect(construct).toThrow(expect.objectContaining({ name: 'RagmeterError', code, message }));
  });
});

const anyDocuments = fc.array(fc.record({ level: fc.constantFrom(...LEVELS), used: fc.boolean() }), { minLength: 1, maxLength: 8 });
const anyMissing = fc.array(fc.constantFrom('the year', 'who'), { maxLength: 6 });
const anyScale = fc.double({ min: 1e-3, max: 1e6, noNaN: true });

/** A run about documents whose texts say what the judge is to find. */
function runOn(documents: readonly { readonly level: string; readonly used: boolean }[], missing: readonly string[], scale = 1) {
  const words = (texts: readonly (string | undefined)[]): string => texts.map((text = '') => text.replace(/^\d+ /, '')).join(' ');
  const judge = scriptedJudge([(turn) => Promise.resolve(answered(words(turn.documents.map(({ text }) => text)), missing))]);
  const context = documents.map(({ level, used }, place) => `${place} ${level}${used ? '' : '*'}`);
  return createContextRelevanceScorerLLM({ judge, options: { context, scale } }).run(given);
}

test('a score is from 0 to scale', async () => {
  await fc.assert(
    fc.asyncProperty(anyDocuments, anyMissing, anyScale, async (documents, missing, scale) => {
      const { score } = await runOn(documents, missing, scale);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(scale);
    }),
  );
});

test('the order of documents changes no relevance score', async () => {
  const shuffled = anyDocuments.chain((documents) =>
    fc.tuple(fc.constant(documents), fc.shuffledSubarray(documents, { minLength: documents.length })),
  );
  await fc.assert(
    fc.asyncProperty(shuffled, anyMissing, async ([documents, others], missing) => {
      expect((await runOn(others, missing)).score).toBe((await runOn(documents, missing)).score);
    }),
  );
});

test('one more document that is not relevant never raises the base', async () => {
  await fc.assert(
    fc.asyncProperty(anyDocuments, anyMissing, async (documents, missing) => {
      const before = (await runOn(documents, missing)).parts.base ?? Number.NaN;
      const after = (await runOn([...documents, { level: 'none', used: false }], missing)).parts.base ?? Number.NaN;
      expect(after).toBeLessThanOrEqual(before);
    }),
  );
});

test('no reply of a judge changes the denominator: it counts the documents given, or there is no score', async () => {
  const index = fc.oneof(fc.integer({ min: -1, max: 3 }), fc.constantFrom('0', null, 0.5));
  const level = fc.constantFrom('high', 'none', 'HIGH', null);
  const anyReply = fc.array(fc.record({ index, level }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(anyReply, async (documents) => {
      const reply = { status: 'answered', verdicts: { documents } } as unknown as JudgeReply;
      const settled = await relevanceBy(reply)
        .run(given)
        .catch((error: { code: string }) => error.code);
      if (typeof settled === 'string') expect(settled).toBe('invalid_verdict');
      else expect(settled.parts.documents).toBe(options.context.length);
    }),
  );
});
