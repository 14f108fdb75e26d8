/** One line a minute says that something is wrong and that it goes on; more would bury the rest of the log. */
export const WARNING_INTERVAL_MS = 60_000;

/**
 * Lets at most one warning of each kind through a minute. The next one that passes says how many were held back. Kinds are
 * words of ours, never of a request's, so that there is a bounded number of them.
 */
export function burstWarning(warn: (message: string) => void, nowMs: () => number): (kind: string, message: string) => void {
  const kinds = new Map<string, { saidAtMs: number; held: number }>();
  return (kind, message) => {
    const now = nowMs();
    const last = kinds.get(kind);
    const age = last === undefined ? Number.POSITIVE_INFINITY : now - last.saidAtMs;
    // A clock that was set back starts a new minute; it does not silence us until it has caught up.
    if (last !== undefined && age >= 0 && age < WARNING_INTERVAL_MS) {
      last.held += 1;
      return;
    }
    kinds.set(kind, { saidAtMs: now, held: 0 });
    warn(last === undefined || last.held === 0 ? message : `${message} (and ${last.held} more of this kind since the last warning)`);
  };
}
