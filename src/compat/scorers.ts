import { expected } from '../model/errors.ts';
import type { Scorer } from '../model/evaluation.ts';
import { contextPrecision } from '../score/scorers/context-precision.ts';
import { contextRecall } from '../score/scorers/context-recall.ts';
import { contextRelevance, type Penalties } from '../score/scorers/context-relevance.ts';
import { faithfulness } from '../score/scorers/faithfulness.ts';
import { type AgentInput, type AgentOutput, type ContextOptions, type JudgedBy, type RunGiven, type RunScorer, runnerOf } from './run.ts';
import type { RunInput, RunOutput } from './said.ts';

export interface RelevanceOptions<Input extends RunInput = AgentInput, Output extends RunOutput = AgentOutput>
  extends ContextOptions<Input, Output> {
  /** Amounts that are taken off a score in [0,1], before `scale`; finite, 0 or more. */
  readonly penalties?: Penalties;
}

export type RecallGiven = RunGiven & {
  /** What the right answer would be. */
  readonly reference?: string | undefined;
  /** The same by another name; `reference` wins. */
  readonly groundTruth?: string | undefined;
};

/**
 * Graded relevance of the documents, compatible with Mastra's scorer of that name. `options` takes `context` or `contextExtractor`, `penalties`
 * and `scale`. "unused" and "missing" stand in the `reason` of a run exactly when there is such a penalty.
 *
 * Throws a RagmeterError (`invalid_option`) that says what was expected and what came.
 */
export function createContextRelevanceScorerLLM<Input extends RunInput = AgentInput, Output extends RunOutput = AgentOutput>(
  config: JudgedBy & { readonly options: RelevanceOptions<Input, Output> },
): RunScorer {
  return runScorer(contextRelevance(config?.options?.penalties), config);
}

/**
 * Whether relevant documents stand before the others, compatible with Mastra's scorer of that name. Throws like
 * `createContextRelevanceScorerLLM`.
 */
export function createContextPrecisionScorer<Input extends RunInput = AgentInput, Output extends RunOutput = AgentOutput>(
  config: JudgedBy & { readonly options: ContextOptions<Input, Output> },
): RunScorer {
  return runScorer(contextPrecision(), config);
}

/**
 * How much of the answer the documents support, compatible with Mastra's scorer of that name. A claim is a sentence of the answer. Throws like
 * `createContextRelevanceScorerLLM`.
 */
export function createFaithfulnessScorerLLM<Input extends RunInput = AgentInput, Output extends RunOutput = AgentOutput>(
  config: JudgedBy & { readonly options: ContextOptions<Input, Output> },
): RunScorer {
  return runScorer(faithfulness(), config);
}

/**
 * How much of the right answer the documents hold, compatible with Mastra's scorer of that name. `run` takes the right answer as `reference` or
 * `groundTruth`. Throws like `createContextRelevanceScorerLLM`.
 */
export function createContextRecallScorerLLM<Input extends RunInput = AgentInput, Output extends RunOutput = AgentOutput>(
  config: JudgedBy & { readonly options: ContextOptions<Input, Output> },
): RunScorer<RecallGiven> {
  const { name, run } = runScorer(contextRecall(), config);
  return { name, run: (given) => run({ ...given, reference: given?.reference ?? given?.groundTruth }) };
}

function runScorer(scorer: Scorer, config: Parameters<typeof runnerOf>[1]): RunScorer<RecallGiven> {
  if (typeof config !== 'object' || config === null) throw expected('{ model or judge, options }', config);
  return { name: scorer.name, run: runnerOf(scorer, config) };
}
