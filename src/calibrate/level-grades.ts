import { LEVELS, type Level } from '../model/verdicts.ts';

/** The levels from worst to best: a level's rank is its place here. */
export const RISING_LEVELS: readonly Level[] = LEVELS.toReversed();

/** 0 for `none` up to 3 for `high`. */
export function rankOf(level: Level): number {
  return RISING_LEVELS.indexOf(level);
}

/**
 * The grade of so many that lies nearest to a level, both spread evenly from worst to best: of two grades `medium` and `high` are the upper one, as they are
 * for every score; of four each level is one.
 */
export function gradeOf(level: Level, grades: number): number {
  return Math.round((rankOf(level) / (RISING_LEVELS.length - 1)) * (grades - 1));
}
