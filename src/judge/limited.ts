import type { Clock } from '../model/clock.ts';
import { expected } from '../model/errors.ts';
import type { Judge, JudgeReply } from '../model/judge.ts';
import { Breaker } from './limit/breaker.ts';
import { CallBudget } from './limit/call-budget.ts';
import { Slots } from './limit/slots.ts';
import { wrap } from './wrap.ts';

export interface LimitOptions {
  /** Calls within any minute, those that fail too; beyond it turns are `dropped(budget)`. Default 60; `Infinity` for none. */
  readonly callsPerMinute?: number;
  /** Calls at the same time, while the judge takes so many. Default 8. */
  readonly maxConcurrent?: number;
  /** Outages in a row after which the judge is left alone. Default 5. */
  readonly failuresToOpen?: number;
  /** Milliseconds that it is left alone for at first. Default 30000. */
  readonly openMs?: number;
}

/** A turn that would have to wait longer has no time left when it is over. */
const LONGEST_WAIT_MS = 30_000;

/** Asks no more often than a judge takes it, and than was agreed that it may cost. */
export function limited(inner: Judge, options: LimitOptions, clock: Clock): Judge {
  const { callsPerMinute = 60, maxConcurrent = 8, failuresToOpen = 5, openMs = 30_000 } = options;
  if (!(callsPerMinute > 0)) throw expected('callsPerMinute to be above 0', callsPerMinute);
  wholeAboveZero('maxConcurrent', maxConcurrent);
  wholeAboveZero('failuresToOpen', failuresToOpen);
  if (!(openMs > 0)) throw expected('openMs to be above 0', openMs);
  const budget = new CallBudget(callsPerMinute, clock);
  const breaker = new Breaker({ failuresToOpen, openMs }, clock);
  const slots = new Slots(maxConcurrent, clock);

  return wrap(inner, async (turn, needs, signal) => {
    if (breaker.isOpen) return leftAlone(inner);
    if (slots.pauseMs > LONGEST_WAIT_MS) return toldToWait(inner, slots.pauseMs);
    if (!(await slots.take(signal))) return outOfTime(inner);
    let reply: JudgeReply | undefined;
    try {
      if (breaker.isOpen) return leftAlone(inner);
      if (!budget.take()) return overBudget(callsPerMinute);
      const isProbe = breaker.begin();
      try {
        reply = await inTime(inner, signal, inner.ask(turn, needs, signal));
      } finally {
        breaker.end(reply, isProbe);
      }
      if (reply?.status === 'answered') slots.grow();
      if (reply?.status === 'failed' && reply.reason === 'judge_rate_limited') slots.shrink(reply.retryAfterMs);
      return reply;
    } finally {
      slots.release();
    }
  });
}

/** A judge that does not look at its signal must not hold its place for ever. */
function inTime(judge: Judge, signal: AbortSignal, asked: Promise<JudgeReply>): Promise<JudgeReply> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => resolve(outOfTime(judge));
    const over = (): void => signal.removeEventListener('abort', giveUp);
    signal.addEventListener('abort', giveUp, { once: true });
    asked.then(resolve, reject).finally(over);
  });
}

function leftAlone({ id }: Judge): JudgeReply {
  return { status: 'failed', reason: 'judge_unavailable', retryable: false, message: `Judge ${id} is down: it is left alone for a while` };
}

function toldToWait({ id }: Judge, pauseMs: number): JudgeReply {
  const message = `Judge ${id} asks to be left alone for ${Math.ceil(pauseMs / 1_000)} s`;
  return { status: 'failed', reason: 'judge_rate_limited', retryable: false, retryAfterMs: pauseMs, message };
}

function outOfTime({ id }: Judge): JudgeReply {
  return { status: 'failed', reason: 'judge_timeout', retryable: true, message: `Judge ${id} gave no verdict in time` };
}

function overBudget(callsPerMinute: number): JudgeReply {
  return { status: 'dropped', reason: 'budget', message: `The judge may be called ${callsPerMinute} times a minute, and was` };
}

function wholeAboveZero(name: string, value: number): void {
  if (!Number.isInteger(value) || value <= 0) throw expected(`${name} to be a whole number above 0`, value);
}
