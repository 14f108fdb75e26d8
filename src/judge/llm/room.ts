import type { Item } from './sheet.ts';

/** A verdict takes up to 10; written with blanks and line ends, twice that. */
const VERDICT_TOKENS = 20;
const MISSING_TOKENS = 300;
const FRAME_TOKENS = 100;
/** Thoughts count as output, and a model that thinks often thinks longer than it writes. */
const REASONING_TOKENS = 16_000;
/** How much more there is at the one retry after a reply was cut. */
export const MORE_ROOM = 4;

/** How many tokens a reply on these items may take. */
export function roomFor(items: ReadonlyMap<string, Item>, reasons: boolean): number {
  let room = FRAME_TOKENS + (reasons ? REASONING_TOKENS : 0);
  for (const { kind } of items.values()) room += kind === 'missing' ? MISSING_TOKENS : VERDICT_TOKENS;
  return room;
}

const REASONING_NAMES = /(^|[/:._-])(o[1-9]|gpt-([5-9]|\d\d)(?!.*chat)|r1|qwq|magistral|.*reason|.*think)/i;

/** Whether a model of this name thinks before it replies, as far as names tell. */
export function isReasoningName(name: string): boolean {
  return REASONING_NAMES.test(name);
}
