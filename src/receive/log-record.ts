import type { Attributes, LogView } from '../model/span.ts';
import { type HrTimeLike, nanoseconds, type ScopeLike, type SpanContextLike } from './readable-span.ts';

/** A log record of the OpenTelemetry SDK for JavaScript, 2 or 3, by its shape alone. */
export interface LogRecordLike {
  readonly hrTime: HrTimeLike;
  readonly hrTimeObserved?: HrTimeLike | undefined;
  readonly spanContext?: SpanContextLike | undefined;
  readonly eventName?: string | undefined;
  readonly body?: unknown;
  readonly attributes?: Attributes | undefined;
  readonly instrumentationScope?: ScopeLike | undefined;
}

const NO_ATTRIBUTES: Attributes = {};

/** The view of a log record of this process, the same as OTLP would have brought; undefined where it belongs to no span. */
export function toLogView(record: LogRecordLike): LogView | undefined {
  const { spanContext, attributes = NO_ATTRIBUTES } = record;
  if (spanContext === undefined) return undefined;
  const { traceId, spanId, traceState } = spanContext;
  const named = record.eventName ?? attributes['event.name'];
  const tracestate = traceState?.serialize();
  return {
    traceId,
    spanId,
    eventName: typeof named === 'string' ? named : '',
    timeUnixNano: nanoseconds(record.hrTime) || nanoseconds(record.hrTimeObserved ?? record.hrTime),
    attributes,
    body: record.body,
    ...(tracestate && { traceState: tracestate }),
  };
}
