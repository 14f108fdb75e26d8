import type { Clock } from '../../model/clock.ts';
import { expected } from '../../model/errors.ts';
import type { Judge, JudgeReply } from '../../model/judge.ts';
import type { Random } from '../../model/random.ts';
import type { Turn } from '../../model/turn.ts';
import type { Need } from '../../model/verdicts.ts';
import type { LanguageModel, Packages } from './ai-sdk.ts';
import type { Asking, askModel as askModelType } from './asking.ts';
import { failureFrom } from './failure.ts';
import { fits, fitted } from './fit.ts';
import { type Environment, nameOf, resolveModel } from './model.ts';
import { isReasoningName } from './room.ts';
import { RUBRIC_VERSION } from './rubric.ts';

export interface LlmOptions {
  /** A model of the AI SDK, or its name: `openai/NAME` for OpenAI and compatible servers, any other as the AI SDK resolves it. */
  readonly model: LanguageModel | string;
  /** None is sent unless given: many models refuse it. */
  readonly temperature?: number;
  /** Whether the model thinks before it replies: then it gets room for that, and no temperature. Default: as its name tells. */
  readonly reasoning?: boolean;
  /** False: never asks for structured output. Default: asks, and goes on without once the model's API refuses it. */
  readonly structured?: boolean;
  /** Tokens that a turn may take; beyond it only its first documents are shown. Default 100000. */
  readonly maxInputTokens?: number;
  /** Milliseconds that one request may take. Default 30000; for models that reason only the turn's own deadline counts. */
  readonly requestTimeoutMs?: number;
}

/** What the judge is given from outside. */
export interface LlmPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly environment: Environment;
  readonly packages: Packages;
}

/** How the model answers: `unknown` until it was asked. */
export type ReplyForm = 'unknown' | 'structured' | 'text';

export interface LlmJudge extends Judge {
  readonly replyForm: () => ReplyForm;
}

/** What most models of today read, with room for the reply. */
const MAX_INPUT_TOKENS = 100_000;
/** Half of what a turn has: one request that hangs leaves time for another. */
const REQUEST_TIMEOUT_MS = 30_000;

interface Prepared extends Pick<Asking, 'sdk' | 'model'> {
  readonly askModel: typeof askModelType;
}

/** Asks a language model, once for all needs of a turn. What it may not do well is settled here; what the network does not is for wrappers. */
export function plainLlmJudge(options: LlmOptions, { clock, random, environment, packages }: LlmPorts): LlmJudge {
  check(options);
  const { model, maxInputTokens = MAX_INPUT_TOKENS } = options;
  const name = nameOf(model);
  const reasons = options.reasoning ?? isReasoningName(name);
  const temperature = reasons ? undefined : options.temperature;
  const requestTimeoutMs = options.requestTimeoutMs ?? (reasons ? Number.POSITIVE_INFINITY : REQUEST_TIMEOUT_MS);
  let refusesStructure = options.structured === false;
  let form: ReplyForm = 'unknown';
  let ready: Promise<Prepared> | undefined;

  /** What only a judge that is asked needs is loaded here: an application that has none pays nothing for it. */
  async function prepare(): Promise<Prepared> {
    const [sdk, resolved, { askModel }] = await Promise.all([
      packages.ai(),
      resolveModel(model, packages, environment),
      import('./asking.ts'),
    ]);
    return { sdk, model: resolved, askModel };
  }

  async function ask(turn: Turn, needs: readonly Need[], signal: AbortSignal): Promise<JudgeReply> {
    if (!fits(turn, maxInputTokens)) {
      const message = `Expected a turn of at most ${maxInputTokens} tokens, got one whose first document alone takes more`;
      return { status: 'skipped', reason: 'too_large', message };
    }
    ready ??= prepare();
    const { askModel, ...prepared } = await ready;
    const asking = { ...prepared, clock, random, structured: !refusesStructure, reasons, temperature, requestTimeoutMs };
    const told = await askModel(asking, turn, needs, signal);
    refusesStructure ||= told.refusesStructure;
    form = told.form ?? form;
    return told.reply;
  }

  return {
    id: 'llm',
    version: `${RUBRIC_VERSION}:${name}${temperature === undefined ? '' : `:t${temperature}`}`,
    gives: ['documents', 'missing', 'statements', 'claims', 'reference'],
    fit: (turn) => fitted(turn, maxInputTokens),
    replyForm: () => form,
    async ask(turn, needs, signal) {
      try {
        return await ask(turn, needs, signal);
      } catch (error) {
        // A package that is missing now may be there at the next turn.
        ready = undefined;
        return failureFrom(error, signal, clock.nowMs());
      }
    },
  };
}

function check({ model, temperature, maxInputTokens, requestTimeoutMs }: LlmOptions): void {
  const isInstance = typeof model === 'object' && model !== null && typeof model.modelId === 'string';
  if (!isInstance && (typeof model !== 'string' || model === '')) throw expected('model to be a model of the AI SDK, or its name', model);
  if (temperature !== undefined && !(temperature >= 0)) throw expected('temperature to be 0 or more', temperature);
  if (maxInputTokens !== undefined && !(maxInputTokens > 0)) throw expected('maxInputTokens to be above 0', maxInputTokens);
  if (requestTimeoutMs !== undefined && !(requestTimeoutMs > 0)) throw expected('requestTimeoutMs to be above 0', requestTimeoutMs);
}
