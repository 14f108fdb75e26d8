import type { Attributes, SpanView } from '../model/span.ts';
import { type Decoded, Decoding } from './decoded.ts';
import { readLog } from './otlp-protobuf-log.ts';
import { readScope, readSpan } from './otlp-protobuf-span.ts';
import { NO_ATTRIBUTES, readEntry } from './otlp-protobuf-value.ts';
import type { Signal } from './otlp-signal.ts';
import { delimited, ProtobufReader } from './protobuf-reader.ts';

/** Of `ExportTraceServiceRequest` and `ExportLogsServiceRequest`: the `ResourceSpans` or `ResourceLogs`. */
const RESOURCES = delimited(1);
/** Of those. */
const RESOURCE = delimited(1);
const SCOPES = delimited(2);
/** Of `Resource`. */
const RESOURCE_ATTRIBUTES = delimited(1);
/** Of `ScopeSpans` and `ScopeLogs`. */
const SCOPE = delimited(1);
const ITEMS = delimited(2);

/**
 * Decodes an `ExportTraceServiceRequest` or an `ExportLogsServiceRequest` as protobuf: https://opentelemetry.io/docs/specs/otlp/.
 * The bytes do not say which of the two they are; no bytes at all are an empty request.
 *
 * A bad span or log record is rejected on its own. Throws a `not_protobuf` error where the bytes are damaged, for then it is not
 * known where a span ends, and `too_large` beyond `maxMessages`.
 */
export function decodeOtlpProtobuf(bytes: Uint8Array, signal: Signal, maxMessages?: number): Decoded {
  const decoding = new Decoding();
  decodeOtlpProtobufInto(decoding, bytes, signal, maxMessages);
  return decoding.finish();
}

/** The same for one batch of several. */
export function decodeOtlpProtobufInto(decoding: Decoding, bytes: Uint8Array, signal: Signal, maxMessages?: number): void {
  const reader = new ProtobufReader(bytes, maxMessages);
  const end = bytes.length;
  while (reader.position < end) {
    const tag = reader.tag(end);
    if (tag === RESOURCES) readResourceItems(reader, end, signal, decoding);
    else reader.skip(tag, end);
  }
}

/** The resource may be written behind what came from it. */
function readResourceItems(reader: ProtobufReader, outerEnd: number, signal: Signal, decoding: Decoding): void {
  const end = reader.message(outerEnd);
  let resource = NO_ATTRIBUTES;
  const scopes: number[] = [];
  while (reader.position < end) {
    const tag = reader.tag(end);
    if (tag === RESOURCE) resource = readResource(reader, end, resource);
    else if (tag === SCOPES) scopes.push(reader.later(end));
    else reader.skip(tag, end);
  }
  for (const at of scopes) {
    reader.position = at;
    readScopeItems(reader, end, resource, signal, decoding);
  }
  reader.position = end;
}

function readResource(reader: ProtobufReader, outerEnd: number, before: Attributes): Attributes {
  const end = reader.message(outerEnd);
  let resource = before;
  let count = 0;
  while (reader.position < end) {
    const tag = reader.tag(end);
    if (tag === RESOURCE_ATTRIBUTES) resource = readEntry(reader, end, resource, count++);
    else reader.skip(tag, end);
  }
  return resource;
}

/** The scope may be written behind its spans. */
function readScopeItems(reader: ProtobufReader, outerEnd: number, resource: Attributes, signal: Signal, decoding: Decoding): void {
  const end = reader.message(outerEnd);
  let scope: SpanView['scope'] = { name: '' };
  const items: number[] = [];
  while (reader.position < end) {
    const tag = reader.tag(end);
    if (tag === SCOPE) scope = readScope(reader, end);
    else if (tag === ITEMS) items.push(reader.later(end));
    else reader.skip(tag, end);
  }
  for (const at of items) {
    reader.position = at;
    if (signal === 'spans') decoding.addSpan(readSpan(reader, end, scope, resource));
    else decoding.addLog(readLog(reader, end));
  }
  reader.position = end;
}
