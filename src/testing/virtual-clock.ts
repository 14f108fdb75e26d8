import type { Clock } from '../model/clock.ts';

/** A clock that stands still until it is told to go on. */
export interface VirtualClock extends Clock {
  /** Goes on by `ms`, running on the way what falls due, in order, and lets promises settle after each. */
  readonly advance: (ms: number) => Promise<void>;
  /** Sets the time of day, forward or back, as an administrator or a thaw does: nothing falls due by it. */
  readonly jump: (ms: number) => void;
  /** Lets everything that is due now run, and promises settle. */
  readonly settle: () => Promise<void>;
}

const FIRST_OF_2026_MS = 1_767_225_600_000;

interface Timer {
  readonly atMs: number;
  readonly run: () => void;
}

export function virtualClock(startMs: number = FIRST_OF_2026_MS): VirtualClock {
  let nowMs = 0;
  let unixMs = startMs;
  const timers = new Set<Timer>();

  async function runDue(): Promise<boolean> {
    const due = [...timers].filter((timer) => timer.atMs <= nowMs).toSorted((a, b) => a.atMs - b.atMs)[0];
    if (due === undefined) return false;
    timers.delete(due);
    due.run();
    await settlePromises();
    return true;
  }

  async function settle(): Promise<void> {
    await settlePromises();
    while (await runDue());
  }

  return {
    nowMs: () => unixMs + nowMs,
    elapsedMs: () => nowMs,
    jump(ms) {
      unixMs += ms;
    },
    after(delayMs, run) {
      const timer = { atMs: nowMs + Math.max(0, delayMs), run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    soon: (run) => void timers.add({ atMs: nowMs, run }),
    settle,
    async advance(ms) {
      const untilMs = nowMs + ms;
      await settle();
      for (;;) {
        const nextMs = Math.min(...[...timers].map((timer) => timer.atMs));
        if (!(nextMs <= untilMs)) break;
        nowMs = Math.max(nowMs, nextMs);
        await settle();
      }
      nowMs = untilMs;
    },
  };
}

/** Promise chains of the pipeline are shorter than this. */
async function settlePromises(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
