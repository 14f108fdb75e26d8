import { labelOf } from '../../src/model/outcome.ts';
import { colored } from './panels/about.ts';

const HUNDREDTHS = Array.from({ length: 101 }, (_, hundredths) => hundredths / 100);
const COLORS = { very_poor: 'dark-red', poor: 'red', mixed: 'orange', good: 'green', excellent: 'dark-green' } as const;

/** Below this a score is poor or very poor. */
export const POOR_BELOW: number = HUNDREDTHS.find((score) => labelOf(score) === 'mixed') ?? 0;

/** The colors of a score: a step wherever its label changes. */
export const byLabel = (): ReturnType<typeof colored> =>
  colored(
    COLORS[labelOf(0)],
    ...HUNDREDTHS.flatMap((score, index) => {
      const before = HUNDREDTHS[index - 1];
      return before === undefined || labelOf(before) === labelOf(score) ? [] : [[score, COLORS[labelOf(score)]] as const];
    }),
  );
