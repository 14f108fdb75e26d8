import type { Evaluation } from '../model/evaluation.ts';
import type { Turn } from '../model/turn.ts';

/**
 * Names one turn's result of one evaluation: `<trace id>:<span id>:<name>@<version>`. The span is the turn's first retrieval, else the evaluated span.
 * Whoever sees the same spans again comes to the same id, so duplicates can be told.
 */
export function evaluationId(
  turn: Pick<Turn, 'traceId' | 'retrievals' | 'evaluatedSpan'>,
  evaluation: Pick<Evaluation, 'name' | 'version'>,
): string {
  const spanId = turn.retrievals[0]?.spanId ?? turn.evaluatedSpan.spanId;
  return `${turn.traceId}:${spanId}:${evaluation.name}@${evaluation.version}`;
}
