import type { Clock } from '../model/clock.ts';
import { messageOf } from '../model/errors.ts';
import type { LogView, SpanView } from '../model/span.ts';
import type { Health } from '../observe/health.ts';
import { type LogRecordLike, toLogView } from './log-record.ts';
import { type ReadableSpanLike, toSpanView } from './readable-span.ts';

/** Where spans and log records go. */
export interface SpanSink {
  /** Whether spans of this trace and instrumentation scope are wanted at all. Cheap. */
  readonly wants: (traceId: string, traceState?: string, scope?: string) => boolean;
  readonly opened: (traceId: string) => void;
  readonly span: (span: SpanView) => void;
  readonly log: (log: LogView) => void;
  /** A span that was opened has ended, and nothing more can be said of it; of some not even where it belongs. */
  readonly lost: (traceId?: string, isRoot?: boolean) => void;
}

export interface IntakeOptions {
  readonly clock: Clock;
  readonly warn: (kind: string, message: string) => void;
  readonly health: Health;
  /** Asked once, with the first span that ended. */
  readonly onFirst?: (span: ReadableSpanLike) => void;
}

/** Ended spans and log records that may wait for the next slice. */
const CAPACITY = 8_192;
/** Work on them gives way to the host after this long. Milliseconds. */
const SLICE_MS = 5;
/** A service that was asked nothing for so long is idle, or its spans do not come to us. Milliseconds. */
const NO_SPANS_MS = 300_000;

type Taken = { readonly span: ReadableSpanLike } | { readonly log: LogRecordLike };

/**
 * Takes spans on the host's stack and works on them later: the hooks only look whether the trace is wanted, and put the span into a
 * bounded ring. Slices of a few milliseconds read it out and let the spans go. No hook ever throws: an exception would surface in the
 * user's code and starve the exporters behind us.
 */
export class SpanIntake {
  readonly #taken: Taken[] = [];
  readonly #sink: SpanSink;
  readonly #options: IntakeOptions;
  #isScheduled = false;
  #isClosed = false;
  #hasStarted = false;
  #hasEnded = false;
  readonly #cancelWait: () => void;

  constructor(sink: SpanSink, options: IntakeOptions) {
    this.#sink = sink;
    this.#options = options;
    this.#cancelWait = options.clock.after(NO_SPANS_MS, () => {
      options.health.suffers(
        'no_spans',
        `No span has come in ${NO_SPANS_MS / 60_000} minutes: nothing can be evaluated. Give this processor to the SDK (spanProcessors of NodeSDK), and start the SDK before what it instruments is loaded.`,
      );
    });
  }

  onStart(span: ReadableSpanLike): void {
    this.#guarded('onStart', () => {
      if (!this.#hasStarted) this.#arrived();
      if (this.#isClosed) return;
      if (this.#wants(span)) this.#sink.opened(span.spanContext().traceId);
    });
  }

  onEnd(span: ReadableSpanLike): void {
    const isSeen = this.#guarded('onEnd', () => {
      if (this.#isClosed) {
        this.#options.health.suffers(
          'shut_down',
          'Spans ended after the processor was shut down: they are not evaluated. Shut it down when the service takes no more requests.',
        );
        return;
      }
      if (!this.#hasEnded) {
        this.#hasEnded = true;
        this.#options.onFirst?.(span);
      }
      if (!this.#wants(span)) return;
      if (!this.#take({ span })) this.#lose(span);
    });
    if (!isSeen) this.#guarded('onEnd', () => this.#sink.lost());
  }

  /** A log record was emitted in this process. */
  onEmit(log: LogRecordLike): void {
    this.#guarded('onEmit', () => {
      const { spanContext, instrumentationScope } = log;
      if (this.#isClosed || spanContext === undefined) return;
      const { traceId, traceState } = spanContext;
      if (this.#sink.wants(traceId, traceState?.serialize(), instrumentationScope?.name)) this.#take({ log });
    });
  }

  /** Works off all that ended so far. */
  flush(): void {
    while (this.#taken.length > 0) this.#workOff(Number.POSITIVE_INFINITY);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelWait();
  }

  #arrived(): void {
    this.#hasStarted = true;
    this.#cancelWait();
    this.#options.health.recovers('no_spans');
  }

  #take(taken: Taken): boolean {
    if (this.#taken.length >= CAPACITY) {
      const message = `More than ${CAPACITY} spans ended within one turn of the event loop: some are not evaluated. Lower the ratio.`;
      this.#options.warn('ring', message);
      return false;
    }
    this.#taken.push(taken);
    this.#schedule();
    return true;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const { clock } = this.#options;
    clock.soon(() => {
      this.#isScheduled = false;
      this.#workOff(clock.elapsedMs() + SLICE_MS);
      if (this.#taken.length > 0) this.#schedule();
    });
  }

  #workOff(untilMs: number): void {
    let worked = 0;
    for (const taken of this.#taken) {
      worked += 1;
      if ('log' in taken) this.#readLog(taken.log);
      else this.#readSpan(taken.span);
      if (this.#options.clock.elapsedMs() >= untilMs) break;
    }
    this.#taken.splice(0, worked);
  }

  #readSpan(span: ReadableSpanLike): void {
    const isRead = this.#guarded('extraction', () => this.#sink.span(toSpanView(span)));
    if (isRead || this.#guarded('extraction', () => this.#lose(span))) return;
    this.#guarded('extraction', () => this.#sink.lost());
  }

  #readLog(record: LogRecordLike): void {
    this.#guarded('extraction', () => {
      const log = toLogView(record);
      if (log !== undefined) this.#sink.log(log);
    });
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
      this.#options.warn(where, `A span could not be read in ${where}, it is not evaluated: ${messageOf(error)}`);
      return false;
    }
  }
}
