import { messageOf, show } from '../model/errors.ts';
import type { Scorer } from '../model/evaluation.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Turn } from '../model/turn.ts';
import type { Verdicts } from '../model/verdicts.ts';

/** The outcome of a scorer. One that throws, or whose number is not in [0,1], has failed: a failure is never a score. */
export function applyScorer(scorer: Scorer, turn: Turn, verdicts: Verdicts): Outcome {
  try {
    const scored = scorer.score(turn, verdicts);
    if ('skipped' in scored) return { status: 'skipped', reason: scored.skipped };
    if (!(typeof scored.score === 'number' && scored.score >= 0 && scored.score <= 1)) {
      return {
        status: 'failed',
        reason: 'scorer_error',
        message: `Expected scorer ${scorer.name} to give a number from 0 to 1, got ${show(scored.score)}`,
      };
    }
    return { status: 'scored', ...scored };
  } catch (cause) {
    return { status: 'failed', reason: 'scorer_error', message: `Scorer ${scorer.name} threw: ${messageOf(cause)}`, cause };
  }
}
