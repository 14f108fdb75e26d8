export { ContextRelevancyMetric, type ContextRelevancyOptions, type Measured } from './compat/context-relevancy-metric.ts';
export type { JudgeModel } from './compat/model-judge.ts';
export type { AgentInput, AgentOutput, ContextOptions, JudgedBy, RunGiven, RunResult, RunScorer } from './compat/run.ts';
export type { ChatMessage, RunInput, RunOutput } from './compat/said.ts';
export {
  createContextPrecisionScorer,
  createContextRecallScorerLLM,
  createContextRelevanceScorerLLM,
  createFaithfulnessScorerLLM,
  type RecallGiven,
  type RelevanceOptions,
} from './compat/scorers.ts';
export type { CompletionOptions, EmitOptions, EvaluationOptions, Limits, Options } from './config/options.ts';
export type { EvaluationStats, Stats } from './emit/stats.ts';
export type { ContextExtractor } from './model/context-extractor.ts';
export { RagmeterError } from './model/errors.ts';
export type { Sample, Scored, Scorer } from './model/evaluation.ts';
export type { Judge, JudgeFunction, JudgeReply, Usage } from './model/judge.ts';
export type { Mapping, ToolNames } from './model/mapping.ts';
export type { DropReason, FailureReason, Label, Outcome, Parts, SkipReason } from './model/outcome.ts';
export type { Result } from './model/result.ts';
export type { SpanRef, SpanView } from './model/span.ts';
export type { Flag, Message, Retrieval, RetrievedDocument, Turn } from './model/turn.ts';
export type { DocumentVerdict, Level, Need, Verdicts } from './model/verdicts.ts';
export { RagmeterSpanProcessor } from './ragmeter-span-processor.ts';
export { defineScorer } from './score/define-scorer.ts';
export type { Penalties } from './score/scorers/context-relevance.ts';
export { type TraceRetrievalOptions, traceRetrieval } from './trace-retrieval.ts';
