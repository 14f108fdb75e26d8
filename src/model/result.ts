import type { Sample } from './evaluation.ts';
import type { Label, Outcome, Parts } from './outcome.ts';
import type { Turn } from './turn.ts';
import type { Verdicts } from './verdicts.ts';

/** What became of one turn for one evaluation, as `score --json` prints it and `onResult` gets it. This shape stays stable. */
export interface Result {
  readonly traceId: string;
  readonly evaluatedSpanId: string;
  /** The scorer's name. */
  readonly evaluation: string;
  /** Changes with scorer, rubric, judge or model; the same as `gen_ai.evaluation.evaluator.version`. */
  readonly version: string;
  readonly outcome: Outcome['status'];
  /** Why there is no score. */
  readonly reason?: string;
  /** 0..1 */
  readonly score?: number;
  readonly label?: Label;
  /** Why the score is what it is, or what went wrong. */
  readonly explanation?: string;
  readonly parts?: Parts;
  readonly verdicts?: Verdicts;
  readonly judge: { readonly id: string; readonly version: string };
  readonly query: string | null;
  readonly documentCount: number;
  readonly sample: Sample;
  /** Not printed by `score --json`. */
  readonly turn: Turn;
}
