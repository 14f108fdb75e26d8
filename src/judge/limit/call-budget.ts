import type { Clock } from '../../model/clock.ts';

const MINUTE_MS = 60_000;

/** How many calls there may be within any minute. */
export class CallBudget {
  readonly #callsPerMinute: number;
  readonly #clock: Clock;
  /** When the calls of the last minute began, oldest first. */
  #begun: number[] = [];

  constructor(callsPerMinute: number, clock: Clock) {
    this.#callsPerMinute = callsPerMinute;
    this.#clock = clock;
  }

  /** True, and counted, where one more is in the budget. */
  take(): boolean {
    if (this.#callsPerMinute === Number.POSITIVE_INFINITY) return true;
    const nowMs = this.#clock.elapsedMs();
    const isOver = (begunMs: number): boolean => nowMs - begunMs >= MINUTE_MS;
    if (this.#begun[0] !== undefined && isOver(this.#begun[0])) this.#begun = this.#begun.filter((begunMs) => !isOver(begunMs));
    if (this.#begun.length >= this.#callsPerMinute) return false;
    this.#begun.push(nowMs);
    return true;
  }
}
