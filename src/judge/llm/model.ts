import { RagmeterError } from '../../model/errors.ts';
import type { LanguageModel, Packages } from './ai-sdk.ts';

export type Environment = () => Readonly<Record<string, string | undefined>>;

const OPENAI = 'openai/';
/** OpenAI-compatible servers on one's own machine take any. */
const NO_KEY = 'none';

export function nameOf(model: LanguageModel | string): string {
  return typeof model === 'string' ? model : `${model.provider}/${model.modelId}`;
}

/**
 * What `generateText` is given. `openai/NAME` is a model of the chat-completions API, which compatible servers have too; the key and the address
 * are read from the environment, now. Any other text is left to the AI SDK's own resolution.
 */
export async function resolveModel(
  model: LanguageModel | string,
  packages: Packages,
  environment: Environment,
): Promise<LanguageModel | string> {
  if (typeof model !== 'string' || !model.startsWith(OPENAI)) return model;
  const { OPENAI_API_KEY, OPENAI_BASE_URL } = environment();
  const apiKey = OPENAI_API_KEY || (OPENAI_BASE_URL ? NO_KEY : undefined);
  if (apiKey === undefined) {
    throw new RagmeterError(
      'missing_key',
      `Expected OPENAI_API_KEY to be set for ${model}, got none; or set OPENAI_BASE_URL to a server of your own`,
    );
  }
  const { createOpenAI } = await packages.openai();
  return createOpenAI({ apiKey, ...(OPENAI_BASE_URL ? { baseURL: OPENAI_BASE_URL } : {}) }).chat(model.slice(OPENAI.length));
}
