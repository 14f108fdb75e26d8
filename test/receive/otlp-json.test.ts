import { expect, test } from 'vitest';
import { RagmeterError } from '../../src/model/errors.ts';
import { MAX_VALUE_DEPTH } from '../../src/receive/any-value.ts';
import { decodeOtlpJson } from '../../src/receive/otlp-json.ts';
import { MAX_PROBLEM_LINES } from '../../src/receive/problem-list.ts';
import { capture, LOG_CAPTURE, SPAN_CAPTURES } from './captures.ts';
import { logs, record, SPAN_ID, span, TRACE_ID, traces } from './requests.ts';

const ZERO_TRACE = '0'.repeat(32);
const ZERO_SPAN = '0'.repeat(16);

test('a whole span becomes a whole view', () => {
  const document = {
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] },
        scopeSpans: [
          {
            scope: { name: 'retriever', version: '1.2.3' },
            spans: [
              span({
                parentSpanId: '00f067aa0ba902b7',
                startTimeUnixNano: '1795977716151000001',
                endTimeUnixNano: '1795977716155385080',
                attributes: [{ key: 'input.value', value: { stringValue: 'Wo ist 東京? 🙂' } }],
                events: [{ name: 'found', timeUnixNano: '1795977716152000000', attributes: [{ key: 'n', value: { intValue: '3' } }] }],
                status: { code: 2, message: 'no' },
                traceState: 'ot=th:8',
                flags: 0x301,
                droppedAttributesCount: 4,
              }),
            ],
          },
        ],
      },
    ],
  };

  expect(decodeOtlpJson(document)).toEqual({
    spans: [
      {
        traceId: TRACE_ID,
        spanId: SPAN_ID,
        parentSpanId: '00f067aa0ba902b7',
        parentIsRemote: true,
        name: 'retrieve',
        startTimeUnixNano: 1795977716151000001n,
        endTimeUnixNano: 1795977716155385080n,
        attributes: { 'input.value': 'Wo ist 東京? 🙂' },
        events: [{ name: 'found', timeUnixNano: 1795977716152000000n, attributes: { n: 3 } }],
        status: 'error',
        scope: { name: 'retriever', version: '1.2.3' },
        resource: { 'service.name': 'shop' },
        traceState: 'ot=th:8',
        sampled: true,
        droppedAttributesCount: 4,
      },
    ],
    logs: [],
    rejectedSpans: 0,
    rejectedLogs: 0,
    problems: [],
  });
});

test('a span with nothing but its ids is kept, and says nothing else', () => {
  const [view] = decodeOtlpJson(traces({ traceId: TRACE_ID, spanId: SPAN_ID })).spans;

  expect(view).toStrictEqual({
    traceId: TRACE_ID,
    spanId: SPAN_ID,
    name: '',
    startTimeUnixNano: 0n,
    endTimeUnixNano: 0n,
    attributes: Object.create(null),
    events: [],
    status: 'unset',
    scope: { name: '' },
    resource: Object.create(null),
    sampled: true,
    droppedAttributesCount: 0,
  });
});

test.for([
  ...SPAN_CAPTURES.map((name) => ({ name, spans: name.startsWith('langchain') ? 36 : 16, logs: 0 })),
  { name: LOG_CAPTURE, spans: 0, logs: 12 },
])('the capture $name decodes without a rejection', ({ name, spans, logs }) => {
  const decoded = decodeOtlpJson(capture(name));

  expect(decoded).toMatchObject({ rejectedSpans: 0, rejectedLogs: 0, problems: [] });
  expect([decoded.spans.length, decoded.logs.length]).toEqual([spans, logs]);
  for (const { startTimeUnixNano, endTimeUnixNano, resource } of decoded.spans) {
    expect(endTimeUnixNano).toBeGreaterThanOrEqual(startTimeUnixNano);
    expect(resource['service.name']).toBe('larkfield-helpdesk');
  }
  for (const { eventName } of decoded.logs) expect(eventName).toMatch(/^gen_ai\./);
});

test.for([
  { name: 'a text', value: { stringValue: 'a' }, expected: 'a' },
  { name: 'an empty text', value: { stringValue: '' }, expected: '' },
  { name: 'true', value: { boolValue: true }, expected: true },
  { name: 'false', value: { boolValue: false }, expected: false },
  { name: 'an int as text', value: { intValue: '-42' }, expected: -42 },
  { name: 'an int as a number', value: { intValue: 42 }, expected: 42 },
  { name: 'an int of 0', value: { intValue: 0 }, expected: 0 },
  { name: 'an int beyond 2^53', value: { intValue: '9007199254740993' }, expected: 9007199254740992 },
  { name: 'an int that is none', value: { intValue: 'four' }, expected: undefined },
  { name: 'an int of too many digits', value: { intValue: '1'.repeat(21) }, expected: undefined },
  { name: 'a double', value: { doubleValue: 0.25 }, expected: 0.25 },
  { name: 'a double of 0', value: { doubleValue: 0 }, expected: 0 },
  { name: 'a double as text', value: { doubleValue: '1.5e3' }, expected: 1500 },
  { name: 'NaN', value: { doubleValue: 'NaN' }, expected: Number.NaN },
  { name: 'Infinity', value: { doubleValue: 'Infinity' }, expected: Number.POSITIVE_INFINITY },
  { name: '-Infinity', value: { doubleValue: '-Infinity' }, expected: Number.NEGATIVE_INFINITY },
  { name: 'a double that is none', value: { doubleValue: 'much' }, expected: undefined },
  { name: 'a blank double', value: { doubleValue: ' ' }, expected: undefined },
  { name: 'bytes', value: { bytesValue: 'AP+A' }, expected: new Uint8Array([0, 255, 128]) },
  { name: 'bytes that are no base64', value: { bytesValue: '§§' }, expected: new Uint8Array() },
  { name: 'a list', value: { arrayValue: { values: [{ stringValue: 'a' }, { intValue: '1' }] } }, expected: ['a', 1] },
  { name: 'a list without values', value: { arrayValue: {} }, expected: [] },
  {
    name: 'a list with a hole keeps the places',
    value: { arrayValue: { values: [{ intValue: 1 }, {}, 7, { intValue: 2 }] } },
    expected: [1, null, null, 2],
  },
  {
    name: 'a map in a list in a map',
    value: { kvlistValue: { values: [{ key: 'k', value: { arrayValue: { values: [{ kvlistValue: { values: [] } }] } } }] } },
    expected: { k: [{}] },
  },
  { name: 'a map without values', value: { kvlistValue: {} }, expected: {} },
  { name: 'a map of nonsense', value: { kvlistValue: { values: 'x' } }, expected: {} },
  { name: 'the empty value', value: {}, expected: undefined },
  { name: 'null', value: null, expected: undefined },
  { name: 'a bare text', value: 'bare', expected: undefined },
  { name: 'null fields before the real one', value: { stringValue: null, intValue: null, doubleValue: 2 }, expected: 2 },
  { name: 'a text of the wrong type', value: { stringValue: 5 }, expected: undefined },
  { name: 'a field of a later version', value: { colourValue: 'red' }, expected: undefined },
])('an attribute value: $name', ({ value, expected }) => {
  const [view] = decodeOtlpJson(traces(span({ attributes: [{ key: 'k', value }] }))).spans;

  expect(view?.attributes).toEqual(expected === undefined ? {} : { k: expected });
  expect(Object.keys(view?.attributes ?? {})).toHaveLength(expected === undefined ? 0 : 1);
});

function nested(levels: number): unknown {
  let value: unknown = { stringValue: 'deep' };
  for (let level = 0; level < levels; level += 1) value = { arrayValue: { values: [value] } };
  return value;
}

test.for([
  { name: 'at the bound', levels: MAX_VALUE_DEPTH, innermost: ['deep'] },
  { name: 'one beyond it', levels: MAX_VALUE_DEPTH + 1, innermost: [null] },
  { name: 'far beyond it', levels: 100_000, innermost: [null] },
])('a value nested $name', ({ levels, innermost }) => {
  const [view] = decodeOtlpJson(traces(span({ attributes: [{ key: 'k', value: nested(levels) }] }))).spans;

  let list = view?.attributes.k as unknown[];
  for (let level = 1; level < MAX_VALUE_DEPTH; level += 1) list = list[0] as unknown[];
  expect(list).toEqual(innermost);
});

test('a key named __proto__ is a key like any other', () => {
  const evil = [{ key: '__proto__', value: { kvlistValue: { values: [{ key: 'polluted', value: { boolValue: true } }] } } }];
  const [view] = decodeOtlpJson(traces(span({ attributes: [...evil, { key: 'constructor', value: { stringValue: 'c' } }] }))).spans;

  expect(Object.keys(view?.attributes ?? {})).toEqual(['__proto__', 'constructor']);
  expect(view?.attributes.polluted).toBeUndefined();
  expect(view?.attributes.toString).toBeUndefined();
  expect({}).not.toHaveProperty('polluted');
});

test('of a key that comes twice the last value counts; entries without a key are passed over', () => {
  const attributes = [{ key: 'k', value: { intValue: 1 } }, { value: { intValue: 5 } }, 'x', null, { key: 'k', value: { intValue: 2 } }];
  const [view] = decodeOtlpJson(traces(span({ attributes }))).spans;

  expect(view?.attributes).toEqual({ k: 2 });
});

test.for([
  { code: 0, status: 'unset' },
  { code: 1, status: 'ok' },
  { code: 2, status: 'error' },
  { code: 3, status: 'unset' },
  { code: 'STATUS_CODE_UNSET', status: 'unset' },
  { code: 'STATUS_CODE_OK', status: 'ok' },
  { code: 'STATUS_CODE_ERROR', status: 'error' },
  { code: null, status: 'unset' },
])('status code $code reads as $status', ({ code, status }) => {
  expect(decodeOtlpJson(traces(span({ status: { code } }))).spans[0]?.status).toBe(status);
});

test.for([
  { name: 'text', time: '18446744073709551615', nanoseconds: 2n ** 64n - 1n },
  { name: 'text beyond 64 bits', time: '18446744073709551616', nanoseconds: 0n },
  { name: 'a number', time: 1500, nanoseconds: 1500n },
  { name: 'a number with a fraction', time: 1500.75, nanoseconds: 1500n },
  { name: 'a huge number', time: 1e300, nanoseconds: 0n },
  { name: 'a negative number', time: -1, nanoseconds: 0n },
  { name: 'negative text', time: '-5', nanoseconds: 0n },
  { name: 'nothing', time: undefined, nanoseconds: 0n },
  { name: 'null', time: null, nanoseconds: 0n },
  { name: 'a date', time: '2026-01-01T00:00:00Z', nanoseconds: 0n },
])('a time given as $name', ({ time, nanoseconds }) => {
  const decoded = decodeOtlpJson(traces(span({ startTimeUnixNano: time, endTimeUnixNano: time })));

  expect(decoded.rejectedSpans).toBe(0);
  expect(decoded.spans[0]).toMatchObject({ startTimeUnixNano: nanoseconds, endTimeUnixNano: nanoseconds });
});

const PARENT = '00f067aa0ba902b7';

test.for([
  { name: 'no flags', fields: { parentSpanId: PARENT }, parentSpanId: PARENT, parentIsRemote: undefined },
  { name: 'flags that do not say', fields: { parentSpanId: PARENT, flags: 0x201 }, parentSpanId: PARENT, parentIsRemote: undefined },
  { name: 'flags that say near', fields: { parentSpanId: PARENT, flags: 0x101 }, parentSpanId: PARENT, parentIsRemote: false },
  { name: 'flags that say far', fields: { parentSpanId: PARENT, flags: 0x300 }, parentSpanId: PARENT, parentIsRemote: true },
  { name: 'flags as text', fields: { parentSpanId: PARENT, flags: '768' }, parentSpanId: PARENT, parentIsRemote: true },
  { name: 'flags of a root', fields: { flags: 0x301 }, parentSpanId: undefined, parentIsRemote: undefined },
  { name: 'an upper-case parent', fields: { parentSpanId: PARENT.toUpperCase() }, parentSpanId: PARENT, parentIsRemote: undefined },
  { name: 'an empty parent', fields: { parentSpanId: '' }, parentSpanId: undefined, parentIsRemote: undefined },
  { name: 'a parent of zeros', fields: { parentSpanId: ZERO_SPAN }, parentSpanId: undefined, parentIsRemote: undefined },
  { name: 'a parent of null', fields: { parentSpanId: null }, parentSpanId: undefined, parentIsRemote: undefined },
])('the parent, with $name', ({ fields, parentSpanId, parentIsRemote }) => {
  const [view] = decodeOtlpJson(traces(span(fields))).spans;

  expect([view?.parentSpanId, view?.parentIsRemote]).toEqual([parentSpanId, parentIsRemote]);
  expect('parentSpanId' in (view ?? {})).toBe(parentSpanId !== undefined);
  expect('parentIsRemote' in (view ?? {})).toBe(parentIsRemote !== undefined);
});

test.for([{ flags: undefined }, { flags: 0 }, { flags: 1 }, { flags: 0x100 }])(
  'flags $flags: whatever comes by OTLP counts as sampled',
  ({ flags }) => {
    expect(decodeOtlpJson(traces(span({ flags }))).spans[0]?.sampled).toBe(true);
  },
);

test('ids are made lower-case', () => {
  const [view] = decodeOtlpJson(traces(span({ traceId: TRACE_ID.toUpperCase(), spanId: SPAN_ID.toUpperCase() }))).spans;

  expect(view).toMatchObject({ traceId: TRACE_ID, spanId: SPAN_ID });
});

const HEX_ADVICE = 'send ids as hexadecimal text, not as base64';
const traceIdProblem = (got: string) =>
  `Expected the traceId of a span to be 32 hexadecimal digits, not all zero, got ${got}: ${HEX_ADVICE}`;
const spanIdProblem = (got: string) => `Expected the spanId of a span to be 16 hexadecimal digits, not all zero, got ${got}: ${HEX_ADVICE}`;

test.for([
  { name: 'a trace id of zeros', bad: span({ traceId: ZERO_TRACE }), problem: traceIdProblem(`"${ZERO_TRACE}"`) },
  {
    name: 'a trace id in base64',
    bad: span({ traceId: 'CvdlGRbNQ92ESOshHIAxnA==' }),
    problem: traceIdProblem('"CvdlGRbNQ92ESOshHIAxnA=="'),
  },
  { name: 'a trace id one digit short', bad: span({ traceId: TRACE_ID.slice(1) }), problem: traceIdProblem(`"${TRACE_ID.slice(1)}"`) },
  { name: 'a trace id one digit long', bad: span({ traceId: `${TRACE_ID}0` }), problem: traceIdProblem(`"${TRACE_ID}0"`) },
  { name: 'no trace id', bad: span({ traceId: undefined }), problem: traceIdProblem('undefined') },
  { name: 'a trace id that is a number', bad: span({ traceId: 7 }), problem: traceIdProblem('7') },
  { name: 'a span id of zeros', bad: span({ spanId: ZERO_SPAN }), problem: spanIdProblem(`"${ZERO_SPAN}"`) },
  { name: 'a span id with a line end', bad: span({ spanId: 'b7ad6b716920333\n' }), problem: spanIdProblem('"b7ad6b716920333\\n"') },
  {
    name: 'a parent id that is none',
    bad: span({ parentSpanId: 'root' }),
    problem: `Expected the parentSpanId of a span to be 16 hexadecimal digits, not all zero, got "root": ${HEX_ADVICE}`,
  },
  { name: 'a text', bad: 'span', problem: 'Expected a span to be an object, got a string: send it as OTLP JSON' },
  { name: 'null', bad: null, problem: 'Expected a span to be an object, got null: send it as OTLP JSON' },
  { name: 'a list', bad: [span()], problem: 'Expected a span to be an object, got a list: send it as OTLP JSON' },
])('a bad span is rejected alone: $name', ({ bad, problem }) => {
  const decoded = decodeOtlpJson(traces(span({ name: 'before' }), bad, span({ name: 'after' })));

  expect(decoded.spans.map(({ name }) => name)).toEqual(['before', 'after']);
  expect(decoded).toMatchObject({ rejectedSpans: 1, rejectedLogs: 0, problems: [problem] });
});

test.for([
  { name: 'no more lines than the bound', bad: MAX_PROBLEM_LINES, more: [] },
  { name: 'one beyond it', bad: MAX_PROBLEM_LINES + 1, more: ['and 1 more'] },
  { name: 'very many', bad: 100_000, more: ['and 99995 more'] },
])('problems of many kinds: $name', ({ bad, more }) => {
  const decoded = decodeOtlpJson(traces(...Array.from({ length: bad }, (_, at) => span({ traceId: `bad-${at}` }))));

  expect(decoded.rejectedSpans).toBe(bad);
  expect(decoded.problems).toHaveLength(MAX_PROBLEM_LINES + more.length);
  expect(decoded.problems.slice(MAX_PROBLEM_LINES)).toEqual(more);
});

test('the same problem is said once', () => {
  const decoded = decodeOtlpJson(traces(...Array.from({ length: 50 }, () => span({ traceId: '' }))));

  expect(decoded).toMatchObject({ rejectedSpans: 50, problems: [traceIdProblem('""')] });
});

test('a problem that is listed is not counted again', () => {
  const kinds = Array.from({ length: MAX_PROBLEM_LINES }, (_, at) => span({ traceId: `bad-${at}` }));
  const decoded = decodeOtlpJson(traces(...kinds, ...kinds));

  expect(decoded.rejectedSpans).toBe(2 * MAX_PROBLEM_LINES);
  expect(decoded.problems).toHaveLength(MAX_PROBLEM_LINES);
});

test.for([
  {
    name: 'resource spans that are no objects',
    document: { resourceSpans: [7, ...(traces(span()).resourceSpans as unknown[])] },
    problem: 'Expected "resourceSpans" to hold objects, got a number: send it as OTLP JSON',
  },
  {
    name: 'scope spans that are no list',
    document: { resourceSpans: [{ scopeSpans: { spans: [] } }, ...(traces(span()).resourceSpans as unknown[])] },
    problem: 'Expected "scopeSpans" to be a list, got an object: send it as OTLP JSON',
  },
  {
    name: 'spans that are no list',
    document: { resourceSpans: [{ scopeSpans: [{ spans: 'none' }] }, ...(traces(span()).resourceSpans as unknown[])] },
    problem: 'Expected "spans" to be a list, got a string: send it as OTLP JSON',
  },
  {
    name: 'logs beside the spans that are no list',
    document: { ...traces(span()), resourceLogs: true },
    problem: 'Expected "resourceLogs" to be a list, got a boolean: send it as OTLP JSON',
  },
])('a bad container is a problem, and the rest goes on: $name', ({ document, problem }) => {
  expect(decodeOtlpJson(document)).toMatchObject({ spans: [{ spanId: SPAN_ID }], rejectedSpans: 0, problems: [problem] });
});

test.for([
  { name: 'no list', document: { resourceSpans: null } },
  { name: 'an empty list', document: { resourceSpans: [] } },
  { name: 'an empty request', document: {} },
  { name: 'an empty resource', document: { resourceSpans: [{}] } },
  { name: 'an empty scope', document: { resourceLogs: [{ scopeLogs: [{ logRecords: null }] }] } },
])('nothing in it is no problem: $name', ({ document }) => {
  expect(decodeOtlpJson(document)).toEqual({ spans: [], logs: [], rejectedSpans: 0, rejectedLogs: 0, problems: [] });
});

const OTLP_ADVICE = 'send an ExportTraceServiceRequest or an ExportLogsServiceRequest, with names in lowerCamelCase';

test.for([
  { document: { foo: 1, bar: 2 }, got: 'an object with keys "foo", "bar"' },
  { document: { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 }, got: 'an object with keys "a", "b", "c", "d", "e" and 2 more' },
  { document: { resource_spans: [] }, got: 'an object with keys "resource_spans"' },
  { document: { resourceSpans: 'x' }, got: 'an object whose "resourceSpans" is a string' },
  { document: { resourceLogs: {} }, got: 'an object whose "resourceLogs" is an object' },
  { document: [], got: 'a list' },
  { document: 'text', got: 'a string' },
  { document: 5, got: 'a number' },
  { document: null, got: 'null' },
  { document: undefined, got: 'nothing' },
])('what is no request at all is refused: $got', ({ document, got }) => {
  const decode = () => decodeOtlpJson(document);

  expect(decode).toThrow(
    new RagmeterError('not_otlp', `Expected OTLP JSON with "resourceSpans" or "resourceLogs", got ${got}: ${OTLP_ADVICE}`),
  );
  expect(decode).toThrow(expect.objectContaining({ code: 'not_otlp' }));
});

test.for([
  { name: 'its own field', fields: { eventName: 'own' }, eventName: 'own' },
  { name: 'the attribute', fields: { attributes: [{ key: 'event.name', value: { stringValue: 'attribute' } }] }, eventName: 'attribute' },
  {
    name: 'its own field before the attribute',
    fields: { eventName: 'own', attributes: [{ key: 'event.name', value: { stringValue: 'attribute' } }] },
    eventName: 'own',
  },
  { name: 'nowhere', fields: {}, eventName: '' },
  { name: 'an attribute that is no text', fields: { attributes: [{ key: 'event.name', value: { intValue: 4 } }] }, eventName: '' },
])('the name of an event is in $name', ({ fields, eventName }) => {
  expect(decodeOtlpJson(logs(record(fields))).logs[0]?.eventName).toBe(eventName);
});

test('a log record has its ids, body, attributes and time', () => {
  const body = { kvlistValue: { values: [{ key: 'content', value: { stringValue: 'hello' } }] } };
  const attributes = [{ key: 'gen_ai.system', value: { stringValue: 'openai' } }];
  const decoded = decodeOtlpJson(logs(record({ traceId: TRACE_ID.toUpperCase(), eventName: 'gen_ai.choice', body, attributes })));

  expect(decoded.logs).toEqual([
    {
      traceId: TRACE_ID,
      spanId: SPAN_ID,
      eventName: 'gen_ai.choice',
      timeUnixNano: 1000n,
      attributes: { 'gen_ai.system': 'openai' },
      body: { content: 'hello' },
    },
  ]);
});

test('where the time of a log record is unknown, the time at which it was seen stands in', () => {
  const decoded = decodeOtlpJson(logs(record({ timeUnixNano: '0', observedTimeUnixNano: '77' })));

  expect(decoded.logs[0]?.timeUnixNano).toBe(77n);
});

test.for([
  { name: 'neither id', fields: { traceId: undefined, spanId: undefined } },
  { name: 'empty ids', fields: { traceId: '', spanId: '' } },
  { name: 'ids of zeros', fields: { traceId: ZERO_TRACE, spanId: ZERO_SPAN } },
  { name: 'a trace and no span', fields: { spanId: '' } },
])('a log record outside of a span is passed over in silence: $name', ({ fields }) => {
  expect(decodeOtlpJson(logs(record(fields)))).toEqual({ spans: [], logs: [], rejectedSpans: 0, rejectedLogs: 0, problems: [] });
});

test.for([
  {
    name: 'its trace id is none',
    bad: record({ traceId: 'x' }),
    problem: `Expected the traceId of a log record to be 32 hexadecimal digits, not all zero, got "x": ${HEX_ADVICE}`,
  },
  {
    name: 'its span id is none',
    bad: record({ spanId: 5 }),
    problem: `Expected the spanId of a log record to be 16 hexadecimal digits, not all zero, got 5: ${HEX_ADVICE}`,
  },
  { name: 'it is a number', bad: 5, problem: 'Expected a log record to be an object, got a number: send it as OTLP JSON' },
])('a bad log record is rejected alone: $name', ({ bad, problem }) => {
  const decoded = decodeOtlpJson(logs(bad, record()));

  expect(decoded.logs).toHaveLength(1);
  expect(decoded).toMatchObject({ rejectedSpans: 0, rejectedLogs: 1, problems: [problem] });
});

test('spans and logs may come in one document', () => {
  const decoded = decodeOtlpJson({ ...traces(span()), ...logs(record()) });

  expect([decoded.spans.length, decoded.logs.length]).toEqual([1, 1]);
});
