import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { MAX_BAD_LINES_AT_START, readOtlpBytes } from '../../src/receive/otlp-file.ts';
import { decodeOtlpJson } from '../../src/receive/otlp-json.ts';
import { delimited, message, toProtobuf } from '../support/to-protobuf.ts';
import { capture, captureText, LOG_CAPTURE, packedCapture, SPAN_CAPTURES } from './captures.ts';
import { logs, record, span, traces } from './requests.ts';

const LIMITS = { maxBytes: 1_000_000 };

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function lines(...documents: unknown[]): string {
  return documents.map((document) => `${typeof document === 'string' ? document : JSON.stringify(document)}\n`).join('');
}

test.for([...SPAN_CAPTURES, LOG_CAPTURE])('the capture %s reads the same however it is written', (name) => {
  const expected = decodeOtlpJson(capture(name));
  const text = captureText(name);
  const onOneLine = JSON.stringify(capture(name));

  expect(expected.spans.length + expected.logs.length).toBeGreaterThan(0);
  expect(readOtlpBytes(packedCapture(name), LIMITS)).toEqual(expected);
  for (const way of [text, onOneLine, `${onOneLine}\n`, `\uFEFF${text}`, `\n\r\n${text}\n`]) {
    expect(readOtlpBytes(bytesOf(way), LIMITS)).toEqual(expected);
  }
});

const A = traces(span({ name: 'a' }));
const B = traces(span({ name: 'b' }));
const names = (text: string) => readOtlpBytes(bytesOf(text), LIMITS).spans.map(({ name }) => name);

test.for([
  { name: 'two lines', text: lines(A, B), spans: ['a', 'b'] },
  { name: 'no end of line at the end', text: lines(A, B).trimEnd(), spans: ['a', 'b'] },
  { name: 'Windows line ends', text: lines(A, B).replaceAll('\n', '\r\n'), spans: ['a', 'b'] },
  { name: 'blank lines', text: `\n${lines(A)}\n  \t\n${lines(B)}\n\n`, spans: ['a', 'b'] },
  { name: 'a byte order mark', text: `\uFEFF${lines(A, B)}`, spans: ['a', 'b'] },
  { name: 'a line of metrics', text: lines({ resourceMetrics: [] }, A), spans: ['a'] },
  { name: 'nothing but metrics', text: lines({ resourceMetrics: [] }, { resourceMetrics: [] }), spans: [] },
])('one request a line: $name', ({ text, spans }) => {
  expect(names(text)).toEqual(spans);
  expect(readOtlpBytes(bytesOf(text), LIMITS).problems).toEqual([]);
});

test('lines of spans and of logs go together, packed too', () => {
  const decoded = readOtlpBytes(gzipSync(lines(A, logs(record()), B)), LIMITS);

  expect(decoded).toMatchObject({ spans: [{ name: 'a' }, { name: 'b' }], logs: [{ timeUnixNano: 1000n }], problems: [] });
});

const CUT = JSON.stringify(A).slice(0, 40);

test.for([
  {
    name: 'cut, at the end of the file',
    text: lines(A, B, CUT),
    problem: 'line 3: Expected OTLP as JSON, got JSON that is cut off after character 40: check that it was written to its end',
  },
  {
    name: 'cut, at its start',
    text: lines(CUT, A, B),
    problem: 'line 1: Expected OTLP as JSON, got JSON that is cut off after character 40: check that it was written to its end',
  },
  {
    name: 'no JSON',
    text: lines(A, 'level=info msg=hello', B),
    problem: 'line 2: Expected one OTLP request as JSON, got a line that does not start with "{": write one request a line',
  },
  {
    name: 'JSON that breaks off',
    text: lines(A, '', '{"resourceSpans": oops}', B),
    problem: 'line 3: Expected OTLP as JSON, got text that starts with "{\\"resourceSpans\\": oo": check that it is the right one',
  },
  {
    name: 'no OTLP',
    text: lines(A, { foo: 1 }, B),
    problem:
      'line 2: Expected OTLP JSON with "resourceSpans" or "resourceLogs", got an object with keys "foo": ' +
      'send an ExportTraceServiceRequest or an ExportLogsServiceRequest, with names in lowerCamelCase',
  },
])('a bad line is a problem, and the others are read: $name', ({ text, problem }) => {
  expect(names(text)).toEqual(['a', 'b']);
  expect(readOtlpBytes(bytesOf(text), LIMITS)).toMatchObject({ rejectedSpans: 0, problems: [problem] });
});

test('bad spans of all lines are counted together', () => {
  const decoded = readOtlpBytes(bytesOf(lines(traces(span(), 1), traces(2, 'x'))), LIMITS);

  expect(decoded).toMatchObject({
    rejectedSpans: 3,
    problems: [
      'Expected a span to be an object, got a number: send it as OTLP JSON',
      'Expected a span to be an object, got a string: send it as OTLP JSON',
    ],
  });
});

test('very many bad lines are counted, not listed', () => {
  const decoded = readOtlpBytes(bytesOf(lines(A, ...Array.from({ length: 50_000 }, () => 'x'))), LIMITS);

  expect(decoded.spans).toHaveLength(1);
  expect(decoded.problems).toHaveLength(6);
  expect(decoded.problems.at(-1)).toBe('and 49995 more');
});

test.for([
  { name: 'as many as the bound', bad: MAX_BAD_LINES_AT_START, reads: true },
  { name: 'one more', bad: MAX_BAD_LINES_AT_START + 1, reads: false },
])('a file that begins with bad lines, $name', ({ bad, reads }) => {
  const text = `${'{"a"\n'.repeat(bad)}${lines(A)}`;

  if (reads) expect(names(text)).toEqual(['a']);
  else expect(() => names(text)).toThrow(expect.objectContaining({ code: 'not_json' }));
});

/** As the Collector's file exporter writes them: each behind its length. */
function framed(...requests: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(
    requests.flatMap((request) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(request.length);
      return [length, request];
    }),
  );
}

/** The second one's name is as long as the id of a trace. */
const METRICS = message([
  1,
  delimited(
    message([
      2,
      delimited(
        message([
          2,
          ['requests', 'process.cpu.time'].map((name) =>
            delimited(message([1, delimited(Buffer.from(name))], [2, delimited(Buffer.from('Time'))])),
          ),
        ]),
      ),
    ]),
  ),
]);

test.for([...SPAN_CAPTURES, LOG_CAPTURE])('the capture %s reads the same as protobuf', (name) => {
  const expected = decodeOtlpJson(capture(name));
  const bytes = toProtobuf(capture(name));

  for (const way of [bytes, gzipSync(bytes), framed(bytes), gzipSync(framed(bytes))]) expect(readOtlpBytes(way, LIMITS)).toEqual(expected);
});

test('requests of spans, logs and metrics as protobuf go together, behind their lengths', () => {
  const file = framed(toProtobuf(A), METRICS, toProtobuf(logs(record())), new Uint8Array(0), toProtobuf(B));

  expect(readOtlpBytes(file, LIMITS)).toMatchObject({
    spans: [{ name: 'a' }, { name: 'b' }],
    logs: [{ timeUnixNano: 1000n }],
    problems: [],
  });
});

test('a span without an id is not taken for a metric where others have one', () => {
  const bad = { traceId: '', startTimeUnixNano: undefined, endTimeUnixNano: undefined };

  expect(readOtlpBytes(toProtobuf(traces(span(bad), span())), LIMITS)).toMatchObject({ spans: [{ name: 'retrieve' }], rejectedSpans: 1 });
});

test('the last request of a file that is cut is named, and the others are read', () => {
  const file = framed(toProtobuf(A), toProtobuf(B));
  const { spans, problems } = readOtlpBytes(file.subarray(0, -10), LIMITS);

  expect(spans.map(({ name }) => name)).toEqual(['a']);
  expect(problems).toEqual([
    expect.stringMatching(/^request 2: Expected OTLP as protobuf, got a length that leads beyond the end at byte \d+: check that/),
  ]);
});

test('a file that has not one request is refused as not_protobuf', () => {
  expect(() => readOtlpBytes(framed(Uint8Array.of(0x0a, 9, 1)), LIMITS)).toThrow(expect.objectContaining({ code: 'not_protobuf' }));
});

test('JSON behind a line end is not taken for protobuf, which begins with the same byte', () => {
  for (const spaces of [0, 1, 2, 50, 121, 500]) {
    expect(readOtlpBytes(bytesOf(`\n${' '.repeat(spaces)}${JSON.stringify(A, undefined, spaces % 3)}`), LIMITS).spans).toHaveLength(1);
  }
});

test.for([
  { name: 'an empty file', bytes: bytesOf(''), got: 'nothing', advice: 'check that it was written' },
  { name: 'a blank file', bytes: bytesOf(' \n\n'), got: 'nothing', advice: 'check that it was written' },
  { name: 'an empty packed file', bytes: gzipSync(''), got: 'nothing', advice: 'check that it was written' },
  {
    name: 'cut JSON',
    bytes: bytesOf(JSON.stringify(A, undefined, 1).slice(0, 60)),
    got: 'JSON that is cut off after character 60',
    advice: 'check that it was written to its end',
  },
  {
    name: 'JSON cut after a value',
    bytes: bytesOf('{"resourceSpans": []\n'),
    got: 'JSON that is cut off after character 20',
    advice: 'check that it was written to its end',
  },
  {
    name: 'JSON cut in a text',
    bytes: bytesOf('{"resourceSpa'),
    got: 'JSON that is cut off after character 13',
    advice: 'check that it was written to its end',
  },
  {
    name: 'JSON cut within packed data',
    bytes: gzipSync('{"resourceSpans":['),
    got: 'JSON that is cut off after character 18',
    advice: 'check that it was written to its end',
  },
  {
    name: 'JSON with a fault in it',
    bytes: bytesOf('{"resourceSpans": [] "resourceLogs": []}'),
    got: 'text that stops being JSON at character 21, at "\\"resourceLogs\\": []}"',
    advice: 'check how it was written',
  },
  {
    name: 'something else',
    bytes: bytesOf('  <html>\n<body>and much more of it</body></html>'),
    got: 'text that starts with "<html>\\n<body>and muc"',
    advice: 'check that it is the right one',
  },
  {
    name: 'cut protobuf',
    bytes: new Uint8Array([0x0a, 0x91, 0x02, 0x0a, 0x2c, 0x0a, 0x14, 0x0a, 0x0c, 0x73]),
    got: 'binary data that starts with 0a 91 02 0a 2c 0a 14 0a',
    advice: 'write it as JSON, or as protobuf to its end with Content-Type application/x-protobuf',
  },
  {
    name: 'a picture',
    bytes: new Uint8Array([0xff, 0xd8, 0xff, 0xe0]),
    got: 'binary data that starts with ff d8 ff e0',
    advice: 'write it as JSON, or as protobuf to its end with Content-Type application/x-protobuf',
  },
])('$name is refused as not_json', ({ bytes, got, advice }) => {
  expect(() => readOtlpBytes(bytes, LIMITS)).toThrow(
    expect.objectContaining({ name: 'RagmeterError', code: 'not_json', message: `Expected OTLP as JSON, got ${got}: ${advice}` }),
  );
});

test.for([
  { name: 'a document that is none of OTLP', text: '{"foo": 1}' },
  { name: 'lines of something else', text: '{"foo": 1}\n{"foo": 2}\n' },
])('$name is refused as not_otlp', ({ text }) => {
  expect(() => readOtlpBytes(bytesOf(text), LIMITS)).toThrow(
    expect.objectContaining({ code: 'not_otlp', message: expect.stringContaining('got an object with keys "foo"') }),
  );
});

test('objects inside of a cut document are not taken for lines', () => {
  const cut = `${JSON.stringify({ resourceSpans: [{}, {}, { a: {} }] }, undefined, 1)}`.slice(0, -4);

  expect(() => readOtlpBytes(bytesOf(cut), LIMITS)).toThrow(expect.objectContaining({ code: 'not_json' }));
});

test.for([
  { name: 'cut', bytes: gzipSync(JSON.stringify(A)).subarray(0, -9), reason: 'unexpected end of file' },
  { name: 'damaged', bytes: gzipSync(JSON.stringify(A)).fill(0xff, 12, 20), reason: expect.any(String) },
  { name: 'its first two bytes', bytes: new Uint8Array([0x1f, 0x8b]), reason: 'unexpected end of file' },
])('packed data that is broken is refused as not_gzip: $name', ({ bytes, reason }) => {
  expect(() => readOtlpBytes(bytes, LIMITS)).toThrow(
    expect.objectContaining({
      code: 'not_gzip',
      message:
        typeof reason === 'string'
          ? `Expected whole gzip data, got data that is cut or damaged (${reason}): write it again`
          : expect.stringMatching(/^Expected whole gzip data, got data that is cut or damaged \(.+\): write it again$/),
    }),
  );
});

const TEXT = JSON.stringify(A);
const ADVICE = 'split the file, or read it with a higher limit';

test.for([
  { name: 'plain', bytes: bytesOf(TEXT) },
  { name: 'packed', bytes: gzipSync(TEXT) },
])('a $name file may be as large as the limit', ({ bytes }) => {
  expect(readOtlpBytes(bytes, { maxBytes: TEXT.length }).spans).toHaveLength(1);
});

test.for([
  { name: 'a plain file of one byte more', bytes: bytesOf(TEXT), maxBytes: TEXT.length - 1, got: `bytes, got ${TEXT.length}` },
  { name: 'a packed file of one byte more', bytes: gzipSync(TEXT), maxBytes: TEXT.length - 1, got: 'bytes after decompression, got more' },
  { name: 'a bomb', bytes: gzipSync(new Uint8Array(50_000_000)), maxBytes: 1_000_000, got: 'bytes after decompression, got more' },
])('$name than the limit is refused as too_large', ({ bytes, maxBytes, got }) => {
  expect(() => readOtlpBytes(bytes, { maxBytes })).toThrow(
    expect.objectContaining({ code: 'too_large', message: `Expected at most ${maxBytes} ${got}: ${ADVICE}` }),
  );
});

test('without any limit a file is read as well', () => {
  expect(readOtlpBytes(gzipSync(TEXT), { maxBytes: Number.POSITIVE_INFINITY }).spans).toHaveLength(1);
});

test.for([{ maxBytes: 0 }, { maxBytes: -1 }, { maxBytes: Number.NaN }])('a limit of $maxBytes is a mistake', ({ maxBytes }) => {
  expect(() => readOtlpBytes(bytesOf(TEXT), { maxBytes })).toThrow(`Expected maxBytes to be above 0, got ${maxBytes}`);
});
