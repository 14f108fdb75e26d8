import type { Clock } from '../../model/clock.ts';
import type { JudgeReply } from '../../model/judge.ts';

export interface BreakerOptions {
  /** Outages in a row that open it. */
  readonly failuresToOpen: number;
  /** Milliseconds that it stays open for; doubles with each probe that fails, to 10 minutes. */
  readonly openMs: number;
}

const LONGEST_OPEN_MS = 600_000;

/**
 * Keeps calls from a judge that is down.
 *
 *     closed ──outages in a row──► open ──after a while──► one probe ──reached──► closed
 *                                   ▲                         │
 *                                   └───────not reached───────┘  for twice as long
 */
export class Breaker {
  readonly #options: BreakerOptions;
  readonly #clock: Clock;
  #failures = 0;
  #openMs: number;
  #openUntilMs: number | undefined;
  #isProbing = false;

  constructor(options: BreakerOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
    this.#openMs = options.openMs;
  }

  /** Whether a call would be refused now. */
  get isOpen(): boolean {
    return this.#openUntilMs !== undefined && (this.#isProbing || this.#clock.elapsedMs() < this.#openUntilMs);
  }

  /** A call goes out. True for the probe: the first one after the open time. */
  begin(): boolean {
    if (this.#openUntilMs === undefined || this.#isProbing) return false;
    this.#isProbing = true;
    return true;
  }

  /** What came of a call; undefined where it threw, which says nothing of the network. */
  end(reply: JudgeReply | undefined, wasProbe: boolean): void {
    if (wasProbe) this.#isProbing = false;
    if (reply === undefined) return;
    if (!isOutage(reply)) {
      this.#failures = 0;
      this.#openMs = this.#options.openMs;
      this.#openUntilMs = undefined;
      return;
    }
    this.#failures += 1;
    if (wasProbe) this.#openMs = Math.min(LONGEST_OPEN_MS, this.#openMs * 2);
    if (wasProbe || (this.#openUntilMs === undefined && this.#failures >= this.#options.failuresToOpen)) {
      this.#openUntilMs = this.#clock.elapsedMs() + this.#openMs;
    }
  }
}

function isOutage(reply: JudgeReply): boolean {
  return reply.status === 'failed' && (reply.reason === 'judge_unavailable' || reply.reason === 'judge_timeout');
}
