import { expected } from '../model/errors.ts';
import type { Judge, JudgeReply } from '../model/judge.ts';
import { contentHash } from './content-hash.ts';
import { wrap } from './wrap.ts';

export interface CacheOptions {
  /** Bytes that the kept verdicts may take, about. Default 16 MiB: some ten thousand turns. */
  readonly maxBytes?: number;
}

const MAX_BYTES = 16 * 1024 * 1024;
/** The key, and what a map takes for an entry. */
const ENTRY_BYTES = 200;
const BYTES_PER_UNIT = 2;

/**
 * Remembers verdicts by what was judged, in memory. Only answers are kept, and an answer from memory has no usage: it cost nothing. At the bound
 * what was not asked for the longest goes.
 */
export function cached(inner: Judge, { maxBytes = MAX_BYTES }: CacheOptions = {}): Judge {
  if (!(maxBytes >= 0)) throw expected('maxBytes to be 0 or more', maxBytes);
  // As text: nobody who gets a verdict can change what is remembered, and its size is known.
  const kept = new Map<string, string>();
  let bytes = 0;

  function keep(key: string, reply: JudgeReply): void {
    if (reply.status !== 'answered') return;
    const text = JSON.stringify(reply.verdicts);
    forget(key);
    kept.set(key, text);
    bytes += bytesOf(text);
    for (const oldest of kept.keys()) {
      if (bytes <= maxBytes) break;
      forget(oldest);
    }
  }

  function forget(key: string): void {
    const text = kept.get(key);
    if (text === undefined) return;
    kept.delete(key);
    bytes -= bytesOf(text);
  }

  return wrap(inner, async (turn, needs, signal) => {
    const key = contentHash(inner, turn, needs);
    const known = kept.get(key);
    if (known !== undefined) {
      kept.delete(key);
      kept.set(key, known);
      return { status: 'answered', verdicts: JSON.parse(known) };
    }
    const reply = await inner.ask(turn, needs, signal);
    keep(key, reply);
    return reply;
  });
}

function bytesOf(text: string): number {
  return ENTRY_BYTES + text.length * BYTES_PER_UNIT;
}
