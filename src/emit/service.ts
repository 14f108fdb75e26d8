import type { Turn } from '../model/turn.ts';
import { cut } from './cut.ts';
import { UNKNOWN_SERVICE } from './names.ts';

/** A service is free to call itself anything; a metric key is not the place for a novel. */
const MAX_CHARACTERS = 256;

/** The evaluated service as metrics and spans name it. */
export function serviceOf(turn: Pick<Turn, 'service'>): string {
  return turn.service === undefined || turn.service === '' ? UNKNOWN_SERVICE : keyValue(turn.service);
}

/** What the resource says, as the value of a metric's key. */
export function keyValue(text: string): string {
  return cut(text, MAX_CHARACTERS);
}
