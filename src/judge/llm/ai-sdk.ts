import { RagmeterError } from '../../model/errors.ts';
import type { JsonSchema } from './schema.ts';

/** A model of the AI SDK, as far as we look into it. Its own types are not named here: the package is optional. */
export interface LanguageModel {
  readonly modelId: string;
  readonly provider: string;
}

/** What `generateText` takes, in the words of versions 5, 6 and 7 at once: each takes those that it knows. */
export interface GenerateOptions {
  readonly model: LanguageModel | string;
  readonly system: string;
  readonly prompt: string;
  readonly abortSignal: AbortSignal;
  readonly maxRetries: 0;
  readonly maxOutputTokens: number;
  readonly temperature?: number;
  readonly output?: unknown;
  readonly experimental_output?: unknown;
  readonly telemetry: { readonly isEnabled: false };
  readonly experimental_telemetry: { readonly isEnabled: false };
  readonly include: { readonly requestBody: false; readonly responseBody: true };
  readonly experimental_include: { readonly requestBody: false; readonly responseBody: true };
}

export interface Generated {
  readonly text?: string;
  readonly output?: unknown;
  readonly experimental_output?: unknown;
  readonly finishReason?: string;
  readonly usage?: { readonly inputTokens?: number | undefined; readonly outputTokens?: number | undefined };
  readonly response?: { readonly body?: unknown };
}

/** The part of the package `ai` that we use; the same in versions 5, 6 and 7. */
export interface AiSdk {
  readonly generateText: (options: GenerateOptions) => Promise<Generated>;
  readonly jsonSchema: (schema: JsonSchema) => unknown;
  readonly Output: { readonly object: (options: { readonly schema: unknown }) => unknown };
}

interface OpenAiProvider {
  readonly chat: (name: string) => LanguageModel;
}

/** The part of the package `@ai-sdk/openai` that we use. */
export interface OpenAiSdk {
  readonly createOpenAI: (options: { readonly apiKey: string; readonly baseURL?: string }) => OpenAiProvider;
}

/** Brings an optional package when it is first needed; tests bring their own. */
export interface Packages {
  readonly ai: () => Promise<AiSdk>;
  readonly openai: () => Promise<OpenAiSdk>;
}

/** The installed packages. Rejects with `missing_package`, which names the line that installs it. */
export const installedPackages: Packages = {
  ai: () =>
    import('ai').then(
      (sdk) => sdk as unknown as AiSdk,
      (cause: unknown) => {
        throw missing('ai', 'npm install ai', cause);
      },
    ),
  openai: () =>
    import('@ai-sdk/openai').then(
      (sdk) => sdk as unknown as OpenAiSdk,
      (cause: unknown) => {
        throw missing('@ai-sdk/openai', 'npm install ai @ai-sdk/openai', cause);
      },
    ),
};

function missing(name: string, install: string, cause: unknown): RagmeterError {
  return new RagmeterError('missing_package', `Expected the package ${name} for the LLM judge, got none; install it: ${install}`, {
    cause,
  });
}
