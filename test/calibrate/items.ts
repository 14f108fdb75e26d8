import fc from 'fast-check';
import type { Ranked } from '../../src/calibrate/auc.ts';

/** Few different values, so that there are ties. */
export const RANKED: fc.Arbitrary<readonly Ranked[]> = fc.array(
  fc.record({ value: fc.integer({ min: 0, max: 6 }).map((step) => step / 4), isPositive: fc.boolean() }),
  { maxLength: 30 },
);
