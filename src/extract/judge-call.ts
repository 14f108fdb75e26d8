import type { ContentRecord, Facts } from '../model/facts.ts';
import { JUDGE_DATA_MARK, JUDGE_MARK } from '../model/judge-mark.ts';
import type { SpanView } from '../model/span.ts';
import type { Message } from '../model/turn.ts';

/**
 * True for a call of a judge of ours that was traced all the same: by a gateway, or where no context manager keeps tracing suppressed. It is never
 * evaluated. Documents cannot bring this about: they stand neither in instructions nor where a user's message begins, and a retrieval is none.
 */
export function isJudgeCall(facts: Facts, { attributes }: SpanView): boolean {
  if (facts.retrieval !== undefined || facts.rerank !== undefined) return false;
  return facts.generation?.messages.some(isOurs) === true || Object.values(attributes).some(beginsAsData);
}

/** The same for a message in a log record. */
export function isJudgeMessage({ message }: ContentRecord): boolean {
  return isOurs(message);
}

function isOurs({ role, content }: Message): boolean {
  return (role === 'system' && content.startsWith(JUDGE_MARK)) || (role === 'user' && beginsAsData(content));
}

function beginsAsData(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(JUDGE_DATA_MARK);
}
