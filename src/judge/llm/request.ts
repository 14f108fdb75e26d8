import type { Usage } from '../../model/judge.ts';
import type { AiSdk, Generated, GenerateOptions, LanguageModel } from './ai-sdk.ts';
import { type Failure, failure, failureFrom, isBadRequest } from './failure.ts';
import type { Prompt } from './prompt.ts';
import type { JsonSchema } from './schema.ts';
import { unheard } from './unheard.ts';

export interface Request {
  readonly model: LanguageModel | string;
  readonly prompt: Prompt;
  /** Asks for structured output of this shape; without it the reply is whatever the model writes. */
  readonly schema?: JsonSchema;
  readonly maxOutputTokens: number;
  readonly temperature?: number;
}

/** What one request gave: a text to read, or why there is none. */
export type Response =
  | { readonly text: string; readonly isCut: boolean; readonly usage: Usage }
  | { readonly failure: Failure; readonly isBadRequest: boolean; readonly usage: Usage };

/** One request to a model through the AI SDK, the same for its versions 5, 6 and 7. Never rejects. */
export async function send(sdk: AiSdk, request: Request, signal: AbortSignal, nowMs: () => number): Promise<Response> {
  try {
    return read(await unheard(() => sdk.generateText(optionsFor(sdk, request, signal))));
  } catch (thrown) {
    const error = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Generated & { readonly name?: string };
    // The model replied, and the SDK could make nothing of it; we may.
    if (error.name === 'AI_NoObjectGeneratedError') return read(error);
    return { failure: failureFrom(thrown, signal, nowMs()), isBadRequest: isBadRequest(thrown), usage: {} };
  }
}

const NO_TELEMETRY = { isEnabled: false } as const;
const INCLUDE = { requestBody: false, responseBody: true } as const;

function optionsFor(sdk: AiSdk, { model, prompt, schema, maxOutputTokens, temperature }: Request, signal: AbortSignal): GenerateOptions {
  const output = schema === undefined ? undefined : sdk.Output.object({ schema: sdk.jsonSchema(schema) });
  return {
    model,
    system: prompt.system,
    prompt: prompt.user,
    abortSignal: signal,
    // Asking again is up to `retrying`, which counts what it costs.
    maxRetries: 0,
    maxOutputTokens,
    ...(temperature === undefined ? {} : { temperature }),
    ...(output === undefined ? {} : { output, experimental_output: output }),
    telemetry: NO_TELEMETRY,
    experimental_telemetry: NO_TELEMETRY,
    include: INCLUDE,
    experimental_include: INCLUDE,
  };
}

function read(generated: Generated): Response {
  const usage = usageOf(generated);
  const refusal = generated.finishReason === 'content-filter' ? 'the provider filtered the reply' : refusalIn(generated.response?.body);
  if (refusal !== undefined)
    return { failure: failure('judge_refused', `The model declined to judge: ${refusal}`), isBadRequest: false, usage };
  return { text: textOf(generated), isCut: generated.finishReason === 'length', usage };
}

/** The text is what we read, whatever the SDK made of it; where there is none, what it made. */
function textOf(generated: Generated): string {
  if (typeof generated.text === 'string' && generated.text.trim() !== '') return generated.text;
  for (const name of ['output', 'experimental_output'] as const) {
    try {
      const output = generated[name];
      if (output !== undefined) return typeof output === 'string' ? output : JSON.stringify(output);
    } catch {
      // Both are getters that throw where there is no output.
    }
  }
  return '';
}

function usageOf({ usage }: Generated): Usage {
  const { inputTokens, outputTokens } = usage ?? {};
  return {
    ...(typeof inputTokens === 'number' ? { inputTokens } : {}),
    ...(typeof outputTokens === 'number' ? { outputTokens } : {}),
  };
}

/** OpenAI and compatible servers tell a refusal beside the text, where the AI SDK does not look. */
function refusalIn(body: unknown): string | undefined {
  const { choices } = (typeof body === 'object' && body !== null ? body : {}) as {
    choices?: readonly { message?: { refusal?: unknown } }[];
  };
  const refusal = Array.isArray(choices) ? choices[0]?.message?.refusal : undefined;
  return typeof refusal === 'string' && refusal !== '' ? refusal : undefined;
}
