/** A request of OTLP/JSON as the protobuf that the same exporter would have sent. */
export function toProtobuf(document: unknown): Uint8Array {
  const { resourceSpans, resourceLogs } = document as Fields;
  return resourceLogs === undefined
    ? message([1, each(resourceSpans, fromResource(span))])
    : message([1, each(resourceLogs, fromResource(log))]);
}

type Fields = Readonly<Record<string, unknown>>;
type Encode = (fields: Fields) => Uint8Array;

function fromResource(item: Encode): Encode {
  return ({ resource, scopeSpans, scopeLogs, schemaUrl }) =>
    message(
      [1, one(resource, ({ attributes }) => message([1, entries(attributes)]))],
      [2, each(scopeSpans ?? scopeLogs, fromScope(item))],
      [3, text(schemaUrl)],
    );
}

function fromScope(item: Encode): Encode {
  return ({ scope, spans, logRecords, schemaUrl }) =>
    message(
      [1, one(scope, ({ name, version, attributes }) => message([1, text(name)], [2, text(version)], [3, entries(attributes)]))],
      [2, each(spans ?? logRecords, item)],
      [3, text(schemaUrl)],
    );
}

function span(fields: Fields): Uint8Array {
  return message(
    [1, id(fields.traceId)],
    [2, id(fields.spanId)],
    [3, text(fields.traceState)],
    [4, id(fields.parentSpanId)],
    [5, text(fields.name)],
    [6, whole(fields.kind)],
    [7, time(fields.startTimeUnixNano)],
    [8, time(fields.endTimeUnixNano)],
    [9, entries(fields.attributes)],
    [10, whole(fields.droppedAttributesCount)],
    [11, each(fields.events, event)],
    [13, each(fields.links, link)],
    [15, one(fields.status, (status) => message([2, text(status.message)], [3, whole(status.code)]))],
    [16, fixed(fields.flags, 4)],
  );
}

function event(fields: Fields): Uint8Array {
  return message([1, time(fields.timeUnixNano)], [2, text(fields.name)], [3, entries(fields.attributes)]);
}

function link(fields: Fields): Uint8Array {
  return message([1, id(fields.traceId)], [2, id(fields.spanId)], [4, entries(fields.attributes)]);
}

function log(fields: Fields): Uint8Array {
  return message(
    [1, time(fields.timeUnixNano)],
    [2, whole(fields.severityNumber)],
    [3, text(fields.severityText)],
    [5, one(fields.body, anyValue)],
    [6, entries(fields.attributes)],
    [8, fixed(fields.flags, 4)],
    [9, id(fields.traceId)],
    [10, id(fields.spanId)],
    [11, time(fields.observedTimeUnixNano)],
    [12, text(fields.eventName)],
  );
}

function entries(list: unknown): readonly Part[] {
  return each(list, ({ key, value }) => message([1, text(key)], [2, one(value, anyValue)]));
}

function anyValue(value: Fields): Uint8Array {
  const [kind = '', content] = Object.entries(value).find(([, held]) => held !== undefined && held !== null) ?? [];
  switch (kind) {
    case 'stringValue':
      return message([1, delimited(Buffer.from(String(content)))]);
    case 'boolValue':
      return message([2, { way: 0, bytes: varint(content === true ? 1n : 0n) }]);
    case 'intValue':
      return message([3, { way: 0, bytes: varint(BigInt(content as string | number)) }]);
    case 'doubleValue':
      return message([4, { way: 1, bytes: new Uint8Array(new Float64Array([Number(content)]).buffer) }]);
    case 'arrayValue':
      return message([5, one(content, ({ values }) => message([1, each(values, anyValue)]))]);
    case 'kvlistValue':
      return message([6, one(content, ({ values }) => message([1, entries(values)]))]);
    case 'bytesValue':
      return message([7, delimited(Buffer.from(String(content), 'base64'))]);
    default:
      return message();
  }
}

/** What stands behind the number of a field, and in which of protobuf's ways it is written. */
export interface Part {
  readonly way: 0 | 1 | 2 | 3 | 4 | 5;
  readonly bytes: Uint8Array;
}

export type Field = readonly [number: number, parts: Part | readonly Part[] | undefined];

/** A message of these fields, in this order. A field of no part is left out; of several, it is written again. */
export function message(...fields: readonly Field[]): Uint8Array {
  const bytes = fields.flatMap(([number, parts = []]) =>
    [parts].flat().flatMap((part) => [varint(BigInt(number * 8 + part.way)), part.bytes]),
  );
  return Buffer.concat(bytes);
}

/** Texts, bytes and messages: their length stands before them. */
export function delimited(content: Uint8Array): Part {
  return { way: 2, bytes: Buffer.concat([varint(BigInt(content.length)), content]) };
}

export function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Uint8Array.of(...bytes, Number(rest));
}

function each(list: unknown, encode: Encode): readonly Part[] {
  return ((list ?? []) as readonly Fields[]).map((fields) => delimited(encode(fields)));
}

function one(fields: unknown, encode: Encode): Part | undefined {
  return fields === undefined || fields === null ? undefined : delimited(encode(fields as Fields));
}

function text(value: unknown): Part | undefined {
  return value === undefined ? undefined : delimited(Buffer.from(String(value)));
}

function id(value: unknown): Part | undefined {
  return value === undefined ? undefined : delimited(Buffer.from(String(value), 'hex'));
}

function whole(value: unknown): Part | undefined {
  return value === undefined ? undefined : { way: 0, bytes: varint(BigInt(value as string | number)) };
}

function time(value: unknown): Part | undefined {
  return fixed(value, 8);
}

function fixed(value: unknown, size: 4 | 8): Part | undefined {
  if (value === undefined) return undefined;
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value as string | number));
  return { way: size === 8 ? 1 : 5, bytes: bytes.subarray(0, size) };
}
