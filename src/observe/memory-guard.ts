import type { Health } from './health.ts';

/** Near enough to the end that one large batch more may be too much. */
const RISK_FROM = 0.9;
/** Well below it, or senders would be turned away and called back with every collection of garbage. */
const RISK_UNTIL = 0.8;

const SHORT_OF_MEMORY =
  'Memory is short: traces are refused with 503 until there is room again. Give it more (NODE_OPTIONS=--max-old-space-size=MEBIBYTES), lower the ratio, limits.maxTraces or limits.maxCharactersPerTrace, or run more replicas.';

/** Tells while memory is at risk. `share` is how much of it is used, 0..1. */
export function createMemoryGuard(share: () => number, health: Health): () => boolean {
  let isAtRisk = false;
  return () => {
    isAtRisk = share() >= (isAtRisk ? RISK_UNTIL : RISK_FROM);
    if (isAtRisk) health.suffers('short_of_memory', SHORT_OF_MEMORY);
    else health.recovers('short_of_memory');
    return isAtRisk;
  };
}
