import type { Evaluation } from '../model/evaluation.ts';
import type { Counters, Keys } from '../observe/counters.ts';
import { ATTRIBUTE, LATE, LOST, METRIC } from './names.ts';

/** Counts of one evaluation. At every moment seen = waiting + scored + all skipped, failed and dropped. */
export interface EvaluationStats {
  readonly seen: number;
  readonly waiting: number;
  readonly scored: number;
  /** By reason, as are the next two. A reason that never occurred is absent. */
  readonly skipped: Readonly<Record<string, number>>;
  readonly failed: Readonly<Record<string, number>>;
  readonly dropped: Readonly<Record<string, number>>;
}

export interface Stats {
  /**
   * By evaluation name; where several evaluators share a name, by `name (evaluator id)`. Versions, services and samples are summed.
   * Past the bound on series, what can no longer be told apart is under `otel.metric.overflow`: the sums then hold only over all entries.
   */
  readonly evaluations: Readonly<Record<string, EvaluationStats>>;
  /** Spans that came after their turn was done. */
  readonly late: number;
  /** Spans that could not be read, or of which more ended at once than can wait to be read. Their turns may lack something. */
  readonly lost: number;
  readonly healthy: boolean;
}

interface Tally {
  readonly name: string;
  readonly evaluatorId: string | undefined;
  seen: number;
  waiting: number;
  scored: number;
  readonly reasons: Readonly<Record<'skipped' | 'failed' | 'dropped', Map<string, number>>>;
}

/** The counters as `stats()` shows them. Evaluations that saw nothing yet are listed with zeros. */
export function statsOf(counters: Counters, evaluations: readonly Evaluation[], healthy: boolean): Stats {
  const tallies = new Map<string, Tally>();

  function tally(name: string, evaluatorId: string | undefined): Tally {
    const identity = JSON.stringify([name, evaluatorId]);
    const found = tallies.get(identity) ?? emptyTally(name, evaluatorId);
    tallies.set(identity, found);
    return found;
  }
  function tallyOf(keys: Keys): Tally {
    const { [ATTRIBUTE.evaluationName]: name = ATTRIBUTE.overflow, [ATTRIBUTE.evaluatorId]: evaluatorId } = keys;
    return tally(name, evaluatorId);
  }

  for (const { name, judge } of evaluations) tally(name, judge.id);
  for (const { keys, value } of counters.series(METRIC.seen)) tallyOf(keys).seen += value;
  for (const { keys, value } of counters.series(METRIC.waiting)) tallyOf(keys).waiting += value;
  for (const { keys, value } of counters.series(METRIC.turns)) addOutcome(tallyOf(keys), keys, value);

  return { evaluations: shown([...tallies.values()]), late: total(counters, LATE), lost: total(counters, LOST), healthy };
}

function total(counters: Counters, name: string): number {
  let sum = 0;
  for (const { value } of counters.series(name)) sum += value;
  return sum;
}

function emptyTally(name: string, evaluatorId: string | undefined): Tally {
  return { name, evaluatorId, seen: 0, waiting: 0, scored: 0, reasons: { skipped: new Map(), failed: new Map(), dropped: new Map() } };
}

function addOutcome(tally: Tally, keys: Keys, value: number): void {
  const { [ATTRIBUTE.outcome]: outcome, [ATTRIBUTE.reason]: reason = ATTRIBUTE.overflow } = keys;
  if (outcome === 'scored') {
    tally.scored += value;
    return;
  }
  // The overflow set tells no outcome. Whatever these were, they are no longer waiting, and the sum must hold.
  const reasons = tally.reasons[outcome === 'skipped' || outcome === 'failed' ? outcome : 'dropped'];
  reasons.set(reason, (reasons.get(reason) ?? 0) + value);
}

function shown(tallies: readonly Tally[]): Stats['evaluations'] {
  const evaluators = new Map<string, number>();
  for (const { name } of tallies) evaluators.set(name, (evaluators.get(name) ?? 0) + 1);
  return Object.fromEntries(
    tallies.map(({ name, evaluatorId, seen, waiting, scored, reasons }) => [
      (evaluators.get(name) ?? 0) > 1 ? `${name} (${evaluatorId})` : name,
      {
        seen,
        waiting,
        scored,
        skipped: Object.fromEntries(reasons.skipped),
        failed: Object.fromEntries(reasons.failed),
        dropped: Object.fromEntries(reasons.dropped),
      },
    ]),
  );
}
