import type { Turn } from '../model/turn.ts';
import { cut } from './cut.ts';
import { UNKNOWN_SERVICE } from './names.ts';

/** A service is free to call itself anything; a metric key is not the place for a novel. */
const MAX_CHARACTERS = 256;

/** The evaluated service as metrics and spans name it. */
export function serviceOf(turn: Pick<Turn, 'service'>): string {
  return turn.service === undefined || turn.service === '' ? UNKNOWN_SERVICE : cut(turn.service, MAX_CHARACTERS);
}
