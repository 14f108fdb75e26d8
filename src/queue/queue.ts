import type { Clock } from '../model/clock.ts';
import { expected } from '../model/errors.ts';
import { Line } from './line.ts';

export interface QueueOptions {
  /** Items that may wait. */
  readonly capacity: number;
  /** Items that are worked on at the same time. */
  readonly workers: number;
  /** What one item may take in milliseconds; then its signal aborts. */
  readonly deadlineMs: number;
}

interface Numbered<T> {
  readonly number: number;
  readonly item: T;
}

interface Watcher {
  /** Items up to this number are waited for. */
  readonly upTo: number;
  readonly resolve: () => void;
}

/** A bounded line with a fixed number of workers. What does not fit is refused, unless it must; nothing in it is forgotten. */
export class WorkQueue<T> {
  readonly #waiting = new Line<Numbered<T>>();
  /** By number. First in, first out: the first of these is the oldest that is not done. */
  readonly #running = new Map<number, AbortController>();
  #taken = 0;
  #watchers: readonly Watcher[] = [];
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

  /** False where the line is full, unless the item is one that `mustFit`. */
  offer(item: T, mustFit = false): boolean {
    const canStart = this.#running.size < this.#options.workers;
    if (!canStart && !mustFit && this.#waiting.length >= this.#options.capacity) return false;
    this.#taken += 1;
    const numbered = { number: this.#taken, item };
    if (canStart) this.#start(numbered);
    else this.#waiting.push(numbered);
    return true;
  }

  /** Resolves when all that was taken so far is done. What comes later is not waited for: under load there is always more. */
  async whenDone(): Promise<void> {
    if (this.#running.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#watchers = [...this.#watchers, { upTo: this.#taken, resolve }];
    });
  }

  /** Takes out what waits, and aborts what is worked on with this reason. */
  clear(reason: unknown): readonly T[] {
    const left = this.#waiting.takeAll();
    for (const controller of this.#running.values()) controller.abort(reason);
    return left.map(({ item }) => item);
  }

  /** Each item gets a turn of the event loop of its own: a burst never holds up the host. */
  #start(numbered: Numbered<T>): void {
    const controller = new AbortController();
    this.#running.set(numbered.number, controller);
    this.#clock.soon(() => void this.#run(numbered, controller));
  }

  async #run({ number, item }: Numbered<T>, controller: AbortController): Promise<void> {
    const cancel = this.#clock.after(this.#options.deadlineMs, () => controller.abort());
    try {
      await this.#work(item, controller.signal);
    } finally {
      cancel();
      this.#running.delete(number);
      this.#next();
    }
  }

  #next(): void {
    const next = this.#waiting.take();
    if (next !== undefined) this.#start(next);
    const [oldest = Number.POSITIVE_INFINITY] = this.#running.keys();
    const reached = this.#watchers.filter(({ upTo }) => upTo < oldest);
    this.#watchers = this.#watchers.filter(({ upTo }) => upTo >= oldest);
    for (const { resolve } of reached) resolve();
  }
}

function wholeAboveZero(name: string, value: number): void {
  const isWhole = Number.isInteger(value) || value === Number.POSITIVE_INFINITY;
  if (!isWhole || value <= 0) throw expected(`${name} to be a whole number above 0`, value);
}
