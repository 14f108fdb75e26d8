import type { LogView } from '../model/span.ts';
import { identifierBytesProblem, identifierOf } from './identifiers.ts';
import { logOf } from './otlp-log.ts';
import { NO_ATTRIBUTES, readAnyValue, readEntry } from './otlp-protobuf-value.ts';
import { delimited, fixed64, type ProtobufReader } from './protobuf-reader.ts';

/** `LogRecord`: https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/logs/v1/logs.proto */
const TIME = fixed64(1);
const BODY = delimited(5);
const ATTRIBUTES = delimited(6);
const TRACE_ID = delimited(9);
const SPAN_ID = delimited(10);
const OBSERVED_TIME = fixed64(11);
const EVENT_NAME = delimited(12);

/** One log record of OTLP as protobuf, or the problem for which it is rejected; undefined where it belongs to no span. */
export function readLog(reader: ProtobufReader, outerEnd: number): LogView | string | undefined {
  const end = reader.message(outerEnd);
  let traceDigits = '';
  let spanDigits = '';
  let eventName = '';
  let timeUnixNano = 0n;
  let observedTimeUnixNano = 0n;
  let attributes = NO_ATTRIBUTES;
  let count = 0;
  let body: unknown;
  while (reader.position < end) {
    const tag = reader.tag(end);
    if (tag === ATTRIBUTES) attributes = readEntry(reader, end, attributes, count++);
    else if (tag === BODY) body = readAnyValue(reader, end);
    else if (tag === TRACE_ID) traceDigits = reader.hexadecimal(end);
    else if (tag === SPAN_ID) spanDigits = reader.hexadecimal(end);
    else if (tag === TIME) timeUnixNano = reader.fixed64(end);
    else if (tag === OBSERVED_TIME) observedTimeUnixNano = reader.fixed64(end);
    else if (tag === EVENT_NAME) eventName = reader.text(end);
    else reader.skip(tag, end);
  }
  const traceId = identifierOf('traceId', traceDigits);
  if (traceId === undefined) return identifierBytesProblem('traceId', 'log record', traceDigits);
  const spanId = identifierOf('spanId', spanDigits);
  if (spanId === undefined) return identifierBytesProblem('spanId', 'log record', spanDigits);
  if (traceId === '' || spanId === '') return undefined;
  return logOf({ traceId, spanId, eventName, timeUnixNano, observedTimeUnixNano, attributes, body });
}
