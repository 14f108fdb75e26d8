import type { Judge, JudgeReply } from '../model/judge.ts';
import type { Turn } from '../model/turn.ts';
import type { Need, Verdicts } from '../model/verdicts.ts';
import { integrityProblem } from './integrity.ts';

/** A judge's reply, and the turn as the judge read it: denominators count its documents. */
export interface Asked {
  readonly turn: Turn;
  readonly reply: JudgeReply;
}

/**
 * Asks any judge, and settles whatever it does: a throw, a hang past the signal, a reply of no known shape and verdicts that do not fit
 * the turn are all failures with a reason, never a number and never an exception. Verdicts come back in document order.
 */
export async function ask(judge: Judge, turn: Turn, needs: readonly Need[], signal: AbortSignal): Promise<Asked> {
  let read = turn;
  try {
    read = judge.fit?.(turn) ?? turn;
    const reply = await Promise.race([judge.ask(read, needs, signal), timedOut(judge, signal)]);
    return { turn: read, reply: checked(judge, read, needs, reply) };
  } catch (error) {
    return { turn: read, reply: failed('judge_error', `Judge ${judge.id} threw: ${messageOf(error)}`) };
  }
}

function timedOut(judge: Judge, signal: AbortSignal): Promise<JudgeReply> {
  return new Promise((resolve) => {
    const settle = (): void => resolve({ ...failed('judge_timeout', `Judge ${judge.id} gave no verdict in time`), retryable: true });
    if (signal.aborted) settle();
    else signal.addEventListener('abort', settle, { once: true });
  });
}

function checked(judge: Judge, turn: Turn, needs: readonly Need[], reply: JudgeReply): JudgeReply {
  if (reply?.status === 'failed' || reply?.status === 'skipped' || reply?.status === 'dropped') return reply;
  if (reply?.status !== 'answered' || typeof reply.verdicts !== 'object' || reply.verdicts === null) {
    return failed('judge_error', `Expected judge ${judge.id} to reply with a status of answered, failed, skipped or dropped`);
  }
  const problem = integrityProblem(turn, needs, reply.verdicts);
  if (problem === undefined) return { ...reply, verdicts: inOrder(turn, reply.verdicts) };
  return { ...failed('invalid_verdict', problem), ...(reply.usage === undefined ? {} : { usage: reply.usage }) };
}

/** Without an answer nothing can be used: whatever a judge says of it is left out. */
function inOrder(turn: Turn, verdicts: Verdicts): Verdicts {
  if (verdicts.documents === undefined) return verdicts;
  const documents = verdicts.documents.toSorted((a, b) => a.index - b.index);
  if (turn.answer !== undefined) return { ...verdicts, documents };
  return { ...verdicts, documents: documents.map(({ used: _used, usage: _usage, ...verdict }) => verdict) };
}

function failed(reason: 'judge_error' | 'judge_timeout' | 'invalid_verdict', message: string): JudgeReply & { status: 'failed' } {
  return { status: 'failed', reason, retryable: false, message };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
