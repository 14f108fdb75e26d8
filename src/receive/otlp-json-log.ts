import type { LogView } from '../model/span.ts';
import { decodeAnyValue, decodeAttributes } from './any-value.ts';
import { identifierOf, identifierProblem } from './identifiers.ts';
import { describe, isObject, nanosecondsOf, textOf } from './json-shapes.ts';
import { logOf } from './otlp-log.ts';

/** One log record of OTLP/JSON, or the problem for which it is rejected; undefined where it belongs to no span. */
export function decodeLog(record: unknown): LogView | string | undefined {
  if (!isObject(record)) return `Expected a log record to be an object, got ${describe(record)}: send it as OTLP JSON`;
  const traceId = identifierOf('traceId', record.traceId);
  if (traceId === undefined) return identifierProblem('traceId', 'log record', record.traceId);
  const spanId = identifierOf('spanId', record.spanId);
  if (spanId === undefined) return identifierProblem('spanId', 'log record', record.spanId);
  if (traceId === '' || spanId === '') return undefined;
  return logOf({
    traceId,
    spanId,
    eventName: textOf(record.eventName) ?? '',
    timeUnixNano: nanosecondsOf(record.timeUnixNano),
    observedTimeUnixNano: nanosecondsOf(record.observedTimeUnixNano),
    attributes: decodeAttributes(record.attributes),
    body: decodeAnyValue(record.body),
  });
}
