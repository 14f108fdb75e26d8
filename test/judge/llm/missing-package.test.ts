import { expect, test, vi } from 'vitest';
import { installedPackages } from '../../../src/judge/llm/ai-sdk.ts';
import { plainLlmJudge } from '../../../src/judge/llm/llm-judge.ts';
import { systemRandom } from '../../../src/runtime/random.ts';
import { virtualClock } from '../../../src/testing/virtual-clock.ts';
import { turn } from '../../support/builders.ts';

vi.mock('ai', () => {
  throw new Error('not there');
});
vi.mock('@ai-sdk/openai', () => {
  throw new Error('not there');
});

const environment = () => ({ OPENAI_API_KEY: 'secret' });

test.for([
  { name: 'ai', packages: installedPackages, install: 'npm install ai' },
  {
    name: '@ai-sdk/openai',
    packages: { ...installedPackages, ai: () => Promise.resolve({}) as never },
    install: 'npm install ai @ai-sdk/openai',
  },
])('without the package $name the judge says how to install it', async ({ name, packages, install }) => {
  const judge = plainLlmJudge({ model: 'openai/fake' }, { clock: virtualClock(), random: systemRandom, environment, packages });
  expect(await judge.ask(turn(), ['documents'], new AbortController().signal)).toEqual({
    status: 'failed',
    reason: 'judge_error',
    retryable: false,
    message: expect.stringContaining(`Expected the package ${name} for the LLM judge, got none; install it: ${install}`),
  });
});
