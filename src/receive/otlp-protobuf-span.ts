import type { Attributes, SpanEvent, SpanView } from '../model/span.ts';
import { beyondEntries, MAX_ENTRIES } from './any-value.ts';
import { identifierBytesProblem, identifierOf } from './identifiers.ts';
import { NO_ATTRIBUTES, readEntry } from './otlp-protobuf-value.ts';
import { spanOf } from './otlp-span.ts';
import { delimited, fixed32, fixed64, type ProtobufReader, varint } from './protobuf-reader.ts';

/** `Span`: https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto */
const TRACE_ID = delimited(1);
const SPAN_ID = delimited(2);
const TRACE_STATE = delimited(3);
const PARENT_SPAN_ID = delimited(4);
const NAME = delimited(5);
const START_TIME = fixed64(7);
const END_TIME = fixed64(8);
const ATTRIBUTES = delimited(9);
const DROPPED_ATTRIBUTES_COUNT = varint(10);
const EVENTS = delimited(11);
const STATUS = delimited(15);
const FLAGS = fixed32(16);
/** Of `Event`. */
const EVENT_TIME = fixed64(1);
const EVENT_NAME = delimited(2);
const EVENT_ATTRIBUTES = delimited(3);
/** Of `Status`. */
const CODE = varint(3);
/** Of `InstrumentationScope`. */
const SCOPE_NAME = delimited(1);
const SCOPE_VERSION = delimited(2);

/** One span of OTLP as protobuf, or the problem for which it is rejected. */
export function readSpan(reader: ProtobufReader, outerEnd: number, scope: SpanView['scope'], resource: Attributes): SpanView | string {
  const end = reader.message(outerEnd);
  let traceDigits = '';
  let spanDigits = '';
  let parentDigits = '';
  let traceState = '';
  let name = '';
  let startTimeUnixNano = 0n;
  let endTimeUnixNano = 0n;
  let attributes = NO_ATTRIBUTES;
  let attributesCount = 0;
  const events: SpanEvent[] = [];
  let eventsCount = 0;
  let status: SpanView['status'] = 'unset';
  let flags = 0;
  let droppedAttributesCount = 0;
  while (reader.position < end) {
    const tag = reader.tag(end);
    if (tag === ATTRIBUTES) attributes = readEntry(reader, end, attributes, attributesCount++);
    else if (tag === TRACE_ID) traceDigits = reader.hexadecimal(end);
    else if (tag === SPAN_ID) spanDigits = reader.hexadecimal(end);
    else if (tag === PARENT_SPAN_ID) parentDigits = reader.hexadecimal(end);
    else if (tag === TRACE_STATE) traceState = reader.text(end);
    else if (tag === NAME) name = reader.text(end);
    else if (tag === START_TIME) startTimeUnixNano = reader.fixed64(end);
    else if (tag === END_TIME) endTimeUnixNano = reader.fixed64(end);
    else if (tag === EVENTS && eventsCount++ < MAX_ENTRIES) events.push(readEvent(reader, end));
    else if (tag === STATUS) status = readStatus(reader, end);
    else if (tag === FLAGS) flags = reader.fixed32(end);
    else if (tag === DROPPED_ATTRIBUTES_COUNT) droppedAttributesCount = reader.uint32(end);
    else reader.skip(tag, end);
  }
  const traceId = identifierOf('traceId', traceDigits);
  if (!traceId) return identifierBytesProblem('traceId', 'span', traceDigits);
  const spanId = identifierOf('spanId', spanDigits);
  if (!spanId) return identifierBytesProblem('spanId', 'span', spanDigits);
  const parentSpanId = identifierOf('parentSpanId', parentDigits);
  // Without its parent's id the span would pass for a root, and a root closes its trace.
  if (parentSpanId === undefined) return identifierBytesProblem('parentSpanId', 'span', parentDigits);
  return spanOf({
    traceId,
    spanId,
    parentSpanId,
    name,
    startTimeUnixNano,
    endTimeUnixNano,
    attributes,
    events,
    status,
    scope,
    resource,
    traceState,
    flags,
    droppedAttributesCount: droppedAttributesCount + beyondEntries(attributesCount) + beyondEntries(eventsCount),
  });
}

/** The instrumentation scope of the spans beside it. */
export function readScope(reader: ProtobufReader, outerEnd: number): SpanView['scope'] {
  const end = reader.message(outerEnd);
  let name = '';
  let version = '';
  while (reader.position < end) {
    const tag = reader.tag(end);
    if (tag === SCOPE_NAME) name = reader.text(end);
    else if (tag === SCOPE_VERSION) version = reader.text(end);
    else reader.skip(tag, end);
  }
  return version === '' ? { name } : { name, version };
}

function readEvent(reader: ProtobufReader, outerEnd: number): SpanEvent {
  const end = reader.message(outerEnd);
  let name = '';
  let timeUnixNano = 0n;
  let attributes = NO_ATTRIBUTES;
  let count = 0;
  while (reader.position < end) {
    const tag = reader.tag(end);
    if (tag === EVENT_TIME) timeUnixNano = reader.fixed64(end);
    else if (tag === EVENT_NAME) name = reader.text(end);
    else if (tag === EVENT_ATTRIBUTES) attributes = readEntry(reader, end, attributes, count++);
    else reader.skip(tag, end);
  }
  return { name, timeUnixNano, attributes };
}

function readStatus(reader: ProtobufReader, outerEnd: number): SpanView['status'] {
  const end = reader.message(outerEnd);
  let code = 0;
  while (reader.position < end) {
    const tag = reader.tag(end);
    if (tag === CODE) code = reader.uint32(end);
    else reader.skip(tag, end);
  }
  if (code === 1) return 'ok';
  return code === 2 ? 'error' : 'unset';
}
