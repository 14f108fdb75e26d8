import type { Random } from '../../../src/model/random.ts';

/** Mulberry32: the same numbers for the same seed, on every machine. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How many of the things come that come `mean` times on average (Knuth). Up to 700: e to the minus 800 is 0. */
export function poisson(mean: number, random: Random): number {
  const enough = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > enough; product *= random()) count += 1;
  return count;
}
