import type { Attributes } from '../model/span.ts';
import { MAX_ENTRIES, MAX_VALUE_DEPTH } from './any-value.ts';
import { delimited, fixed64, type ProtobufReader, varint } from './protobuf-reader.ts';

/** `AnyValue`: https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/common/v1/common.proto */
const STRING_VALUE = delimited(1);
const BOOL_VALUE = varint(2);
const INT_VALUE = varint(3);
const DOUBLE_VALUE = fixed64(4);
const ARRAY_VALUE = delimited(5);
const KVLIST_VALUE = delimited(6);
const BYTES_VALUE = delimited(7);
/** Of `ArrayValue` and `KeyValueList`. */
const VALUES = delimited(1);
/** Of `KeyValue`. */
const KEY = delimited(1);
const VALUE = delimited(2);

/** Shared: a message of two bytes must not become an object of its own. It has no prototype, as all attributes. */
export const NO_ATTRIBUTES: Attributes = Object.freeze(Object.create(null) as Attributes);

/**
 * One `KeyValue`, the one behind `before` others, put into `attributes`, or into new ones where there are none yet; gives back where it
 * was put. They have no prototype, so that a key named `__proto__` is a key like any other. An entry whose value is empty is left out, and
 * what comes after `MAX_ENTRIES`; of a key that comes twice the last value counts.
 */
export function readEntry(reader: ProtobufReader, outerEnd: number, attributes: Attributes, before: number, depth = 0): Attributes {
  const end = reader.message(outerEnd);
  if (before >= MAX_ENTRIES) {
    reader.position = end;
    return attributes;
  }
  let key = '';
  let value: unknown;
  while (reader.position < end) {
    const tag = reader.tag(end);
    if (tag === KEY) key = reader.name(end);
    else if (tag === VALUE) value = readAnyValue(reader, end, depth);
    else reader.skip(tag, end);
  }
  if (value === undefined) return attributes;
  const filled = (attributes === NO_ATTRIBUTES ? Object.create(null) : attributes) as Record<string, unknown>;
  filled[key] = value;
  return filled;
}

/** One `AnyValue`; undefined where it is empty or lies deeper than `MAX_VALUE_DEPTH`. */
export function readAnyValue(reader: ProtobufReader, outerEnd: number, depth = 0): unknown {
  const end = reader.message(outerEnd);
  let value: unknown;
  while (reader.position < end) {
    const tag = reader.tag(end);
    if (tag === STRING_VALUE) value = reader.text(end);
    else if (tag === BOOL_VALUE) value = reader.boolean(end);
    else if (tag === INT_VALUE) value = reader.int64(end);
    else if (tag === DOUBLE_VALUE) value = reader.double(end);
    else if (tag === BYTES_VALUE) value = reader.bytes(end);
    else if (tag === ARRAY_VALUE && depth < MAX_VALUE_DEPTH) value = readList(reader, end, depth + 1);
    else if (tag === KVLIST_VALUE && depth < MAX_VALUE_DEPTH) value = readEntries(reader, end, depth + 1);
    else reader.skip(tag, end);
  }
  return value;
}

/** An empty value stays in a list as null, so that the others keep their places. */
function readList(reader: ProtobufReader, outerEnd: number, depth: number): unknown[] {
  const end = reader.message(outerEnd);
  const list: unknown[] = [];
  while (reader.position < end) {
    const tag = reader.tag(end);
    if (tag === VALUES) list.push(readAnyValue(reader, end, depth) ?? null);
    else reader.skip(tag, end);
  }
  return list;
}

function readEntries(reader: ProtobufReader, outerEnd: number, depth: number): Attributes {
  const end = reader.message(outerEnd);
  let entries = NO_ATTRIBUTES;
  let count = 0;
  while (reader.position < end) {
    const tag = reader.tag(end);
    if (tag === VALUES) entries = readEntry(reader, end, entries, count++, depth);
    else reader.skip(tag, end);
  }
  return entries;
}
