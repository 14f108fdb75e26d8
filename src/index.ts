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
export type { CacheOptions } from './judge/cached.ts';
export type { LimitOptions } from './judge/limited.ts';
export type { LanguageModel } from './judge/llm/ai-sdk.ts';
export type { LlmJudge, ReplyForm } from './judge/llm/llm-judge.ts';
export type { LlmJudgeOptions } from './judge/llm/wrapped.ts';
export type { RetryOptions } from './judge/retrying.ts';
export type { GivenJudge } from './judge/to-judge.ts';
export { cached, limited, llmJudge, recordedJudge, recording, retrying } from './judges.ts';
export type { ContextExtractor } from './model/context-extractor.ts';
export { RagmeterError } from './model/errors.ts';
export type { Sample, Scored, Scorer } from './model/evaluation.ts';
export type { Judge, JudgeFunction, JudgeReply, ModelName, Usage } from './model/judge.ts';
export type { Mapping, ToolNames } from './model/mapping.ts';
export type { DropReason, FailureReason, Label, Outcome, Parts, SkipReason } from './model/outcome.ts';
export type { RedactedKind, Redactor } from './model/redactor.ts';
export type { Result } from './model/result.ts';
export type { SpanRef, SpanView } from './model/span.ts';
export type { Flag, Message, Retrieval, RetrievedDocument, Turn } from './model/turn.ts';
export type { DocumentVerdict, Level, Need, Verdicts } from './model/verdicts.ts';
export { type DrainOptions, type LogRecordProcessorLike, RagmeterSpanProcessor } from './ragmeter-span-processor.ts';
export { defineScorer } from './score/define-scorer.ts';
export type { Penalties } from './score/scorers/context-relevance.ts';
export { type Drains, type ShutsDown, type SignalOptions, shutdownOnSignals, shutdownWith } from './shutdown.ts';
export { type TraceRetrievalOptions, traceRetrieval } from './trace-retrieval.ts';
