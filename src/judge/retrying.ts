import type { Clock } from '../model/clock.ts';
import { expected } from '../model/errors.ts';
import type { Judge, JudgeReply, Usage } from '../model/judge.ts';
import type { FailureReason } from '../model/outcome.ts';
import type { Random } from '../model/random.ts';
import { sleep } from './sleep.ts';
import { addUsage } from './usage.ts';
import { wrap } from './wrap.ts';

export interface RetryOptions {
  /** How often a judge is asked at most. Default 3. */
  readonly attempts?: number;
  /** Milliseconds before the second attempt; doubles with each. Default 500. */
  readonly firstDelayMs?: number;
  /** Longer is never waited: who asks for more is not asked again. Default 20000. */
  readonly maxDelayMs?: number;
}

export interface RetryPorts {
  readonly clock: Clock;
  readonly random: Random;
}

/** What time may heal. A verdict that cannot be read is no such thing, whatever a judge says of it. */
const PASSING: ReadonlySet<FailureReason> = new Set(['judge_rate_limited', 'judge_unavailable', 'judge_timeout']);

/** Asks again while the failure says that asking again may help, and the turn has time. */
export function retrying(inner: Judge, options: RetryOptions, { clock, random }: RetryPorts): Judge {
  const { attempts = 3, firstDelayMs = 500, maxDelayMs = 20_000 } = options;
  if (!Number.isInteger(attempts) || attempts < 1) throw expected('attempts to be a whole number above 0', attempts);
  if (!(firstDelayMs >= 0)) throw expected('firstDelayMs to be 0 or more', firstDelayMs);
  if (!(maxDelayMs >= 0)) throw expected('maxDelayMs to be 0 or more', maxDelayMs);

  /** Half of the delay is chance, so that those who failed together do not come back together. Never sooner than the judge asked for. */
  function delayAfter(attempt: number, retryAfterMs: number | undefined): number {
    const delayMs = Math.min(maxDelayMs, firstDelayMs * 2 ** (attempt - 1));
    return retryAfterMs === undefined ? delayMs * (0.5 + random() / 2) : retryAfterMs + firstDelayMs * random();
  }

  return wrap(inner, async (turn, needs, signal) => {
    let usage: Usage = {};
    for (let attempt = 1; ; attempt += 1) {
      const reply = await inner.ask(turn, needs, signal);
      if ('usage' in reply && reply.usage !== undefined) usage = addUsage(usage, reply.usage);
      const told = Object.keys(usage).length === 0 ? reply : { ...reply, usage };
      if (!mayPass(reply) || attempt >= attempts || signal.aborted) return told;
      if ((reply.retryAfterMs ?? 0) > maxDelayMs) return told;
      await sleep(clock, delayAfter(attempt, reply.retryAfterMs), signal);
      if (signal.aborted) return told;
    }
  });
}

function mayPass(reply: JudgeReply): reply is Extract<JudgeReply, { status: 'failed' }> {
  return reply.status === 'failed' && reply.retryable && PASSING.has(reply.reason);
}
