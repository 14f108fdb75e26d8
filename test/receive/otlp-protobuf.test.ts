import { expect, test } from 'vitest';
import { RagmeterError } from '../../src/model/errors.ts';
import { MAX_VALUE_DEPTH } from '../../src/receive/any-value.ts';
import { decodeOtlpJson } from '../../src/receive/otlp-json.ts';
import { decodeOtlpProtobuf } from '../../src/receive/otlp-protobuf.ts';
import { delimited, type Field, message, type Part, toProtobuf, varint } from '../support/to-protobuf.ts';
import { documentsOf, LOG_FIXTURES, SPAN_FIXTURES } from './captures.ts';
import { logs, record, SPAN_ID, span, TRACE_ID, traces } from './requests.ts';

test.for(SPAN_FIXTURES)('the recording %s reads the same in both encodings', (name) => {
  for (const document of documentsOf(name)) {
    const decoded = decodeOtlpProtobuf(toProtobuf(document), 'spans');

    expect(decoded.spans.length).toBeGreaterThan(0);
    expect(decoded).toEqual(decodeOtlpJson(document));
  }
});

test.for(LOG_FIXTURES)('the recorded log records %s read the same in both encodings', (name) => {
  for (const document of documentsOf(name)) {
    const decoded = decodeOtlpProtobuf(toProtobuf(document), 'logs');

    expect(decoded.logs.length).toBeGreaterThan(0);
    expect(decoded).toEqual(decodeOtlpJson(document));
  }
});

const ID_BYTES = Buffer.from(TRACE_ID, 'hex');
const SPAN_ID_BYTES = Buffer.from(SPAN_ID, 'hex');
const IDS: readonly Field[] = [
  [1, delimited(ID_BYTES)],
  [2, delimited(SPAN_ID_BYTES)],
];

const utf8 = (text: string): Part => delimited(Buffer.from(text));
const integer = (value: bigint): Part => ({ way: 0, bytes: varint(value) });

/** A request of one span with these fields beside its ids. */
function requestWith(...fields: readonly Field[]): Uint8Array {
  return requestOf(message(...IDS, ...fields));
}

function requestOf(...spans: readonly Uint8Array[]): Uint8Array {
  return message([1, delimited(message([2, delimited(message([2, spans.map(delimited)]))]))]);
}

/** A request of one span that has this value as its one attribute, and a name behind it. */
function requestHolding(anyValue: Uint8Array): Uint8Array {
  return requestWith([9, delimited(message([1, utf8('k')], [2, delimited(anyValue)]))], [5, utf8('behind it')]);
}

/** The value as it is read. */
function attributeOf(anyValue: Uint8Array): unknown {
  const [view] = decodeOtlpProtobuf(requestHolding(anyValue), 'spans').spans;
  return view?.attributes.k;
}

test('no bytes are an empty request', () => {
  expect(decodeOtlpProtobuf(new Uint8Array(0), 'spans')).toEqual({ spans: [], logs: [], rejectedSpans: 0, rejectedLogs: 0, problems: [] });
});

test('a span of ids alone', () => {
  expect(decodeOtlpProtobuf(requestWith(), 'spans').spans).toEqual([
    {
      traceId: TRACE_ID,
      spanId: SPAN_ID,
      name: '',
      startTimeUnixNano: 0n,
      endTimeUnixNano: 0n,
      attributes: {},
      events: [],
      status: 'unset',
      scope: { name: '' },
      resource: {},
      sampled: true,
      droppedAttributesCount: 0,
    },
  ]);
});

test('the resource and the scope may stand behind the spans', () => {
  const attribute = message([1, utf8('service.name')], [2, delimited(message([1, utf8('shop')]))]);
  const scopeSpans = message([2, delimited(message(...IDS))], [1, delimited(message([2, utf8('1.2')], [1, utf8('retriever')]))]);
  const bytes = message([1, delimited(message([2, delimited(scopeSpans)], [1, delimited(message([1, delimited(attribute)]))]))]);

  expect(decodeOtlpProtobuf(bytes, 'spans').spans).toMatchObject([
    { resource: { 'service.name': 'shop' }, scope: { name: 'retriever', version: '1.2' } },
  ]);
});

test.for<{ name: string; part: Part; field?: number }>([
  { name: 'a number', part: integer(7n) },
  { name: 'a long number', part: integer(2n ** 64n - 1n) },
  { name: 'four bytes', part: { way: 5, bytes: new Uint8Array(4) } },
  { name: 'eight bytes', part: { way: 1, bytes: new Uint8Array(8) } },
  { name: 'a text', part: utf8('\u0000\u0001') },
  { name: 'a group', part: { way: 3, bytes: Buffer.concat([message([5, integer(1n)], [6, utf8('x')]), varint(99n * 8n + 4n)]) } },
  {
    name: 'a group in a group',
    part: { way: 3, bytes: Buffer.concat([varint(99n * 8n + 3n), varint(99n * 8n + 4n), varint(99n * 8n + 4n)]) },
  },
  { name: 'a very high number', part: integer(7n), field: 536_870_911 },
  { name: 'a name that is a number', part: integer(7n), field: 5 },
  { name: 'a time that is a text', part: utf8('12345678'), field: 7 },
  { name: 'attributes that are four bytes', part: { way: 5, bytes: new Uint8Array(4) }, field: 9 },
])('an unknown field is ignored: $name', ({ part, field = 99 }) => {
  const decoded = decodeOtlpProtobuf(requestWith([field, part], [10, integer(3n)]), 'spans');

  expect(decoded).toMatchObject({
    spans: [{ spanId: SPAN_ID, name: '', startTimeUnixNano: 0n, attributes: {}, droppedAttributesCount: 3 }],
    problems: [],
  });
});

test('tags and lengths may be written longer than they need to be', () => {
  const long = (value: number): Uint8Array => Uint8Array.of(value | 0x80, 0x80, 0x80, 0x80, 0x80, 0);
  const name = Buffer.concat([long(0x2a), long(4), Buffer.from('name')]);
  const bytes = requestOf(Buffer.concat([message(...IDS), name]));

  expect(decodeOtlpProtobuf(bytes, 'spans').spans).toMatchObject([{ name: 'name' }]);
});

test.for([
  { name: 'text', value: message([1, utf8('Wo ist 東京? 🙂')]), expected: 'Wo ist 東京? 🙂' },
  { name: 'an empty text', value: message([1, utf8('')]), expected: '' },
  { name: 'a byte order mark', value: message([1, utf8('\uFEFFa')]), expected: '\uFEFFa' },
  { name: 'true', value: message([2, integer(1n)]), expected: true },
  { name: 'false', value: message([2, integer(0n)]), expected: false },
  { name: 'an integer', value: message([3, integer(300n)]), expected: 300 },
  { name: 'a negative integer', value: message([3, integer(-5n)]), expected: -5 },
  { name: 'the least integer', value: message([3, integer(-(2n ** 63n))]), expected: -(2 ** 63) },
  { name: 'the greatest integer', value: message([3, integer(2n ** 63n - 1n)]), expected: 2 ** 63 },
  { name: 'an integer of 53 bits', value: message([3, integer(2n ** 53n - 1n)]), expected: Number.MAX_SAFE_INTEGER },
  { name: 'a double', value: message([4, { way: 1, bytes: new Uint8Array(new Float64Array([0.1]).buffer) }]), expected: 0.1 },
  {
    name: 'no number',
    value: message([4, { way: 1, bytes: new Uint8Array(new Float64Array([Number.NaN]).buffer) }]),
    expected: Number.NaN,
  },
  { name: 'bytes', value: message([7, delimited(Uint8Array.of(0, 255, 10))]), expected: Uint8Array.of(0, 255, 10) },
  { name: 'an empty list', value: message([5, delimited(message())]), expected: [] },
  {
    name: 'a list with nothing in one place',
    value: message([5, delimited(message([1, [delimited(message([3, integer(1n)])), delimited(message())]]))]),
    expected: [1, null],
  },
  {
    name: 'a map',
    value: message([6, delimited(message([1, delimited(message([1, utf8('a')], [2, delimited(message([2, integer(1n)]))]))]))]),
    expected: { a: true },
  },
  { name: 'nothing', value: message(), expected: undefined },
  { name: 'a kind that is not known yet', value: message([8, integer(4n)]), expected: undefined },
])('a value: $name', ({ value, expected }) => {
  expect(attributeOf(value)).toEqual(expected);
});

test.for([
  { name: 'a lone byte', bytes: [0x61, 0xff, 0x62], text: 'a\uFFFDb' },
  { name: 'a character that is cut', bytes: [0x61, 0xe6, 0x9d], text: 'a\uFFFD' },
  { name: 'half of a pair', bytes: [0xed, 0xa0, 0x80], text: '\uFFFD\uFFFD\uFFFD' },
])('bytes that are not UTF-8 are replaced: $name', ({ bytes, text }) => {
  expect(attributeOf(message([1, delimited(Uint8Array.from(bytes))]))).toBe(text);
  expect(new TextDecoder().decode(Uint8Array.from(bytes))).toBe(text);
});

function nested(levels: number): Uint8Array {
  let value = message([1, utf8('deep')]);
  for (let level = 0; level < levels; level += 1) value = message([5, delimited(message([1, delimited(value)]))]);
  return value;
}

test.for([
  { name: 'at the bound', levels: MAX_VALUE_DEPTH, innermost: ['deep'] },
  { name: 'one beyond it', levels: MAX_VALUE_DEPTH + 1, innermost: [null] },
  { name: 'far beyond it', levels: 2_000, innermost: [null] },
])('a value nested $name', ({ levels, innermost }) => {
  let list = attributeOf(nested(levels)) as unknown[];
  for (let level = 1; level < MAX_VALUE_DEPTH; level += 1) list = list[0] as unknown[];

  expect(list).toEqual(innermost);
});

test('a key named __proto__ is a key like any other', () => {
  const evil = { key: '__proto__', value: { kvlistValue: { values: [{ key: 'polluted', value: { boolValue: true } }] } } };
  const [view] = decodeOtlpProtobuf(toProtobuf(traces(span({ attributes: [evil] }))), 'spans').spans;

  expect(Object.keys(view?.attributes ?? {})).toEqual(['__proto__']);
  expect(view?.attributes.polluted).toBeUndefined();
  expect({}).not.toHaveProperty('polluted');
});

test.for([
  { name: 'very many', keys: Array.from({ length: 5_000 }, (_, index) => `key ${index}`) },
  {
    name: 'those that are easily mixed up',
    keys: ['Aa', 'BB', 'AaAa', 'BBBB', 'AaBB', 'BBAa', 'a', 'b', '', 'é', 'è', 'k'.repeat(64), 'k'.repeat(65)],
  },
])('names of attributes that come again and again stay apart: $name', ({ keys }) => {
  const attributes = keys.map((key) => ({ key, value: { stringValue: key } }));
  const { spans } = decodeOtlpProtobuf(toProtobuf(traces(span({ attributes }), span({ attributes: attributes.toReversed() }))), 'spans');

  for (const view of spans) expect(view.attributes).toEqual(Object.fromEntries(keys.map((key) => [key, key])));
  expect(spans).toHaveLength(2);
});

const BYTES_ADVICE = 'send ids as bytes, not as text';
const traceIdProblem = (got: string) => `Expected the traceId of a span to be 16 bytes, not all zero, got ${got}: ${BYTES_ADVICE}`;

test.for([
  { name: 'no trace id', bad: message([2, delimited(SPAN_ID_BYTES)]), problem: traceIdProblem('0 zero bytes') },
  {
    name: 'a trace id of zeros',
    bad: message([1, delimited(new Uint8Array(16))], [2, delimited(SPAN_ID_BYTES)]),
    problem: traceIdProblem('16 zero bytes'),
  },
  { name: 'a trace id as text', bad: message([1, utf8(TRACE_ID)], [2, delimited(SPAN_ID_BYTES)]), problem: traceIdProblem('32 bytes') },
  {
    name: 'a span id of zeros',
    bad: message([1, delimited(ID_BYTES)], [2, delimited(new Uint8Array(8))]),
    problem: `Expected the spanId of a span to be 8 bytes, not all zero, got 8 zero bytes: ${BYTES_ADVICE}`,
  },
  {
    name: 'a parent id one byte short',
    bad: message(...IDS, [4, delimited(new Uint8Array(7).fill(1))]),
    problem: `Expected the parentSpanId of a span to be 8 bytes, not all zero, got 7 bytes: ${BYTES_ADVICE}`,
  },
])('a bad span is rejected alone: $name', ({ bad, problem }) => {
  const decoded = decodeOtlpProtobuf(requestOf(message(...IDS), bad, message(...IDS)), 'spans');

  expect(decoded.spans).toHaveLength(2);
  expect(decoded).toMatchObject({ rejectedSpans: 1, problems: [problem] });
});

test.for([
  { name: 'no ids', fields: { traceId: undefined, spanId: undefined }, logs: 0, rejectedLogs: 0 },
  { name: 'ids of zeros', fields: { traceId: '00'.repeat(16), spanId: '00'.repeat(8) }, logs: 0, rejectedLogs: 0 },
  { name: 'a trace id that is none', fields: { traceId: '00ff' }, logs: 0, rejectedLogs: 1 },
  { name: 'a span id that is none', fields: { spanId: '00ff' }, logs: 0, rejectedLogs: 1 },
])('a log record with $name', ({ fields, logs: taken, rejectedLogs }) => {
  const decoded = decodeOtlpProtobuf(toProtobuf(logs(record(fields))), 'logs');

  expect(decoded.logs).toHaveLength(taken);
  expect(decoded).toMatchObject({ rejectedLogs });
});

const cut = (bytes: Uint8Array, by: number): Uint8Array => bytes.subarray(0, bytes.length - by);

test.for([
  { name: 'a text that is cut', bytes: cut(requestWith([5, utf8('name')]), 1), at: /a length that leads beyond the end/ },
  { name: 'a length without what it is of', bytes: Uint8Array.of(0x0a), at: /a number that is cut at byte 1/ },
  { name: 'a length beyond its own message', bytes: requestWith([5, { way: 2, bytes: Uint8Array.of(4, 0x61) }]), at: /a length/ },
  { name: 'a length of 2^32', bytes: requestWith([5, { way: 2, bytes: varint(2n ** 32n) }]), at: /a length/ },
  {
    name: 'a tag of more than 32 bits',
    bytes: Buffer.concat([varint(2n ** 32n + 0x0an), Uint8Array.of(0)]),
    at: /a field without a number/,
  },
  { name: 'an integer that is cut', bytes: requestHolding(Uint8Array.of(0x18, 0x80)), at: /a number that is cut/ },
  {
    name: 'an integer of eleven bytes',
    bytes: requestHolding(Uint8Array.of(0x18, ...new Uint8Array(11).fill(0x80))),
    at: /more than ten bytes/,
  },
  { name: 'a boolean that is left out', bytes: requestHolding(Uint8Array.of(0x10)), at: /a number that is cut/ },
  { name: 'a double that is cut', bytes: requestHolding(Uint8Array.of(0x21, 1, 2)), at: /a number that is cut/ },
  { name: 'an unknown text beyond its own message', bytes: requestWith([99, { way: 2, bytes: Uint8Array.of(1) }]), at: /a length/ },
  { name: 'a time that is cut', bytes: requestWith([7, { way: 1, bytes: new Uint8Array(7) }]), at: /a number that is cut/ },
  {
    name: 'a number of eleven bytes',
    bytes: requestWith([10, { way: 0, bytes: new Uint8Array(11).fill(0x80) }]),
    at: /more than ten bytes/,
  },
  {
    name: 'a number that goes on behind its message',
    bytes: requestWith([10, { way: 0, bytes: Uint8Array.of(0x80) }]),
    at: /a number that is cut/,
  },
  { name: 'the field 0', bytes: requestWith([0, integer(1n)]), at: /a field without a number/ },
  { name: 'a group that never ends', bytes: requestWith([99, { way: 3, bytes: new Uint8Array(0) }]), at: /a number that is cut/ },
  { name: 'a group that ends and never began', bytes: requestWith([99, { way: 4, bytes: new Uint8Array(0) }]), at: /in no known way/ },
  { name: 'a way of writing that does not exist', bytes: Uint8Array.of(0x0f), at: /in no known way/ },
  { name: 'JSON', bytes: Buffer.from(JSON.stringify(traces(span()))), at: /got / },
])('bytes that are no protobuf are refused: $name', ({ bytes, at }) => {
  const decode = () => decodeOtlpProtobuf(bytes, 'spans');

  expect(decode).toThrow(RagmeterError);
  expect(decode).toThrow(expect.objectContaining({ code: 'not_protobuf', message: expect.stringMatching(at) }));
  expect(decode).toThrow(/^Expected OTLP as protobuf, got .+ at byte \d+: check that it was written to its end$/);
});

test.for([
  { name: 'as many as the bound', maxMessages: 11, isRefused: false },
  { name: 'one more', maxMessages: 10, isRefused: true },
])('messages in a request: $name', ({ maxMessages, isRefused }) => {
  // One for the resource's spans, two each for the scope's and for the span, which are passed over first, and two for each attribute.
  const attributes = ['a', 'b', 'c'].map((key) => ({ key, value: { stringValue: key } }));
  const bytes = toProtobuf(traces(span({ attributes })));
  const decode = () => decodeOtlpProtobuf(bytes, 'spans', maxMessages);

  if (isRefused) expect(decode).toThrow(expect.objectContaining({ code: 'too_large' }));
  else expect(decode().spans).toHaveLength(1);
});
