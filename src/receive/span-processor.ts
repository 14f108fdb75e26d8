import type { Clock } from '../model/clock.ts';
import { messageOf } from '../model/errors.ts';
import type { SpanView } from '../model/span.ts';
import { type ReadableSpanLike, toSpanView } from './readable-span.ts';

/** Where spans go. */
export interface SpanSink {
  /** Whether spans of this trace and instrumentation scope are wanted at all. Cheap. */
  readonly wants: (traceId: string, traceState?: string, scope?: string) => boolean;
  readonly opened: (traceId: string) => void;
  readonly span: (span: SpanView) => void;
  /** A span that was opened has ended, and nothing more can be said of it. */
  readonly lost: (traceId: string, isRoot: boolean) => void;
}

/** Ended spans that may wait for the next slice. */
const CAPACITY = 8_192;
/** Work on spans gives way to the host after this long. Milliseconds. */
const SLICE_MS = 5;

/**
 * Takes spans on the host's stack and works on them later: the hooks only look whether the trace is wanted, and put the span into a
 * bounded ring. Slices of a few milliseconds read it out and let the spans go. No hook ever throws: an exception would surface in the
 * user's code and starve the exporters behind us.
 */
export class SpanIntake {
  readonly #ended: ReadableSpanLike[] = [];
  readonly #sink: SpanSink;
  readonly #clock: Clock;
  readonly #warn: (kind: string, message: string) => void;
  #isScheduled = false;
  #isClosed = false;

  constructor(sink: SpanSink, clock: Clock, warn: (kind: string, message: string) => void) {
    this.#sink = sink;
    this.#clock = clock;
    this.#warn = warn;
  }

  onStart(span: ReadableSpanLike): void {
    this.#guarded('onStart', () => {
      if (this.#isClosed) return;
      if (this.#wants(span)) this.#sink.opened(span.spanContext().traceId);
    });
  }

  onEnd(span: ReadableSpanLike): void {
    this.#guarded('onEnd', () => {
      if (this.#isClosed) {
        this.#warn('closed', 'Spans ended after the processor was shut down: they are not evaluated. Shut it down last.');
        return;
      }
      if (!this.#wants(span)) return;
      if (this.#ended.length >= CAPACITY) {
        this.#lose(span);
        this.#warn('ring', `More than ${CAPACITY} spans ended within one turn of the event loop: some are not evaluated. Lower the ratio.`);
        return;
      }
      this.#ended.push(span);
      this.#schedule();
    });
  }

  /** Works off all that ended so far. */
  flush(): void {
    while (this.#ended.length > 0) this.#workOff(Number.POSITIVE_INFINITY);
  }

  close(): void {
    this.#isClosed = true;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#clock.soon(() => {
      this.#isScheduled = false;
      this.#workOff(this.#clock.nowMs() + SLICE_MS);
      if (this.#ended.length > 0) this.#schedule();
    });
  }

  #workOff(untilMs: number): void {
    let worked = 0;
    for (const span of this.#ended) {
      worked += 1;
      const isRead = this.#guarded('extraction', () => this.#sink.span(toSpanView(span)));
      if (!isRead) this.#guarded('extraction', () => this.#lose(span));
      if (this.#clock.nowMs() >= untilMs) break;
    }
    this.#ended.splice(0, worked);
  }

  #wants(span: ReadableSpanLike): boolean {
    const { traceId, traceState } = span.spanContext();
    return this.#sink.wants(traceId, traceState?.serialize(), (span.instrumentationScope ?? span.instrumentationLibrary)?.name);
  }

  #lose(span: ReadableSpanLike): void {
    const { parentSpanContext, parentSpanId } = span;
    const hasLocalParent = parentSpanContext === undefined ? Boolean(parentSpanId) : parentSpanContext.isRemote !== true;
    this.#sink.lost(span.spanContext().traceId, !hasLocalParent);
  }

  #guarded(where: string, work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      this.#warn(where, `A span could not be read in ${where}, it is not evaluated: ${messageOf(error)}`);
      return false;
    }
  }
}
