import { randomInt } from 'node:crypto';
import type { Random } from '../model/random.ts';

const STEPS = 2 ** 32;

/** Real chance, which nobody can foresee: ids that a judge is shown must not be guessed by whoever writes documents. */
export const systemRandom: Random = () => randomInt(STEPS) / STEPS;
