/** Says a warning when it first comes up, then keeps quiet for a while and says how often it came meanwhile. Never throws: the logger is the user's. */
export function oncePerBurst(
  warn: (message: string) => void,
  elapsedMs: () => number,
  quietMs = 60_000,
): (kind: string, message: string) => void {
  const last = new Map<string, { atMs: number; kept: number }>();
  return (kind, message) => {
    const said = last.get(kind);
    if (said !== undefined && elapsedMs() - said.atMs < quietMs) {
      said.kept += 1;
      return;
    }
    last.set(kind, { atMs: elapsedMs(), kept: 0 });
    try {
      warn(said === undefined || said.kept === 0 ? message : `${message} (and ${said.kept} more like it since the last warning)`);
    } catch {
      // There is nowhere left to say it.
    }
  };
}
