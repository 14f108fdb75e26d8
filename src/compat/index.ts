export type { Penalties } from '../score/scorers/context-relevance.ts';
export { ContextRelevancyMetric, type ContextRelevancyOptions, type Measured } from './context-relevancy-metric.ts';
export type { JudgeModel } from './model-judge.ts';
export type { AgentInput, AgentOutput, ContextOptions, JudgedBy, RunGiven, RunResult, RunScorer } from './run.ts';
export type { ChatMessage, RunInput, RunOutput } from './said.ts';
export {
  createContextPrecisionScorer,
  createContextRecallScorerLLM,
  createContextRelevanceScorerLLM,
  createFaithfulnessScorerLLM,
  type RecallGiven,
  type RelevanceOptions,
} from './scorers.ts';
