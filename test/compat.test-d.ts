import { describe, expectTypeOf, test } from 'vitest';
import {
  type AgentInput,
  type ChatMessage,
  ContextRelevancyMetric,
  createContextPrecisionScorer,
  createContextRecallScorerLLM,
  createContextRelevanceScorerLLM,
  createFaithfulnessScorerLLM,
  type RunInput,
  type RunOutput,
  type RunResult,
} from '../src/compat/index.ts';
import type { Judge, Label, Message, Parts, RetrievedDocument, Usage, Verdicts } from '../src/index.ts';
import { defineScorer, type Options, type Scorer } from '../src/index.ts';

declare const judge: Judge;
declare const options: { context: string[] };

describe('a scorer of the compatible API', () => {
  test('is made of a model or a judge, never of both or none', () => {
    expectTypeOf(createContextRelevanceScorerLLM).toBeCallableWith({ model: 'openai/any', options });
    expectTypeOf(createContextRelevanceScorerLLM).toBeCallableWith({ judge: 'lexical', options });
    expectTypeOf(createFaithfulnessScorerLLM).toBeCallableWith({ judge, options });
    expectTypeOf(createContextPrecisionScorer).toBeCallableWith({ judge: judge.ask, options });
    // @ts-expect-error: nobody judges.
    createContextRelevanceScorerLLM({ options });
    // @ts-expect-error: who of the two?
    createContextRelevanceScorerLLM({ judge, model: 'openai/any', options });
    // @ts-expect-error: there is no such penalty.
    createContextRelevanceScorerLLM({ judge, options: { ...options, penalties: { unused: 1 } } });
    // @ts-expect-error: penalties belong to context relevance.
    createFaithfulnessScorerLLM({ judge, options: { ...options, penalties: {} } });
  });

  test('gives an extractor the messages of an agent, unless its parameters say otherwise', () => {
    createContextRelevanceScorerLLM({
      judge,
      options: {
        contextExtractor: (input, output) => {
          expectTypeOf(input).toEqualTypeOf<AgentInput>();
          expectTypeOf(output).toEqualTypeOf<readonly Message[]>();
          return [input.inputMessages[0]?.content ?? ''];
        },
      },
    });
    const fromText = (input: string): readonly RetrievedDocument[] => [{ text: input, rank: 0 }];
    createContextRelevanceScorerLLM({ judge, options: { contextExtractor: async (input: string) => fromText(input) } });
    // @ts-expect-error: a list, please.
    createContextRelevanceScorerLLM({ judge, options: { contextExtractor: () => 'Because.' } });
  });

  test('runs on every shape of input and output', () => {
    const { run } = createContextRelevanceScorerLLM({ judge, options });
    expectTypeOf(run).toBeCallableWith({ input: 'Why?', output: 'So.' });
    expectTypeOf(run).toBeCallableWith({ input: [{ role: 'user', parts: [{ type: 'text', text: 'Why?' }] }], output: { text: 'So.' } });
    expectTypeOf<{ inputMessages: Message[]; metadata: { ragResults: string[] } }>().toExtend<RunInput>();
    expectTypeOf<{ id: string; role: 'user' | 'assistant'; parts: { type: 'text'; text: string }[] }[]>().toExtend<RunOutput>();
    expectTypeOf<Message>().toExtend<ChatMessage>();
    expectTypeOf<number>().not.toExtend<RunInput>();
  });

  test('gives these', () => {
    const { run } = createContextRelevanceScorerLLM({ judge, options });
    expectTypeOf(run).returns.resolves.toEqualTypeOf<RunResult>();
    expectTypeOf<RunResult>().toEqualTypeOf<{
      readonly score: number;
      readonly reason: string;
      readonly label: Label;
      readonly parts: Parts;
      readonly verdicts: Verdicts;
      readonly usage?: Usage;
    }>();
  });

  test('takes the right answer by two names, where there is one to take', () => {
    const { run } = createContextRecallScorerLLM({ judge, options });
    expectTypeOf(run).toBeCallableWith({ input: 'Why?', output: 'So.', reference: 'So.' });
    expectTypeOf(run).toBeCallableWith({ input: 'Why?', output: 'So.', groundTruth: 'So.' });
    // @ts-expect-error: faithfulness has no use for it.
    void createFaithfulnessScorerLLM({ judge, options }).run({ input: 'Why?', output: 'So.', reference: 'So.' });
  });
});

test('the older metric measures a question and an answer', () => {
  expectTypeOf(ContextRelevancyMetric).toBeConstructibleWith('openai/any', { context: ['a'], scale: 100 });
  expectTypeOf(ContextRelevancyMetric).toBeConstructibleWith(judge, { context: ['a'] });
  expectTypeOf<ContextRelevancyMetric['measure']>().returns.resolves.toEqualTypeOf<{
    readonly score: number;
    readonly info: { readonly reason: string };
  }>();
});

test('a defined scorer goes where a scorer goes, and its parameters need no types', () => {
  const scorer = defineScorer({
    name: 'share_of_high',
    version: '1',
    needs: ['documents'],
    needsAnswer: true,
    score(turn, verdicts) {
      expectTypeOf(verdicts).toEqualTypeOf<Verdicts>();
      return { score: (verdicts.documents?.length ?? 0) / turn.documents.length, parts: {}, explanation: '' };
    },
  });
  expectTypeOf(scorer).toEqualTypeOf<Scorer>();
  expectTypeOf({ evaluations: [{ scorer }] }).toExtend<Options>();
  // @ts-expect-error: no judge gives this.
  defineScorer({ name: 'own', version: '1', needs: ['answers'], score: () => ({ skipped: 'no_relevant' }) });
});
