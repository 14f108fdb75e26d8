import { createOpenAI } from '@ai-sdk/openai';
import { afterEach, expect, test } from 'vitest';
import { ContextRelevancyMetric, createContextRelevanceScorerLLM, createFaithfulnessScorerLLM } from '../../src/compat/index.ts';
import { honest, type OpenAiServer, openAiServer } from '../support/openai-server.ts';

const CONTEXT = ['Paris is the capital of France.', 'Lyon is a city.'];
const ASKED = { input: 'What is the capital of France?', output: 'Paris is the capital of France.' };

let server: OpenAiServer | undefined;
afterEach(() => server?.close());

async function model() {
  server = await openAiServer([honest]);
  return createOpenAI({ baseURL: server.url, apiKey: 'secret' }).chat('fake');
}

test('a model of the AI SDK judges for every scorer of the compatible API', async () => {
  const asked = await model();
  const relevance = await createContextRelevanceScorerLLM({ model: asked, options: { context: CONTEXT, scale: 10 } }).run(ASKED);
  expect(relevance).toMatchObject({ score: 10, label: 'excellent', parts: { base: 1 } });
  expect(relevance.usage?.inputTokens).toBeGreaterThan(0);

  const faithfulness = await createFaithfulnessScorerLLM({ model: asked, options: { context: CONTEXT } }).run(ASKED);
  expect(faithfulness.score).toBe(1);

  const { score } = await new ContextRelevancyMetric(asked, { context: CONTEXT }).measure(ASKED.input, ASKED.output);
  expect(score).toBe(1);
  expect(server?.asked).toHaveLength(3);
});

test('what the provider answers is what the rejection says', async () => {
  server = await openAiServer([{ status: 401 }]);
  const scorer = createContextRelevanceScorerLLM({
    model: createOpenAI({ baseURL: server.url, apiKey: 'wrong' }).chat('fake'),
    options: { context: CONTEXT },
  });
  await expect(scorer.run(ASKED)).rejects.toMatchObject({ code: 'judge_auth' });
});
