import type { Candidate } from './turns.ts';

interface Done {
  endTimeUnixNano: bigint;
  readonly queries: Set<string | undefined>;
}

/** Queries that are remembered of one trace. A session has few turns between two idle times. */
const MAX_QUERIES = 100;

/**
 * The turns that were taken of each trace. What comes afterwards and is a piece of one of them is late: it began before that turn ended, and brings
 * no question of its own, or the same. Spans of a new question in the same trace make a new turn.
 */
export class DoneTurns {
  readonly #traces = new Map<string, Done>();
  readonly #maxTraces: number;

  constructor(maxTraces: number) {
    this.#maxTraces = maxTraces;
  }

  has(traceId: string): boolean {
    return this.#traces.has(traceId);
  }

  take({ turn }: Candidate): void {
    const { traceId, endTimeUnixNano, query } = turn;
    const done = this.#traces.get(traceId) ?? this.#start(traceId);
    if (endTimeUnixNano > done.endTimeUnixNano) done.endTimeUnixNano = endTimeUnixNano;
    if (done.queries.size < MAX_QUERIES) done.queries.add(query);
  }

  isLate({ turn, askedBy, startTimeUnixNano }: Candidate): boolean {
    const done = this.#traces.get(turn.traceId);
    if (done === undefined || startTimeUnixNano >= done.endTimeUnixNano) return false;
    return askedBy === 'retriever' || askedBy === 'nobody' || done.queries.has(turn.query);
  }

  #start(traceId: string): Done {
    if (this.#traces.size >= this.#maxTraces) {
      const [oldest = ''] = this.#traces.keys();
      this.#traces.delete(oldest);
    }
    const done: Done = { endTimeUnixNano: 0n, queries: new Set() };
    this.#traces.set(traceId, done);
    return done;
  }
}
