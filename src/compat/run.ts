import { LIMITS } from '../config/defaults.ts';
import { evaluate } from '../evaluate.ts';
import { userContext } from '../extract/user-context.ts';
import type { Clock } from '../model/clock.ts';
import { expected, RagmeterError } from '../model/errors.ts';
import type { Scorer } from '../model/evaluation.ts';
import type { Judge, JudgeFunction, Usage } from '../model/judge.ts';
import { type Label, labelOf, type Outcome, type Parts, type SkipReason } from '../model/outcome.ts';
import type { Message, RetrievedDocument, Turn } from '../model/turn.ts';
import type { Verdicts } from '../model/verdicts.ts';
import { evaluationsOf } from '../pipeline.ts';
import { systemClock } from '../runtime/clock.ts';
import { whyNot } from '../score/why-not.ts';
import { type JudgeModel, modelJudge } from './model-judge.ts';
import { answerOf, queryOf, type RunInput, type RunOutput } from './said.ts';

type MaybePromise<T> = T | Promise<T>;
type Context = readonly (string | RetrievedDocument)[];

/** The input and output of an agent, as an extractor sees them unless its own parameters say otherwise. */
export interface AgentInput {
  readonly inputMessages: readonly Message[];
  readonly query?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}
export type AgentOutput = readonly Message[];

/** Who judges: a model of the AI SDK, or a judge of your own. One of them. */
export type JudgedBy =
  | { readonly model: JudgeModel; readonly judge?: never }
  | { readonly judge: 'lexical' | Judge | JudgeFunction; readonly model?: never };

/** Where the documents come from, and what the highest score is. One of `context` and `contextExtractor` is needed. */
export interface ContextOptions<Input extends RunInput = AgentInput, Output extends RunOutput = AgentOutput> {
  /** The same documents for every run, best first. */
  readonly context?: Context;
  /** Called once for each run with the very input and output that it was given. Wins over `context`. */
  readonly contextExtractor?: (input: Input, output: Output) => MaybePromise<Context>;
  /** The highest score, a finite number above 0. 1 unless given. */
  readonly scale?: number;
  /** Milliseconds that extractor and judge may take together. 60 000 unless given. */
  readonly deadlineMs?: number;
}

export interface RunGiven {
  readonly input: RunInput;
  /** Without an answer nothing counts as unused; a scorer that needs one rejects with `no_answer`. */
  readonly output?: RunOutput | undefined;
}

export interface RunResult {
  /** 0 to `scale`, not rounded. */
  readonly score: number;
  readonly reason: string;
  /** The band of the score, whatever the scale. */
  readonly label: Label;
  /** What the score is made of, each before `scale`. */
  readonly parts: Parts;
  readonly verdicts: Verdicts;
  readonly usage?: Usage;
}

export interface RunScorer<Given = RunGiven> {
  /** The scorer's name, as in telemetry. */
  readonly name: string;
  /**
   * Scores one answer. Rejects with a RagmeterError where there is no score to be had: `code` is the reason of the outcome (`no_documents`,
   * `judge_timeout`, `invalid_verdict`, …), or `invalid_input`. Never a 0 or a 1 instead.
   */
  readonly run: (given: Given) => Promise<RunResult>;
}

/** A run as it comes from code without types. */
interface AnyGiven {
  readonly input?: unknown;
  readonly output?: unknown;
  readonly reference?: unknown;
}

/** Options of any of the scorers, as they come from code without types. */
interface AnyConfig {
  readonly model?: JudgeModel;
  readonly judge?: 'lexical' | Judge | JudgeFunction;
  readonly options?: object;
}

/** There is no trace behind a single run. */
const NO_TRACE_ID = '0'.repeat(32);
const NO_SPAN_ID = '0'.repeat(16);

const WHY: Readonly<Record<SkipReason, string>> = {
  no_documents: 'Expected at least one document of context, got none',
  text_missing: 'Expected a document with a text that can be judged, got none',
  redacted: 'Expected a document whose text is not hidden, got none',
  no_query: "Expected a user's message with text in input, got none",
  no_answer: "Expected an assistant's message with text in output, got none",
  no_reference: 'Expected a reference with text, got none',
  no_relevant: 'Expected a relevant document, got none',
  too_large: 'Expected a turn that the judge can read, got a larger one',
};

/** Runs a scorer on single answers, by the same steps as on live turns. Checks everything at once: throws (`invalid_option`) on a mistake. */
export function runnerOf(scorer: Scorer, config: AnyConfig, clock: Clock = systemClock): (given: AnyGiven) => Promise<RunResult> {
  const options: ContextOptions = config.options ?? {};
  const { scale = 1, deadlineMs = LIMITS.judgeDeadlineMs } = options;
  if (!(Number.isFinite(scale) && scale > 0)) throw expected('scale to be a finite number above 0', scale);
  if (!(typeof deadlineMs === 'number' && deadlineMs > 0)) throw expected('deadlineMs to be a number above 0', deadlineMs);
  const extractor = extractorOf(options);
  const judge = judgeOf(scorer, config);

  return async (given) => {
    const { input, output, reference } = record(given);
    const query = queryOf(input);
    const answer = answerOf(output);
    if (reference !== undefined && reference !== null && typeof reference !== 'string') {
      throw expected('reference to be a text', reference, 'invalid_input');
    }
    const deadline = new AbortController();
    const cancel = clock.after(deadlineMs, () => deadline.abort(), true);
    try {
      const asked: Turn = {
        traceId: NO_TRACE_ID,
        evaluatedSpan: { traceId: NO_TRACE_ID, spanId: NO_SPAN_ID, sampled: false },
        endTimeUnixNano: BigInt(Math.trunc(clock.nowMs())) * 1_000_000n,
        ...(query === undefined ? {} : { query }),
        documents: [],
        ...(answer === undefined ? {} : { answer }),
        ...(typeof reference === 'string' ? { reference } : {}),
        retrievals: [],
        flags: answer === undefined ? ['no_answer'] : [],
      };
      const turn: Turn = { ...asked, documents: await documentsOf(asked, () => extractor(input, output), deadline.signal) };
      const reason = whyNot(turn, scorer);
      if (reason !== undefined) throw new RagmeterError(reason, WHY[reason]);
      const { reply, evaluated } = await evaluate(turn, judge, [scorer], deadline.signal);
      const { outcome, verdicts = {} } = evaluated[0] ?? {};
      if (outcome?.status !== 'scored') throw unscored(outcome);
      return {
        score: outcome.score * scale,
        reason: outcome.explanation,
        label: labelOf(outcome.score),
        parts: outcome.parts,
        verdicts,
        ...('usage' in reply && reply.usage !== undefined ? { usage: reply.usage } : {}),
      };
    } finally {
      cancel();
    }
  };
}

function record(given: AnyGiven): AnyGiven {
  if (typeof given !== 'object' || given === null) throw expected('run to be given { input, output }', given, 'invalid_input');
  return given;
}

function unscored(outcome: Exclude<Outcome, { status: 'scored' }> | undefined): RagmeterError {
  if (outcome === undefined) return new RagmeterError('scorer_error', 'Expected an outcome, got none');
  const message = outcome.message ?? (outcome.status === 'skipped' ? WHY[outcome.reason] : outcome.reason);
  return new RagmeterError(outcome.reason, message, 'cause' in outcome ? { cause: outcome.cause } : {});
}

/** By the same check as every evaluation: a judge that does not give what the scorer needs is refused. */
function judgeOf(scorer: Scorer, { model, judge }: AnyConfig): Judge {
  if (model !== undefined && judge !== undefined) throw expected('a model or a judge', 'both');
  const given = model === undefined ? judge : modelJudge(model);
  if (given === undefined) throw expected('a model or a judge', undefined);
  const [evaluation] = evaluationsOf({ judge: given, evaluations: [{ scorer }] });
  if (evaluation === undefined) throw expected('a model or a judge', given);
  return evaluation.judge;
}

type Extractor = (input: unknown, output: unknown) => unknown;

function extractorOf({ context, contextExtractor }: ContextOptions): Extractor {
  if (contextExtractor !== undefined) {
    if (typeof contextExtractor !== 'function') throw expected('contextExtractor to be a function', contextExtractor);
    return contextExtractor as Extractor;
  }
  if (context === undefined) throw expected('context or contextExtractor', undefined);
  if (!Array.isArray(context)) throw expected('context to be a list of texts or documents', context);
  const wrong = context.findIndex((document) => typeof document !== 'string' && typeof document?.text !== 'string');
  if (wrong >= 0) throw expected('context to be a list of texts or documents', context[wrong]);
  const documents = [...context];
  return () => documents;
}

/** Rejects with `extractor_error` where the extractor throws, hangs or gives something else than a list. */
async function documentsOf(turn: Turn, extractor: () => unknown, signal: AbortSignal): Promise<readonly RetrievedDocument[]> {
  let cause: unknown;
  const called = async (): Promise<Context> => {
    try {
      const context = await extractor();
      if (!Array.isArray(context)) throw expected('a list of texts or documents', context);
      return context as Context;
    } catch (error) {
      cause = error;
      throw error;
    }
  };
  const found = await userContext(called, { turn, messages: [], spanId: NO_SPAN_ID, spans: [] }, signal);
  if (found.status === 'found') return found.documents;
  const message = found.status === 'failed' ? found.message : 'The context extractor gave nothing';
  throw new RagmeterError('extractor_error', message, cause === undefined ? {} : { cause });
}
