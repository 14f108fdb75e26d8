import type { Clock } from '../model/clock.ts';

/** Often enough to see that it goes on; seldom enough for a log. */
const EVERY_MS = 5_000;

/** Says how far long work is and how long the rest will take, every few seconds: short work says nothing. Gives what to call after each part. */
export function progress(what: string, total: number, clock: Clock, say: (line: string) => void): (parts: number) => void {
  const startedMs = clock.elapsedMs();
  let saidMs = startedMs;
  let done = 0;
  return (parts) => {
    done += parts;
    const atMs = clock.elapsedMs();
    if (done >= total || atMs - saidMs < EVERY_MS) return;
    saidMs = atMs;
    const leftMs = ((atMs - startedMs) / done) * (total - done);
    say(`${what}: ${done} of ${total}, ${spanOf(leftMs)} left`);
  };
}

/** `40 s`, `12 min`, `1 h 5 min`. Rounded up: nothing is ever done in 0 s. */
function spanOf(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
