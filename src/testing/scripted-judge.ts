import type { Judge, JudgeReply } from '../model/judge.ts';
import type { Turn } from '../model/turn.ts';
import type { Need } from '../model/verdicts.ts';

/** What the judge does when it is asked: replies, rejects with the error, never settles, or calls the function. */
export type ScriptedReply = JudgeReply | Error | 'hangs' | Judge['ask'];

export interface ScriptedJudge extends Judge {
  /** What it was asked, in order. */
  readonly asked: readonly { readonly turn: Turn; readonly needs: readonly Need[]; readonly signal: AbortSignal }[];
}

/** A judge that gives these replies one after the other, and the last one for ever. */
export function scriptedJudge(replies: readonly ScriptedReply[], like: Partial<Judge> = {}): ScriptedJudge {
  const asked: { turn: Turn; needs: readonly Need[]; signal: AbortSignal }[] = [];
  return {
    id: 'scripted',
    version: '1',
    gives: ['documents', 'missing'],
    ...like,
    asked,
    ask(turn, needs, signal) {
      const reply = replies[Math.min(asked.length, replies.length - 1)];
      asked.push({ turn, needs, signal });
      if (typeof reply === 'function') return reply(turn, needs, signal);
      if (reply instanceof Error) return Promise.reject(reply);
      return reply === undefined || reply === 'hangs' ? new Promise(() => {}) : Promise.resolve(reply);
    },
  };
}
