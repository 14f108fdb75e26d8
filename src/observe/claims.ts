/** Who has taken which turn for which evaluation. Shared by all pipelines of a process, so that none scores what another has. */
export interface Claims {
  /** `new`: taken now. `mine`: taken before by the same owner. `other`: by another. */
  readonly claim: (key: string, owner: symbol) => 'new' | 'mine' | 'other';
  readonly has: (key: string) => boolean;
}

/** Remembers the last `max` keys. A key that fell out of memory can be claimed again. */
export function createClaims(max: number): Claims {
  const owners = new Map<string, symbol>();
  return {
    has: (key) => owners.has(key),
    claim(key, owner) {
      const known = owners.get(key);
      if (known !== undefined) return known === owner ? 'mine' : 'other';
      if (owners.size >= max) {
        for (const oldest of owners.keys()) {
          owners.delete(oldest);
          break;
        }
      }
      owners.set(key, owner);
      return 'new';
    },
  };
}
