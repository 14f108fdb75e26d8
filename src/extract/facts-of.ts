import type { Facts } from '../model/facts.ts';
import type { Flag } from '../model/turn.ts';

type Said = { readonly [K in keyof Omit<Facts, 'convention' | 'flags'>]: Facts[K] | undefined };

/** Facts with what was said, and nothing where nothing was; undefined where nothing was said at all. */
export function factsOf(convention: string, said: Partial<Said>, flags: readonly Flag[] = []): Facts | undefined {
  const known = Object.entries(said).filter(([, value]) => value !== undefined);
  return known.length === 0 ? undefined : { convention, ...(Object.fromEntries(known) as Partial<Facts>), flags };
}
