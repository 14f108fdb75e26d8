/** [low, high] */
export type Interval = readonly [number, number];

/** Of the normal distribution, for 95 %. */
const Z = 1.959964;

/**
 * The interval of a rate, 95 %; undefined where nothing was tried. Stays within 0..1, and says something at 0 of n and n of n too.
 *
 * E. B. Wilson, Probable inference, the law of succession, and statistical inference (1927).
 */
export function wilson(successes: number, tries: number): Interval | undefined {
  if (tries === 0) return undefined;
  const rate = successes / tries;
  const squared = Z ** 2 / tries;
  const middle = (rate + squared / 2) / (1 + squared);
  const half = (Z * Math.sqrt((rate * (1 - rate) + squared / 4) / tries)) / (1 + squared);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
