import { LABEL } from './metrics.ts';
import type { Parameters } from './parameters.ts';
import { evaluationOf, labelsOf } from './recordings.ts';

export interface Inhibition {
  /** While one of these fires … */
  readonly source: readonly string[];
  /** … these say nothing new … */
  readonly target: readonly string[];
  /** … where these labels are equal. */
  readonly equal: readonly string[];
}

/** A page is never held back: what holds back is at least as loud as what is held back. */
export function inhibitions(parameters: Parameters): readonly Inhibition[] {
  const own = labelsOf(parameters);
  return [
    { source: ['RagScoreDropped'], target: ['RagScoreSlowDrop', 'RagScoreBelowFloor', 'RagBadShareHigh'], equal: own },
    { source: ['RagScoreSlowDrop'], target: ['RagScoreBelowFloor', 'RagBadShareHigh'], equal: own },
    // Where all turns fail the scorer says that it can score nothing.
    { source: ['RagJudgeFailing'], target: ['RagScorerAbsent'], equal: [LABEL.service] },
    { source: ['RagScorerAbsent'], target: ['RagScoresMissing', 'RagCoverageLow'], equal: [LABEL.service] },
    { source: ['RagJudgeFailing', 'RagBudgetSpent', 'RagQueueFull'], target: ['RagCoverageLow'], equal: own },
    { source: ['RagJudgeFailing', 'RagCoverageLow'], target: ['RagScoresMissing'], equal: evaluationOf(parameters) },
  ];
}
