import type { Scenario } from './scenario.ts';
import { SCORE_SCENARIOS } from './score-scenarios.ts';
import { SCORER_SCENARIOS } from './scorer-scenarios.ts';

export const SCENARIOS: readonly Scenario[] = [...SCORE_SCENARIOS, ...SCORER_SCENARIOS];

/** Seed of the scenarios that are committed. */
export const SEED = 1;
