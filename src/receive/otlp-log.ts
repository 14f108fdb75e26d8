import type { LogView } from '../model/span.ts';
import { textOf } from './json-shapes.ts';

/** What OTLP says of a log record, in whichever encoding. What it does not say is empty or 0. */
export interface OtlpLog extends LogView {
  readonly observedTimeUnixNano: bigint;
}

export function logOf({ observedTimeUnixNano, ...log }: OtlpLog): LogView {
  return {
    ...log,
    // Before `eventName` was a field of its own, the name of an event was this attribute.
    eventName: log.eventName || (textOf(log.attributes['event.name']) ?? ''),
    // When it happened may be unknown; when it was seen never is.
    timeUnixNano: log.timeUnixNano || observedTimeUnixNano,
  };
}
