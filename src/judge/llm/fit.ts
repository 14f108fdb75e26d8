import type { RetrievedDocument, Turn } from '../../model/turn.ts';
import { tokensIn } from './tokens.ts';

/** The rubric, and the schema without its ids. */
const FRAME_TOKENS = 600;
/** Ids, quotes and the schema's entry of one document. */
const DOCUMENT_TOKENS = 50;

function frameOf({ query = '', answer = '', reference = '' }: Turn): number {
  return FRAME_TOKENS + tokensIn(query) + tokensIn(answer) + tokensIn(reference);
}

function sizeOf({ text = '' }: RetrievedDocument): number {
  return DOCUMENT_TOKENS + tokensIn(text);
}

/** Whether a turn, as it is, can be shown within so many tokens. */
export function fits(turn: Turn, maxInputTokens: number): boolean {
  return turn.documents.reduce((sum, document) => sum + sizeOf(document), frameOf(turn)) <= maxInputTokens;
}

/**
 * The turn with its first documents only, as many as can be shown within so many tokens, flagged `truncated`. Where not even the first
 * can, the turn as it is: it is too large.
 */
export function fitted(turn: Turn, maxInputTokens: number): Turn {
  if (fits(turn, maxInputTokens)) return turn;
  let left = maxInputTokens - frameOf(turn);
  let count = 0;
  for (const document of turn.documents) {
    left -= sizeOf(document);
    if (left < 0) break;
    count += 1;
  }
  if (count === 0) return turn;
  return { ...turn, documents: turn.documents.slice(0, count), flags: [...new Set([...turn.flags, 'truncated' as const])] };
}
