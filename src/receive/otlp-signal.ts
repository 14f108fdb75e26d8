import { delimited, fixed64, ProtobufReader } from './protobuf-reader.ts';

export type Signal = 'spans' | 'logs';

/** From a request to what came from a resource, to what came from a scope, to the span, log record or metric: the same in all three. */
const PATH = [delimited(1), delimited(2), delimited(2)];

const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;

/**
 * What an OTLP request as protobuf holds, told by its first item that can be nothing else; undefined where none can. The bytes do
 * not name it, and senders post spans to the URL for logs, and write files without saying of what. Throws `not_protobuf`, and
 * `too_large` beyond `maxMessages`.
 */
export function signalIn(bytes: Uint8Array, maxMessages?: number): Signal | 'metrics' | undefined {
  const reader = new ProtobufReader(bytes, maxMessages);
  let isNamed = false;
  for (const end of itemsIn(reader, bytes.length, PATH)) {
    const signal = signalOf(reader, end);
    if (signal === 'spans' || signal === 'logs') return signal;
    isNamed ||= signal === 'named';
  }
  return isNamed ? 'metrics' : undefined;
}

/** Stops in front of each item, and gives its end. */
function* itemsIn(reader: ProtobufReader, end: number, [wanted, ...path]: readonly number[]): Generator<number> {
  while (reader.position < end) {
    const tag = reader.tag(end);
    if (tag !== wanted) {
      reader.skip(tag, end);
      continue;
    }
    const stop = reader.message(end);
    if (path.length === 0) yield stop;
    else yield* itemsIn(reader, stop, path);
    reader.position = stop;
  }
}

/** Log records alone have a time as field 1 or 11, spans alone as 7 or 8. Where a span has its ids, a metric has texts about it. */
function signalOf(reader: ProtobufReader, end: number): Signal | 'named' | undefined {
  let firstBytes = 0;
  let secondBytes = 0;
  while (reader.position < end) {
    const tag = reader.tag(end);
    if (tag === fixed64(1) || tag === fixed64(11)) return 'logs';
    if (tag === fixed64(7) || tag === fixed64(8)) return 'spans';
    const start = reader.position;
    reader.skip(tag, end);
    // The length before an id takes one byte.
    if (tag === delimited(1)) firstBytes = reader.position - start - 1;
    if (tag === delimited(2)) secondBytes = reader.position - start - 1;
  }
  if (firstBytes === TRACE_ID_BYTES && secondBytes === SPAN_ID_BYTES) return 'spans';
  return firstBytes > 0 ? 'named' : undefined;
}
