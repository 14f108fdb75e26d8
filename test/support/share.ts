import fc from 'fast-check';

/** From 0 to just below 1, evenly spread, as `fc.double` is not: half of those are next to 0. */
export const share: fc.Arbitrary<number> = fc.nat(999_999).map((millionths) => millionths / 1_000_000);
