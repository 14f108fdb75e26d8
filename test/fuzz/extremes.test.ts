import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { MAX_JSON_PARTS, MAX_MESSAGES } from '../../src/receive/ingest.ts';
import { SPAN_ID, span, TRACE_ID, traces } from '../receive/requests.ts';
import { delimited, type Field, message, toProtobuf, varint } from '../support/to-protobuf.ts';
import { receiver } from './receiver.ts';

// Few requests, each of which asks for as much as the real limits let through, or for a little more; or for so much that whatever takes
// longer for each thing the more there are of it does not end.

const MIB = 1024 * 1024;
const MILLION = 1_000_000;
/** Levels, each of which would take a little of the stack. */
const DEEP = 100_000;

const utf8 = (text: string) => delimited(Buffer.from(text));
const IDS: readonly Field[] = [
  [1, delimited(Buffer.from(TRACE_ID, 'hex'))],
  [2, delimited(Buffer.from(SPAN_ID, 'hex'))],
];

/** A span with these bytes behind its ids, in a request. */
function around(fields: Uint8Array): Uint8Array {
  const bytes = Buffer.concat([message(...IDS), fields]);
  return message([1, delimited(message([2, delimited(message([2, delimited(bytes)]))]))]);
}

/** The same bytes again and again. */
function times(count: number, bytes: Uint8Array): Uint8Array {
  return Buffer.alloc(count * bytes.length, bytes);
}

/** One attribute, named by its number. */
function numbered(index: number): Uint8Array {
  return message([9, delimited(message([1, utf8(String(index).padStart(DIGITS, '0'))], [2, delimited(message([1, utf8('v')]))]))]);
}

const DIGITS = 7;

function manyAttributes(): Uint8Array {
  const one = numbered(0);
  const digitsAt = Buffer.from(one).indexOf('0'.repeat(DIGITS));
  const all = Buffer.alloc(MILLION * one.length, one);
  for (let index = 0; index < MILLION; index += 1) all.write(String(index).padStart(DIGITS, '0'), index * one.length + digitsAt, 'latin1');
  return around(all);
}

const SPOKEN = message(
  [2, utf8('gen_ai.user.message')],
  [3, delimited(message([1, utf8('content')], [2, delimited(message([1, utf8('v')]))]))],
);

const jsonAround = (fields: string) =>
  `{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"${TRACE_ID}","spanId":"${SPAN_ID}",${fields}}]}]}]}`;

function manyJsonAttributes(): string {
  return jsonAround(
    `"attributes":[${Array.from({ length: MILLION }, (_, index) => `{"key":"${index}","value":{"stringValue":"v"}}`).join()}]`,
  );
}

/** Lists in lists, as protobuf, from the inside out: the lengths are written last. */
function nestedValue(levels: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let level = 0; level < 2 * levels; level += 1) {
    const head = Buffer.concat([varint(level % 2 === 0 ? 0x0an : 0x2an), varint(BigInt(length))]);
    parts.push(head);
    length += head.length;
  }
  return Buffer.concat(parts.reverse());
}

const PROTOBUF = 'application/x-protobuf';
const JSON_TYPE = 'application/json';
const JSON_LISTS = '{"arrayValue":{"values":[';

test.for<{ type: string; name: string; body: () => string | Uint8Array; status: number }>([
  { type: PROTOBUF, name: 'a million attributes', body: manyAttributes, status: 200 },
  {
    type: PROTOBUF,
    name: 'a million messages of a conversation in events',
    body: () => around(times(MILLION, message([11, delimited(SPOKEN)]))),
    status: 200,
  },
  { type: PROTOBUF, name: 'a million attributes of one name', body: () => around(times(MILLION, numbered(1))), status: 200 },
  {
    type: PROTOBUF,
    name: 'more events of nothing than there may be messages, which are passed over',
    body: () => around(times(MAX_MESSAGES, Uint8Array.of(0x5a, 0))),
    status: 200,
  },
  {
    type: PROTOBUF,
    name: 'more spans of nothing than there may be messages',
    body: () => message([1, delimited(message([2, delimited(times(MAX_MESSAGES, Uint8Array.of(0x12, 0)))]))]),
    status: 413,
  },
  { type: PROTOBUF, name: '8 million groups', body: () => around(times(8 * MIB, Uint8Array.of(0x1b))), status: 400 },
  {
    type: PROTOBUF,
    name: 'a value of 100,000 levels',
    body: () => around(message([9, delimited(message([1, utf8('k')], [2, delimited(nestedValue(DEEP))]))])),
    status: 200,
  },
  {
    type: PROTOBUF,
    name: 'a text of 16 MiB that is no UTF-8',
    body: () => {
      const value = message([1, delimited(new Uint8Array(16 * MIB).fill(0xff))]);
      return around(message([9, delimited(message([1, utf8('input.value')], [2, delimited(value)]))]));
    },
    status: 200,
  },
  { type: PROTOBUF, name: '64 MiB of zeros', body: () => new Uint8Array(64 * MIB), status: 400 },
  { type: PROTOBUF, name: 'one byte more than 64 MiB', body: () => new Uint8Array(64 * MIB + 1), status: 413 },
  { type: JSON_TYPE, name: 'a million attributes', body: manyJsonAttributes, status: 200 },
  { type: JSON_TYPE, name: 'more levels of a list than there may be parts', body: () => '['.repeat(MAX_JSON_PARTS + 1), status: 413 },
  {
    type: JSON_TYPE,
    name: 'more objects than there may be parts',
    body: () => `{"resourceSpans":[${'{},'.repeat(MAX_JSON_PARTS)}{}]}`,
    status: 413,
  },
  { type: JSON_TYPE, name: 'a text that never ends', body: () => `{"resourceSpans":"${'\\"'.repeat(MIB)}`, status: 400 },
  {
    type: JSON_TYPE,
    name: 'a value of 100,000 levels',
    body: () => jsonAround(`"attributes":[{"key":"k","value":${JSON_LISTS.repeat(DEEP)}{}${']}}'.repeat(DEEP)}}]`),
    status: 200,
  },
])('$name as $type: $status, and what comes after it is judged', { timeout: 120_000 }, async ({ type, body, status }) => {
  const { ask, finish, results, warnings } = receiver({ maxBodyBytes: 64 * MIB });
  const post = { method: 'POST', path: '/v1/traces' };
  const headers = { 'content-type': type, 'content-encoding': 'gzip' };
  const answer = await ask({ ...post, headers, body: gzipSync(body(), { level: 1 }) });
  await finish();
  const before = results.length;
  const next = await ask({ ...post, headers: { 'content-type': PROTOBUF }, body: toProtobuf(traces(span(RETRIEVAL))) });
  await finish();

  expect([answer.status, next.status]).toEqual([status, 200]);
  expect(results.slice(before)).toMatchObject([{ traceId: RETRIEVAL.traceId, outcome: 'scored' }]);
  expect(warnings.filter((warning) => /report/.test(warning))).toEqual([]);
});

const RETRIEVAL = {
  traceId: 'ab'.repeat(16),
  attributes: [
    { key: 'openinference.span.kind', value: { stringValue: 'RETRIEVER' } },
    { key: 'input.value', value: { stringValue: 'Why?' } },
    { key: 'retrieval.documents.0.document.content', value: { stringValue: 'Because.' } },
  ],
};
