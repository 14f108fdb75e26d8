import type { Level } from '../../model/verdicts.ts';

/**
 * Least relevance of each level. Chosen on half of the questions of CLAPNQ, LIT-RAGBench (en, ja), JSQuAD and TyDi QA (ko):
 * - `low`: 95 % of the passages of other questions lie below in four of the five sets (.14 or less; TyDi QA .19), 1 to 14 % of the right ones;
 * - `medium`: where the mean balanced accuracy of right from wrong passages on the topic is at its flat top (.75 between .25 and .30);
 * - `high`: 86 to 100 % of the wrong passages on the topic lie below, and so do 8 to 90 % of the right ones: this judge can't tell `high`
 *   from `medium`, and says `high` only where nearly all of the question is there.
 */
const LEAST: Readonly<Record<Exclude<Level, 'none'>, number>> = { low: 0.15, medium: 0.28, high: 0.5 };

/** Least usage of a used document: the best mean balanced accuracy on half of CLAPNQ's sentences, BEGIN and KLUE-NLI, .74. */
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
