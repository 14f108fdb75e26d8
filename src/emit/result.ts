import type { Settlement } from '../model/evaluation.ts';
import { labelOf } from '../model/outcome.ts';
import type { Result } from '../model/result.ts';

/** A settlement in the stable shape that users get. */
export function resultOf({ turn, evaluation, outcome, verdicts, sample }: Settlement): Result {
  return {
    traceId: turn.traceId,
    evaluatedSpanId: turn.evaluatedSpan.spanId,
    evaluation: evaluation.name,
    version: evaluation.version,
    outcome: outcome.status,
    ...(outcome.status === 'scored'
      ? { score: outcome.score, label: labelOf(outcome.score), explanation: outcome.explanation, parts: outcome.parts }
      : { reason: outcome.reason, ...(outcome.message === undefined ? {} : { explanation: outcome.message }) }),
    ...(verdicts === undefined ? {} : { verdicts }),
    judge: { id: evaluation.judge.id, version: evaluation.judge.version },
    query: turn.query ?? null,
    documentCount: turn.documents.length,
    sample,
    turn,
  };
}
