import type { Level } from '../../model/verdicts.ts';

/**
 * Least relevance of each level. Chosen on half of the questions of CLAPNQ, LIT-RAGBench (en, ja), JSQuAD and TyDi QA (ko), see docs/trust.md:
 * - `low`: 93 to 99 % of the passages of other questions lie below, 3 to 7 % of the right ones;
 * - `medium`: on the flat top of the mean balanced accuracy of right from wrong passages on the topic (.75 to .76 from .22 to .38);
 * - `high`: 76 to 99 % of the wrong passages on the topic lie below, and so do 5 to 74 % of the right ones: this judge can't tell `high`
 *   from `medium`, and says `high` only where most of the question is there.
 */
const LEAST: Readonly<Record<Exclude<Level, 'none'>, number>> = { low: 0.18, medium: 0.3, high: 0.45 };

/** Least usage of a used document: the best mean balanced accuracy on half of CLAPNQ's sentences, BEGIN and KLUE-NLI: .72, and about that from .32 to .48. */
const LEAST_USED = 0.4;

/** `usage` in 0..1. */
export function isUsed(usage: number): boolean {
  return usage >= LEAST_USED;
}

/** The level of a relevance in 0..1. What the answer draws on was at least part of it, even where it shares no word with the question. */
export function levelOf(relevance: number, used: boolean): Level {
  if (relevance >= LEAST.high) return 'high';
  if (relevance >= LEAST.medium || used) return 'medium';
  return relevance >= LEAST.low ? 'low' : 'none';
}
