import type { Clock } from '../model/clock.ts';
import type { Judge, Usage } from '../model/judge.ts';
import { addUsage } from './usage.ts';
import { wrap } from './wrap.ts';

/** What a judge took. */
export interface Taken {
  /** Calls that ended, also those that failed. */
  readonly calls: number;
  /** Documents that it was asked about in these calls. */
  readonly documents: number;
  readonly ms: number;
  readonly usage: Usage;
}

export const NOTHING: Taken = { calls: 0, documents: 0, ms: 0, usage: {} };

/** A judge, and what it took since that was last asked for. */
export function metered(inner: Judge, clock: Clock): { readonly judge: Judge; readonly taken: () => Taken } {
  let total = NOTHING;
  const judge = wrap(inner, async (turn, needs, signal) => {
    const startedMs = clock.elapsedMs();
    const reply = await inner.ask(turn, needs, signal);
    total = {
      calls: total.calls + 1,
      documents: total.documents + turn.documents.length,
      ms: total.ms + clock.elapsedMs() - startedMs,
      usage: 'usage' in reply && reply.usage !== undefined ? addUsage(total.usage, reply.usage) : total.usage,
    };
    return reply;
  });
  return {
    judge,
    taken() {
      const taken = total;
      total = NOTHING;
      return taken;
    },
  };
}
