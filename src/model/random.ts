/** Chance comes in by the door, so that tests own it. Gives a number in [0,1), as `Math.random` does. */
export type Random = () => number;
