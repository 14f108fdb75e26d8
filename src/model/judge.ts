import type { FailureReason } from './outcome.ts';
import type { Turn } from './turn.ts';
import type { Need, Verdicts } from './verdicts.ts';

/** What one call of a judge consumed. */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** US dollars. */
  readonly cost?: number;
}

export type JudgeReply =
  | { readonly status: 'answered'; readonly verdicts: Verdicts; readonly usage?: Usage }
  | {
      readonly status: 'failed';
      readonly reason: FailureReason;
      readonly retryable: boolean;
      readonly message: string;
      /** How long it asks to be left alone before it is asked again, where it says so. */
      readonly retryAfterMs?: number;
      readonly usage?: Usage;
    }
  | { readonly status: 'skipped'; readonly reason: 'too_large'; readonly message: string }
  | { readonly status: 'dropped'; readonly reason: 'budget'; readonly message: string };

/** Asks for verdicts. One call answers all needs of a turn. */
export interface Judge {
  /** Short and stable, such as `lexical`. */
  readonly id: string;
  /** Changes with anything that changes verdicts: rubric, model, thresholds. */
  readonly version: string;
  readonly gives: readonly Need[];
  /** Called before `ask`: the turn cut to what the judge can read, flagged `truncated` where something was left out. */
  fit?(turn: Turn): Turn;
  /** A rejection counts as `judge_error`. `signal` aborts at the deadline. */
  ask(turn: Turn, needs: readonly Need[], signal: AbortSignal): Promise<JudgeReply>;
}

/** A model as `PROVIDER/NAME`. */
export type ModelName = `${string}/${string}`;

/** A plain function is a judge wherever a judge is taken; it is taken to give everything. */
export type JudgeFunction = (turn: Turn, needs: readonly Need[], signal: AbortSignal) => Promise<JudgeReply>;
