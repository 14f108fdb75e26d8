/** Time comes in by the door, so that tests own it. */
export interface Clock {
  /** Unix time in milliseconds. It may jump: somebody sets the clock of the machine, or the process was frozen. */
  readonly nowMs: () => number;
  /** Milliseconds since some moment. Never goes back, so that waits and ages are measured by it. */
  readonly elapsedMs: () => number;
  /**
   * Runs once after `delayMs`, unless the returned function was called first. Does not keep the process alive, unless somebody waits for it
   * and says so.
   */
  readonly after: (delayMs: number, run: () => void, keepsAlive?: boolean) => () => void;
  /** Runs once in the next turn of the event loop, after what waits there already. */
  readonly soon: (run: () => void) => void;
}
