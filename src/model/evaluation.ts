import type { Judge } from './judge.ts';
import type { Outcome, Parts, SkipReason } from './outcome.ts';
import type { Turn } from './turn.ts';
import type { Need, Verdicts } from './verdicts.ts';

export type Scored = { readonly score: number; readonly parts: Parts; readonly explanation: string } | { readonly skipped: SkipReason };

/** A pure function from verdicts to a number in [0,1]. */
export interface Scorer {
  /** snake_case; becomes `gen_ai.evaluation.name`. */
  readonly name: string;
  readonly version: string;
  /** A judge must give all of these. */
  readonly needs: readonly Need[];
  /** Used where the judge gives them. */
  readonly wants?: readonly Need[];
  /** True: without an answer a turn is `skipped(no_answer)`. Always so where claims are needed. */
  readonly needsAnswer?: boolean;
  readonly score: (turn: Turn, verdicts: Verdicts) => Scored;
}

/** One scorer by one judge. */
export interface Evaluation {
  readonly name: string;
  /** Names scorer, judge and their versions: a change of any starts a new baseline. */
  readonly version: string;
  readonly scorer: Scorer;
  readonly judge: Judge;
  /** Share of all traces, 0..1. */
  readonly ratio: number;
}

/** How a turn was picked: `random` by trace id, `rule` by what is in it. Only `random` feeds means and alerts. */
export type Sample = 'random' | 'rule';

/** What is known about one turn after one evaluation. */
export interface Settlement {
  readonly turn: Turn;
  readonly evaluation: Evaluation;
  readonly outcome: Outcome;
  readonly verdicts?: Verdicts;
  readonly sample: Sample;
  /** Share of all traces that had this one's chance or a better one, 0..1, as far as `tracestate` tells. */
  readonly sampleProbability: number;
}
