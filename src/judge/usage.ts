import type { Usage } from '../model/judge.ts';

const KINDS = ['inputTokens', 'outputTokens', 'cost'] as const;

/** What two calls consumed together. What neither told stays untold. */
export function addUsage(a: Usage, b: Usage): Usage {
  const told = KINDS.filter((kind) => a[kind] !== undefined || b[kind] !== undefined);
  return Object.fromEntries(told.map((kind) => [kind, (a[kind] ?? 0) + (b[kind] ?? 0)]));
}
