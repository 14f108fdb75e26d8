import { messageOf, show } from '../model/errors.ts';
import type { Scorer } from '../model/evaluation.ts';
import { gavePromise } from '../model/gave-promise.ts';
import { type Outcome, SKIP_REASONS } from '../model/outcome.ts';
import type { Turn } from '../model/turn.ts';
import type { Verdicts } from '../model/verdicts.ts';

/** The outcome of a scorer. One that throws, or whose number is not in [0,1], has failed: a failure is never a score. */
export function applyScorer(scorer: Scorer, turn: Turn, verdicts: Verdicts): Outcome {
  try {
    const scored = scorer.score(turn, verdicts);
    if (gavePromise(scored)) return failed(`Expected scorer ${scorer.name} to give its score at once, got a promise`);
    if ('skipped' in scored) {
      // Reasons become values of metric attributes: only the known ones are let through.
      if (SKIP_REASONS.includes(scored.skipped)) return { status: 'skipped', reason: scored.skipped };
      return failed(`Expected scorer ${scorer.name} to skip for a reason of ${SKIP_REASONS.join(', ')}, got ${show(scored.skipped)}`);
    }
    const { score, parts = {}, explanation = '' } = scored;
    if (!(typeof score === 'number' && score >= 0 && score <= 1)) {
      return failed(`Expected scorer ${scorer.name} to give a number from 0 to 1, got ${show(score)}`);
    }
    return { status: 'scored', score, parts, explanation: String(explanation) };
  } catch (cause) {
    return { status: 'failed', reason: 'scorer_error', message: `Scorer ${scorer.name} threw: ${messageOf(cause)}`, cause };
  }
}

function failed(message: string): Outcome {
  return { status: 'failed', reason: 'scorer_error', message };
}
