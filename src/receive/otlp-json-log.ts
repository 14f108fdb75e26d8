import type { LogView } from '../model/span.ts';
import { decodeAnyValue, decodeAttributes } from './any-value.ts';
import { identifierOf, identifierProblem } from './identifiers.ts';
import { describe, isObject, nanosecondsOf, textOf } from './json-shapes.ts';

/** One log record of OTLP/JSON, or the problem for which it is rejected; undefined where it belongs to no span. */
export function decodeLog(record: unknown): LogView | string | undefined {
  if (!isObject(record)) return `Expected a log record to be an object, got ${describe(record)}: send it as OTLP JSON`;
  const traceId = identifierOf('traceId', record.traceId);
  if (traceId === undefined) return identifierProblem('traceId', 'log record', record.traceId);
  const spanId = identifierOf('spanId', record.spanId);
  if (spanId === undefined) return identifierProblem('spanId', 'log record', record.spanId);
  if (traceId === '' || spanId === '') return undefined;
  const attributes = decodeAttributes(record.attributes);
  return {
    traceId,
    spanId,
    // Before `eventName` was a field of its own, the name of an event was this attribute.
    eventName: textOf(record.eventName) ?? textOf(attributes['event.name']) ?? '',
    // When it happened may be unknown; when it was seen never is.
    timeUnixNano: nanosecondsOf(record.timeUnixNano) || nanosecondsOf(record.observedTimeUnixNano),
    attributes,
    body: decodeAnyValue(record.body),
  };
}
