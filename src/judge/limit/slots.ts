import type { Clock } from '../../model/clock.ts';

/** How long to pause where a judge says that it is too much, and not for how long. */
const PAUSE_MS = 1_000;

/**
 * So many calls at the same time. Halves when the judge says that it is too much, pauses as long as it asks for, and then grows by about one
 * with each round that goes well: no burst when it recovers. Waits are first in, first out.
 */
export class Slots {
  readonly #max: number;
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();
  #limit: number;
  #running = 0;
  #pausedUntilMs = 0;

  constructor(max: number, clock: Clock) {
    this.#max = max;
    this.#limit = max;
    this.#clock = clock;
  }

  /** How long nothing will start, in milliseconds; 0 where there is no pause. */
  get pauseMs(): number {
    return Math.max(0, this.#pausedUntilMs - this.#clock.elapsedMs());
  }

  /** Resolves to true when it is one's turn, which ends with `release`; to false when the signal aborts before. */
  take(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const start = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve(true);
      };
      const giveUp = (): void => {
        this.#waiting.delete(start);
        resolve(false);
      };
      this.#waiting.add(start);
      signal.addEventListener('abort', giveUp, { once: true });
      this.#startNext();
    });
  }

  release(): void {
    this.#running -= 1;
    this.#startNext();
  }

  /** A call went well. */
  grow(): void {
    this.#limit = Math.min(this.#max, this.#limit + 1 / this.#limit);
  }

  /** The judge says that it is too much. Calls that ran at the same time say it once. */
  shrink(retryAfterMs: number | undefined): void {
    if (this.pauseMs === 0) this.#limit = Math.max(1, Math.floor(this.#limit / 2));
    const pauseMs = retryAfterMs ?? PAUSE_MS;
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#clock.elapsedMs() + pauseMs);
    this.#clock.after(this.pauseMs, () => this.#startNext());
  }

  #startNext(): void {
    for (const start of this.#waiting) {
      if (this.#running >= Math.floor(this.#limit) || this.pauseMs > 0) return;
      this.#waiting.delete(start);
      this.#running += 1;
      start();
    }
  }
}
