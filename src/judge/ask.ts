import { expected, messageOf, show } from '../model/errors.ts';
import type { Judge, JudgeReply } from '../model/judge.ts';
import { FAILURE_REASONS } from '../model/outcome.ts';
import type { Turn } from '../model/turn.ts';
import { type DocumentVerdict, type Need, onlyNeeds, type Verdicts } from '../model/verdicts.ts';
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
    const fitted = judge.fit?.(turn) ?? turn;
    if (!Array.isArray(fitted.documents) || !Array.isArray(fitted.flags)) throw expected('fit to give a turn', fitted);
    read = fitted;
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
  if (!isReply(reply)) {
    return failed(
      'judge_error',
      `Expected judge ${judge.id} to reply with a status of answered, failed, skipped or dropped and a known reason, got ${show(reply)}`,
    );
  }
  const { usage, ...said } = reply as Extract<JudgeReply, { status: 'answered' | 'failed' }>;
  const counted = typeof usage === 'object' && usage !== null ? { usage } : {};
  if (said.status !== 'answered') return { ...said, ...counted };
  const problem = integrityProblem(turn, needs, said.verdicts);
  if (problem !== undefined) return { ...failed('invalid_verdict', problem), ...counted };
  return { ...said, verdicts: inOrder(turn, needs, said.verdicts), ...counted };
}

/** Reasons become values of metric attributes: only the known ones are let through. */
function isReply(reply: JudgeReply | undefined): boolean {
  switch (reply?.status) {
    case 'answered':
      return typeof reply.verdicts === 'object' && reply.verdicts !== null;
    case 'failed':
      return FAILURE_REASONS.includes(reply.reason);
    case 'skipped':
      return reply.reason === 'too_large';
    case 'dropped':
      return reply.reason === 'budget';
    default:
      return false;
  }
}

/** Only what was asked for. Without an answer nothing can be used: whatever a judge says of it is left out. */
function inOrder(turn: Turn, needs: readonly Need[], verdicts: Verdicts): Verdicts {
  const { documents, statements, claims, reference, ...asked } = onlyNeeds(verdicts, needs);
  const inPlace = documents?.toSorted((a, b) => a.index - b.index);
  return {
    ...(inPlace === undefined ? {} : { documents: turn.answer === undefined ? inPlace.map(withoutUse) : inPlace }),
    ...asked,
    ...(statements === undefined ? {} : { statements: statements.toSorted((a, b) => a.document - b.document || a.sentence - b.sentence) }),
    ...(claims === undefined ? {} : { claims: claims.toSorted(bySentence) }),
    ...(reference === undefined ? {} : { reference: reference.toSorted(bySentence) }),
  };
}

function withoutUse({ used: _used, usage: _usage, ...verdict }: DocumentVerdict): DocumentVerdict {
  return verdict;
}

function bySentence(a: { readonly sentence: number }, b: { readonly sentence: number }): number {
  return a.sentence - b.sentence;
}

function failed(reason: 'judge_error' | 'judge_timeout' | 'invalid_verdict', message: string): JudgeReply & { status: 'failed' } {
  return { status: 'failed', reason, retryable: false, message };
}
