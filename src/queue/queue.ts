import type { Clock } from '../model/clock.ts';
import { expected } from '../model/errors.ts';

export interface QueueOptions {
  /** Items that may wait. */
  readonly capacity: number;
  /** Items that are worked on at the same time. */
  readonly workers: number;
  /** What one item may take in milliseconds; then its signal aborts. */
  readonly deadlineMs: number;
}

/** A bounded line with a fixed number of workers. What does not fit is refused; nothing in it is forgotten. */
export class WorkQueue<T> {
  readonly #waiting: T[] = [];
  readonly #running = new Set<AbortController>();
  #busy = 0;
  readonly #idle: (() => void)[] = [];
  readonly #options: QueueOptions;
  readonly #clock: Clock;
  readonly #work: (item: T, signal: AbortSignal) => Promise<void>;

  /** `work` must settle soon after its signal aborts, and must not reject. */
  constructor(options: QueueOptions, clock: Clock, work: (item: T, signal: AbortSignal) => Promise<void>) {
    wholeAboveZero('capacity', options.capacity);
    wholeAboveZero('workers', options.workers);
    if (!(options.deadlineMs > 0)) throw expected('deadlineMs above 0', options.deadlineMs);
    this.#options = options;
    this.#clock = clock;
    this.#work = work;
  }

  /** Items that wait, those being worked on not counted. */
  get size(): number {
    return this.#waiting.length;
  }

  get capacity(): number {
    return this.#options.capacity;
  }

  /** False where the line is full. */
  offer(item: T): boolean {
    if (this.#busy < this.#options.workers) {
      this.#start(item);
      return true;
    }
    if (this.#waiting.length >= this.#options.capacity) return false;
    this.#waiting.push(item);
    return true;
  }

  /** Resolves when nothing waits and nothing is worked on. */
  async whenIdle(): Promise<void> {
    if (this.#busy > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** Takes out what waits, and aborts what is worked on with this reason. */
  clear(reason: unknown): readonly T[] {
    const left = this.#waiting.splice(0);
    for (const controller of this.#running) controller.abort(reason);
    return left;
  }

  /** Each item gets a turn of the event loop of its own: a burst never holds up the host. */
  #start(item: T): void {
    this.#busy += 1;
    const controller = new AbortController();
    this.#running.add(controller);
    this.#clock.soon(() => void this.#run(item, controller));
  }

  async #run(item: T, controller: AbortController): Promise<void> {
    const cancel = this.#clock.after(this.#options.deadlineMs, () => controller.abort());
    try {
      await this.#work(item, controller.signal);
    } finally {
      cancel();
      this.#running.delete(controller);
      this.#busy -= 1;
      this.#next();
    }
  }

  #next(): void {
    const item = this.#waiting.shift();
    if (item !== undefined) {
      this.#start(item);
    } else if (this.#busy === 0) {
      for (const resolve of this.#idle.splice(0)) resolve();
    }
  }
}

function wholeAboveZero(name: string, value: number): void {
  const isWhole = Number.isInteger(value) || value === Number.POSITIVE_INFINITY;
  if (!isWhole || value <= 0) throw expected(`${name} to be a whole number above 0`, value);
}
