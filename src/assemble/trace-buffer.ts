import type { Clock } from '../model/clock.ts';
import type { ContentRecord, SpanNode, TraceFacts } from '../model/facts.ts';

export interface TraceBufferOptions {
  readonly graceMs: number;
  readonly idleMs: number;
  readonly maxAgeMs: number;
  readonly maxTraces: number;
  readonly maxSpansPerTrace: number;
  readonly maxCharactersPerTrace: number;
}

interface HeldTrace {
  readonly traceId: string;
  readonly bornMs: number;
  lastMs: number;
  rootEnded: boolean;
  /** Spans that have started in this process and not yet ended. Stays 0 where starts are not seen. */
  open: number;
  characters: number;
  hasFacts: boolean;
  readonly spanIds: Set<string>;
  readonly nodes: SpanNode[];
  readonly records: ContentRecord[];
}

/**
 * Holds what is known of each trace until no more spans are to be expected, then hands it on.
 *
 * ```text
 *   added ──► waiting (root ended, none open) ── graceMs after the last span ──► complete
 *        └──► idling  (all others)            ── idleMs  after the last span ──► complete
 *   every trace ── maxAgeMs after its first span ──► complete
 *   at a bound  ── the oldest without facts is forgotten, else the oldest ──► complete, evicted
 * ```
 *
 * Each of the three maps keeps its traces in the order in which they fall due, so that only heads are looked at.
 */
export class TraceBuffer {
  readonly #traces = new Map<string, HeldTrace>();
  readonly #waiting = new Map<string, HeldTrace>();
  readonly #idling = new Map<string, HeldTrace>();
  /** Traces in which nothing was found so far: the first to go. */
  readonly #plain = new Set<string>();
  readonly #options: TraceBufferOptions;
  readonly #clock: Clock;
  readonly #complete: (trace: TraceFacts) => void;
  #wakeAtMs = Number.POSITIVE_INFINITY;
  #cancelWake: () => void = () => {};

  constructor(options: TraceBufferOptions, clock: Clock, complete: (trace: TraceFacts) => void) {
    this.#options = options;
    this.#clock = clock;
    this.#complete = complete;
  }

  /** How many traces are held. */
  get size(): number {
    return this.#traces.size;
  }

  has(traceId: string): boolean {
    return this.#traces.has(traceId);
  }

  /** A span has started in this process: its trace waits for it. */
  opened(traceId: string): void {
    const trace = this.#touch(traceId);
    trace.open += 1;
    this.#place(trace);
  }

  /** A span that was opened has ended, and nothing more is known of it. */
  lost(traceId: string, isLocalRoot: boolean): void {
    const trace = this.#traces.get(traceId);
    if (trace === undefined) return;
    if (trace.open > 0) trace.open -= 1;
    if (isLocalRoot) trace.rootEnded = true;
    this.#place(trace);
  }

  /** A span has ended. One that was added before is taken once. */
  add(traceId: string, node: SpanNode, isLocalRoot: boolean): void {
    const trace = this.#touch(traceId);
    if (trace.open > 0) trace.open -= 1;
    if (isLocalRoot) trace.rootEnded = true;
    if (!trace.spanIds.has(node.spanId)) {
      trace.spanIds.add(node.spanId);
      trace.nodes.push(node);
      trace.characters += spanCharacters(node);
      if (node.facts !== undefined) this.#keep(trace, charactersOf(node));
    }
    this.#settle(trace);
  }

  /** A log record keeps a message for a span of this trace. */
  addRecord(traceId: string, record: ContentRecord): void {
    const trace = this.#touch(traceId);
    trace.records.push(record);
    this.#keep(trace, record.message.content.length);
    this.#settle(trace);
  }

  /** Hands on the traces that only wait for their grace. */
  releaseWaiting(): void {
    for (const trace of [...this.#waiting.values()]) this.#release(trace, false);
  }

  /** Hands on every trace. */
  releaseAll(): void {
    for (const trace of [...this.#traces.values()]) this.#release(trace, false);
    this.#cancelWake();
    this.#wakeAtMs = Number.POSITIVE_INFINITY;
  }

  #touch(traceId: string): HeldTrace {
    const held = this.#traces.get(traceId);
    if (held !== undefined) {
      held.lastMs = this.#clock.elapsedMs();
      return held;
    }
    if (this.#traces.size >= this.#options.maxTraces) this.#evict();
    const nowMs = this.#clock.elapsedMs();
    const trace: HeldTrace = {
      traceId,
      bornMs: nowMs,
      lastMs: nowMs,
      rootEnded: false,
      open: 0,
      characters: 0,
      hasFacts: false,
      spanIds: new Set(),
      nodes: [],
      records: [],
    };
    this.#traces.set(traceId, trace);
    this.#plain.add(traceId);
    return trace;
  }

  #keep(trace: HeldTrace, characters: number): void {
    trace.characters += characters;
    if (trace.hasFacts) return;
    trace.hasFacts = true;
    this.#plain.delete(trace.traceId);
  }

  #settle(trace: HeldTrace): void {
    const { maxSpansPerTrace, maxCharactersPerTrace } = this.#options;
    if (trace.nodes.length + trace.records.length >= maxSpansPerTrace || trace.characters >= maxCharactersPerTrace) {
      this.#release(trace, true);
    } else {
      this.#place(trace);
    }
  }

  #place(trace: HeldTrace): void {
    this.#waiting.delete(trace.traceId);
    this.#idling.delete(trace.traceId);
    (trace.rootEnded && trace.open === 0 ? this.#waiting : this.#idling).set(trace.traceId, trace);
    this.#wake();
  }

  #evict(): void {
    const plain = first(this.#plain);
    const oldest = this.#traces.get(plain ?? '') ?? first(this.#traces.values());
    if (oldest !== undefined) this.#release(oldest, true);
  }

  #release(trace: HeldTrace, evicted: boolean): void {
    this.#traces.delete(trace.traceId);
    this.#waiting.delete(trace.traceId);
    this.#idling.delete(trace.traceId);
    this.#plain.delete(trace.traceId);
    if (trace.hasFacts) this.#complete({ traceId: trace.traceId, nodes: trace.nodes, records: trace.records, evicted });
  }

  #dueMs(): number {
    const waiting = first(this.#waiting.values());
    const idling = first(this.#idling.values());
    const oldest = first(this.#traces.values());
    return Math.min(
      waiting === undefined ? Number.POSITIVE_INFINITY : waiting.lastMs + this.#options.graceMs,
      idling === undefined ? Number.POSITIVE_INFINITY : idling.lastMs + this.#options.idleMs,
      oldest === undefined ? Number.POSITIVE_INFINITY : oldest.bornMs + this.#options.maxAgeMs,
    );
  }

  #wake(): void {
    const dueMs = this.#dueMs();
    if (dueMs >= this.#wakeAtMs) return;
    this.#cancelWake();
    this.#wakeAtMs = dueMs;
    this.#cancelWake = this.#clock.after(Math.max(0, dueMs - this.#clock.elapsedMs()), () => {
      this.#wakeAtMs = Number.POSITIVE_INFINITY;
      this.#releaseDue();
      this.#wake();
    });
  }

  #releaseDue(): void {
    const nowMs = this.#clock.elapsedMs();
    const { graceMs, idleMs, maxAgeMs } = this.#options;
    this.#releaseWhile(this.#waiting, (trace) => trace.lastMs + graceMs <= nowMs);
    this.#releaseWhile(this.#idling, (trace) => trace.lastMs + idleMs <= nowMs);
    this.#releaseWhile(this.#traces, (trace) => trace.bornMs + maxAgeMs <= nowMs);
  }

  #releaseWhile(traces: ReadonlyMap<string, HeldTrace>, isDue: (trace: HeldTrace) => boolean): void {
    for (const trace of traces.values()) {
      if (!isDue(trace)) return;
      this.#release(trace, false);
    }
  }
}

function first<T>(values: Iterable<T>): T | undefined {
  for (const value of values) return value;
  return undefined;
}

function charactersOf(node: SpanNode): number {
  const facts = node.facts;
  const documents = [...(facts?.retrieval?.documents ?? []), ...(facts?.rerank?.documents ?? [])];
  const texts = [facts?.question, facts?.answer, facts?.retrieval?.query, facts?.generation?.output];
  return (
    documents.reduce((sum, document) => sum + (document.text?.length ?? 0), 0) +
    (facts?.generation?.messages ?? []).reduce((sum, message) => sum + message.content.length, 0) +
    texts.reduce((sum, value) => sum + (value?.length ?? 0), 0)
  );
}

/** The texts of a span that is held itself. */
function spanCharacters({ span }: SpanNode): number {
  if (span === undefined) return 0;
  const bags = [span.attributes, ...span.events.map((event) => event.attributes)];
  return bags.reduce((sum, bag) => sum + Object.values(bag).reduce<number>((inner, value) => inner + sizeOf(value), 0), 0);
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return Array.isArray(value) ? value.length * 8 : 8;
}
