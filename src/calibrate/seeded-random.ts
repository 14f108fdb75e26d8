import type { Random } from '../model/random.ts';

/** The same numbers for the same seed, so that a figure can be had again: SplitMix with 32 bits of state. Not for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let value = Math.imul(state ^ (state >>> 16), 0x21f0aaad) >>> 0;
    value = Math.imul(value ^ (value >>> 15), 0x735a2d97) >>> 0;
    return ((value ^ (value >>> 15)) >>> 0) / 2 ** 32;
  };
}
