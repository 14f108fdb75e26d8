import type { Clock } from '../model/clock.ts';

/** Longer delays overflow the timer; whoever asked is woken early and looks again. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** The real clock. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  elapsedMs: () => performance.now(),
  after(delayMs, run, keepsAlive = false) {
    const timer = setTimeout(run, Math.min(delayMs, MAX_DELAY_MS));
    if (!keepsAlive) timer.unref();
    return () => clearTimeout(timer);
  },
  soon: (run) => void setImmediate(run),
};
