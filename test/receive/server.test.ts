import { request as openRequest } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bearerTokens } from '../../src/receive/bearer.ts';
import { decodeOtlpJson } from '../../src/receive/otlp-json.ts';
import { createRequestHandler, MAX_BODY_BYTES, RETRY_AFTER_SECONDS } from '../../src/receive/server.ts';
import { delimited, message, toProtobuf, varint } from '../support/to-protobuf.ts';
import { capture, captureText, LOG_CAPTURE, packedCapture, SPAN_CAPTURES } from './captures.ts';
import { logs, record, SPAN_ID, span, TRACE_ID, traces } from './requests.ts';
import { type Answer, post, send, serving } from './serving.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const PROTOBUF_TYPE = { 'content-type': 'application/x-protobuf' };
const [SPANS] = SPAN_CAPTURES;

/** The one shape of every refusal. */
function expectRefused(answer: Answer, status: number, code: number, message: unknown): void {
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.text)));
  expect(JSON.parse(answer.text)).toEqual({ code, message });
  expect(JSON.parse(answer.text).message).toMatch(/^Expected .+, got .+: .+$/);
}

test.for([
  { name: 'plain', headers: {}, body: captureText(SPANS) },
  { name: 'with a charset', headers: { 'content-type': 'Application/JSON; charset=utf-8' }, body: captureText(SPANS) },
  { name: 'identity', headers: { 'content-encoding': 'identity' }, body: captureText(SPANS) },
  { name: 'gzip', headers: { 'content-encoding': 'gzip' }, body: packedCapture(SPANS) },
  { name: 'GZIP', headers: { 'content-encoding': 'GZIP' }, body: packedCapture(SPANS) },
  { name: 'x-gzip', headers: { 'content-encoding': 'x-gzip' }, body: packedCapture(SPANS) },
  { name: 'chunked', headers: {}, body: captureText(SPANS), chunked: true },
  { name: 'with a query', headers: {}, body: captureText(SPANS), query: '?tenant=a' },
])('spans are taken, $name', async ({ headers, body, chunked = false, query = '' }) => {
  const { url, spans, warnings } = await serving();
  const answer = await send(`${url}/v1/traces${query}`, { headers: { ...JSON_TYPE, ...headers }, body, chunked });

  expect(answer).toMatchObject({ status: 200, text: '{}', headers: { 'content-type': 'application/json', 'content-length': '2' } });
  expect(spans).toEqual(decodeOtlpJson(capture(SPANS)).spans);
  expect(warnings).toEqual([]);
});

test('log records are taken', async () => {
  const { url, logs } = await serving();
  const answer = await send(`${url}/v1/logs`, { headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: packedCapture(LOG_CAPTURE) });

  expect(answer).toMatchObject({ status: 200, text: '{}' });
  expect(logs).toEqual(decodeOtlpJson(capture(LOG_CAPTURE)).logs);
});

test.for([
  { name: 'plain', headers: {}, pack: (bytes: Uint8Array) => bytes },
  { name: 'with a parameter', headers: { 'content-type': 'Application/X-Protobuf; q=1' }, pack: (bytes: Uint8Array) => bytes },
  { name: 'packed', headers: { 'content-encoding': 'gzip' }, pack: gzipSync },
])('protobuf is taken and answered, $name', async ({ headers, pack }) => {
  const { url, spans, logs, warnings } = await serving();
  const ask = (path: string, document: unknown) =>
    send(`${url}${path}`, { headers: { ...PROTOBUF_TYPE, ...headers }, body: pack(toProtobuf(document)) });

  // An empty message is how protobuf says that all was taken.
  const answered = { status: 200, text: '', headers: { 'content-type': 'application/x-protobuf', 'content-length': '0' } };
  expect(await ask('/v1/traces', capture(SPANS))).toMatchObject(answered);
  expect(await ask('/v1/logs', capture(LOG_CAPTURE))).toMatchObject(answered);
  expect(spans).toEqual(decodeOtlpJson(capture(SPANS)).spans);
  expect(logs).toEqual(decodeOtlpJson(capture(LOG_CAPTURE)).logs);
  expect(warnings).toEqual([]);
});

test('spans and logs as protobuf are taken at either path', async () => {
  const { url, spans, logs: received } = await serving();
  await send(`${url}/v1/logs`, { headers: PROTOBUF_TYPE, body: toProtobuf(traces(span())) });
  await send(`${url}/v1/traces`, { headers: PROTOBUF_TYPE, body: toProtobuf(logs(record())) });

  expect([spans, received]).toMatchObject([[{ spanId: SPAN_ID }], [{ spanId: SPAN_ID }]]);
});

const utf8 = (text: string) => delimited(Buffer.from(text));
const integer = (value: number) => ({ way: 0, bytes: varint(BigInt(value)) }) as const;
/** A `google.rpc.Status`. */
const statusBytes = (code: number, text: string) => message([1, integer(code)], [2, utf8(text)]);
const ZERO_BYTES = 'Expected the traceId of a span to be 16 bytes, not all zero, got 16 zero bytes: send ids as bytes, not as text';
const SHORT_BYTES = 'Expected the traceId of a log record to be 16 bytes, not all zero, got 2 bytes: send ids as bytes, not as text';

test.for([
  {
    path: '/v1/traces',
    document: traces(span(), span({ traceId: '00'.repeat(16) }), span({ traceId: '00'.repeat(16) })),
    rejected: 2,
    says: ZERO_BYTES,
  },
  { path: '/v1/logs', document: logs(record({ traceId: '00ff' }), record()), rejected: 1, says: SHORT_BYTES },
])('partial success as protobuf, at $path', async ({ path, document, rejected, says }) => {
  const { url, spans, logs } = await serving();
  const answer = await send(`${url}${path}`, { headers: PROTOBUF_TYPE, body: toProtobuf(document) });

  expect(answer.status).toBe(200);
  expect(answer.bytes).toEqual(message([1, delimited(message([1, integer(rejected)], [2, utf8(says)]))]));
  expect(spans.length + logs.length).toBe(1);
});

const CUT_PROTOBUF = 'Expected OTLP as protobuf, got a length that leads beyond the end at byte 2: check that it was written to its end';

test.for([
  { name: 'damaged', path: '/v1/traces', headers: {}, body: Uint8Array.of(0x0a, 0x05, 0x01), status: 400, code: 3, says: CUT_PROTOBUF },
  {
    name: 'packed twice',
    path: '/v1/traces',
    headers: { 'content-encoding': 'gzip, gzip' },
    body: '',
    status: 415,
    code: 3,
    says: 'Expected Content-Encoding gzip or identity, got "gzip, gzip": set OTEL_EXPORTER_OTLP_COMPRESSION=gzip, or send it uncompressed',
  },
  {
    name: 'of metrics',
    path: '/v1/metrics',
    headers: {},
    body: '',
    status: 404,
    code: 5,
    says: 'Expected one of the paths /v1/traces, /v1/logs, /metrics, /healthz, /readyz, got "/v1/metrics": check the endpoint\'s URL',
  },
])('what is refused as protobuf is answered as protobuf: $name', async ({ path, headers, body, status, code, says }) => {
  const { url, warnings } = await serving();
  const answer = await send(`${url}${path}`, { headers: { ...PROTOBUF_TYPE, ...headers }, body });

  expect(answer).toMatchObject({ status, headers: { 'content-type': 'application/x-protobuf' } });
  expect(answer.bytes).toEqual(statusBytes(code, says));
  expect(warnings).toHaveLength(1);
});

test('503 as protobuf', async () => {
  const { url } = await serving({ unready: () => 'shutting down' });
  const answer = await send(`${url}/v1/traces`, { headers: PROTOBUF_TYPE, body: toProtobuf(traces(span())) });

  expect(answer).toMatchObject({ status: 503, headers: { 'content-type': 'application/x-protobuf', 'retry-after': '5' } });
  expect(answer.bytes[0]).toBe(0x08);
  expect(answer.bytes[1]).toBe(14);
});

const MANY = 9_000_000;

test.for([
  { name: 'empty objects', headers: JSON_TYPE, body: `{"resourceSpans":[${'{},'.repeat(MANY / 2)}{}]}`, what: 'objects, lists and fields' },
  { name: 'opened lists', headers: JSON_TYPE, body: '['.repeat(MANY), what: 'objects, lists and fields' },
  { name: 'empty spans', headers: PROTOBUF_TYPE, body: manyEmpty(MANY / 2), what: 'messages in one request' },
])('413 for a small body that would become very many objects: $name', async ({ headers, body, what }) => {
  const { url, spans } = await serving();
  const answer = await send(`${url}/v1/traces`, { headers: { ...headers, ...GZIP }, body: gzipSync(body) });

  expect(answer.status).toBe(413);
  expect(answer.text).toMatch(new RegExp(`Expected at most \\d+ ${what}, got more: send smaller batches`));
  expect(spans).toEqual([]);
});

test('a large body of JSON is read, whatever stands in its texts', async () => {
  const { url, spans } = await serving();
  const value = ',[{"\\'.repeat(MANY / 3);
  const answer = await post(`${url}/v1/traces`, traces(span({ attributes: [{ key: 'k', value: { stringValue: value } }] })));

  expect(answer).toMatchObject({ status: 200, text: '{}' });
  expect(spans[0]?.attributes.k).toBe(value);
});

/** So many spans of nothing at all. */
function manyEmpty(count: number): Uint8Array {
  const spans = Buffer.alloc(2 * count, Uint8Array.of(0x12, 0x00));
  return message([1, delimited(message([2, delimited(spans)]))]);
}

test('spans and logs are taken at either path', async () => {
  const { url, spans, logs: received } = await serving();
  const answers = [await post(`${url}/v1/logs`, traces(span())), await post(`${url}/v1/traces`, logs(record()))];

  expect(answers).toMatchObject([
    { status: 200, text: '{}' },
    { status: 200, text: '{}' },
  ]);
  expect([spans.length, received.length]).toEqual([1, 1]);
});

test('an empty request is taken, and the receiver is not called', async () => {
  const never = () => {
    throw new Error('called');
  };
  const { url } = await serving({ receiver: { spans: never, logs: never } });

  for (const document of [{}, { resourceSpans: [] }])
    expect(await post(`${url}/v1/traces`, document)).toMatchObject({ status: 200, text: '{}' });
});

const NOT_A_SPAN = 'Expected a span to be an object, got a number: send it as OTLP JSON';
const NOT_A_RECORD = 'Expected a log record to be an object, got a string: send it as OTLP JSON';
const BAD_TRACE_ID =
  'Expected the traceId of a span to be 32 hexadecimal digits, not all zero, got "secret": send ids as hexadecimal text, not as base64';

test.for([
  {
    name: 'some spans',
    path: '/v1/traces',
    document: traces(span(), 7, span({ traceId: 'secret' })),
    partialSuccess: { rejectedSpans: '2', errorMessage: `${NOT_A_SPAN}; ${BAD_TRACE_ID}` },
    warning: 'POST /v1/traces: 2 spans and 0 log records were rejected: the reply tells the sender why',
    taken: [1, 0],
  },
  {
    name: 'all spans',
    path: '/v1/traces',
    document: traces(7, 8),
    partialSuccess: { rejectedSpans: '2', errorMessage: NOT_A_SPAN },
    warning: 'POST /v1/traces: 2 spans and 0 log records were rejected: the reply tells the sender why',
    taken: [0, 0],
  },
  {
    name: 'some log records',
    path: '/v1/logs',
    document: logs(record(), 'secret'),
    partialSuccess: { rejectedLogRecords: '1', errorMessage: NOT_A_RECORD },
    warning: 'POST /v1/logs: 0 spans and 1 log records were rejected: the reply tells the sender why',
    taken: [0, 1],
  },
  {
    name: 'a container of unknown size',
    path: '/v1/traces',
    document: { resourceSpans: ['secret'] },
    partialSuccess: {
      rejectedSpans: '0',
      errorMessage: 'Expected "resourceSpans" to hold objects, got a string: send it as OTLP JSON',
    },
    warning: 'POST /v1/traces: 0 spans and 0 log records were rejected: the reply tells the sender why',
    taken: [0, 0],
  },
])('partial success: $name', async ({ path, document, partialSuccess, warning, taken }) => {
  const { url, spans, logs, warnings } = await serving();
  const answer = await post(`${url}${path}`, document);

  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(JSON.parse(answer.text)).toEqual({ partialSuccess });
  expect([spans.length, logs.length]).toEqual(taken);
  expect(warnings).toEqual([warning]);
});

const otherTypeMessage = (got: string) =>
  `Expected Content-Type application/x-protobuf or application/json, got ${got}: set OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf`;
const encodingMessage = (got: string) =>
  `Expected Content-Encoding gzip or identity, got ${got}: set OTEL_EXPORTER_OTLP_COMPRESSION=gzip, or send it uncompressed`;

test.for([
  { headers: { 'content-type': 'application/protobuf' }, message: otherTypeMessage('"application/protobuf"') },
  { headers: { 'content-type': 'text/plain; charset=utf-8' }, message: otherTypeMessage('"text/plain"') },
  { headers: { 'content-type': '' }, message: otherTypeMessage('none') },
  { headers: {}, message: otherTypeMessage('none') },
  { headers: { ...JSON_TYPE, 'content-encoding': 'br' }, message: encodingMessage('"br"') },
  { headers: { ...JSON_TYPE, 'content-encoding': 'gzip, gzip' }, message: encodingMessage('"gzip, gzip"') },
])('415 for $headers', async ({ headers, message }) => {
  const { url, spans, warnings } = await serving();

  expectRefused(await send(`${url}/v1/traces`, { headers, body: JSON.stringify(traces(span())) }), 415, 3, message);
  expect(spans).toEqual([]);
  expect(warnings).toEqual([`POST "/v1/traces" was answered with 415: ${message}`]);
});

const GZIP = { 'content-encoding': 'gzip' };

test.for([
  {
    name: 'no body',
    body: '',
    headers: {},
    message: 'Expected OTLP as JSON, got nothing: check that it was written',
    code: 'not_json',
  },
  {
    name: 'cut JSON',
    body: '{"resourceSpans":["secret',
    headers: {},
    message: 'Expected OTLP as JSON, got JSON that is cut off after character 25: check that it was written to its end',
    code: 'not_json',
  },
  {
    name: 'no JSON',
    body: 'secret',
    headers: {},
    message: 'Expected OTLP as JSON, got text that starts with "secret": check that it is the right one',
    code: 'not_json',
  },
  {
    name: 'lines of JSON, which are for files',
    body: `${JSON.stringify({})}\n${JSON.stringify({ secret: 1 })}`,
    headers: {},
    message: 'Expected OTLP as JSON, got text that stops being JSON at character 3, at "{\\"secret\\":1}": check how it was written',
    code: 'not_json',
  },
  {
    name: 'no OTLP',
    body: '{"secret":1}',
    headers: {},
    message:
      'Expected OTLP JSON with "resourceSpans" or "resourceLogs", got an object with keys "secret": ' +
      'send an ExportTraceServiceRequest or an ExportLogsServiceRequest, with names in lowerCamelCase',
    code: 'not_otlp',
  },
  {
    name: 'gzip that is none',
    body: '{"secret":1}',
    headers: GZIP,
    message: 'Expected whole gzip data, got data that is cut or damaged (incorrect header check): write it again',
    code: 'not_gzip',
  },
  {
    name: 'cut gzip',
    body: gzipSync('{"resourceSpans":[]}').subarray(0, -10),
    headers: GZIP,
    message: 'Expected whole gzip data, got data that is cut or damaged (unexpected end of file): write it again',
    code: 'not_gzip',
  },
])('400 for $name; the log says nothing of the body', async ({ body, headers, message, code }) => {
  const { url, spans, warnings } = await serving();

  expectRefused(await send(`${url}/v1/traces`, { headers: { ...JSON_TYPE, ...headers }, body }), 400, 3, message);
  expect(spans).toEqual([]);
  expect(warnings).toEqual([
    `POST "/v1/traces" was answered with 400: Expected OTLP as JSON, got a body that is ${code}: the reply tells the sender more`,
  ]);
});

test.for([
  { method: 'GET', path: '/v1/traces', allow: 'POST', use: 'POST' },
  { method: 'PUT', path: '/v1/logs', allow: 'POST', use: 'POST' },
  { method: 'POST', path: '/metrics', allow: 'GET, HEAD', use: 'GET' },
  { method: 'DELETE', path: '/healthz', allow: 'GET, HEAD', use: 'GET' },
])('405 for $method $path', async ({ method, path, allow, use }) => {
  const { url, warnings } = await serving();
  const answer = await send(`${url}${path}`, { method });

  expectRefused(answer, 405, 12, `Expected ${allow} for ${path}, got ${method}: use ${use}`);
  expect(answer.headers.allow).toBe(allow);
  expect(warnings).toEqual([`${method} "${path}" was answered with 405: Expected ${allow} for ${path}, got ${method}: use ${use}`]);
});

test.for([{ path: '/' }, { path: '/v1/metrics' }, { path: '/v1/traces/' }, { path: '/V1/traces' }, { path: '/__proto__' }])(
  '404 for $path names the paths',
  async ({ path }) => {
    const { url } = await serving();
    const answer = await post(`${url}${path}?token=secret`, {});

    expectRefused(
      answer,
      404,
      5,
      `Expected one of the paths /v1/traces, /v1/logs, /metrics, /healthz, /readyz, got "${path}": check the endpoint's URL`,
    );
  },
);

test('404 for a HEAD has no body', async () => {
  const { url } = await serving();

  expect(await send(`${url}/nowhere`, { method: 'HEAD' })).toMatchObject({ status: 404, text: '' });
});

const TOO_LARGE_ADVICE = "send smaller batches (OTEL_BSP_MAX_EXPORT_BATCH_SIZE, or send_batch_max_size of a Collector's batch processor)";
const tooLargeMessage = (what: string) => `Expected ${what}, got more: ${TOO_LARGE_ADVICE}`;
const BODY = JSON.stringify(traces(span()));

test.for([
  { name: 'with a length', body: BODY, headers: {}, chunked: false },
  { name: 'in chunks', body: BODY, headers: {}, chunked: true },
  { name: 'packed', body: gzipSync(BODY), headers: GZIP, chunked: false },
])('a body as large as the limit is taken, $name', async ({ body, headers, chunked }) => {
  const { url, spans } = await serving({ maxBodyBytes: BODY.length });

  expect(await send(`${url}/v1/traces`, { headers: { ...JSON_TYPE, ...headers }, body, chunked })).toMatchObject({
    status: 200,
    text: '{}',
  });
  expect(spans).toHaveLength(1);
});

const PADDED = BODY.padEnd(2_000_000);

test.for([
  { name: 'one byte more, with a length', body: BODY, limit: BODY.length - 1, headers: {}, chunked: false, what: 'a body of at most' },
  { name: 'one byte more, in chunks', body: BODY, limit: BODY.length - 1, headers: {}, chunked: true, what: 'a body of at most' },
  { name: 'far more, with a length', body: PADDED, limit: 1_500_000, headers: {}, chunked: false, what: 'a body of at most' },
  { name: 'far more, in chunks', body: PADDED, limit: 1_500_000, headers: {}, chunked: true, what: 'a body of at most' },
  { name: 'one byte more when unpacked', body: gzipSync(BODY), limit: BODY.length - 1, headers: GZIP, chunked: false, what: 'at most' },
  { name: 'a bomb', body: gzipSync(new Uint8Array(50_000_000)), limit: 1_000_000, headers: GZIP, chunked: false, what: 'at most' },
])('413 for a body beyond the limit: $name', async ({ body, limit, headers, chunked, what }) => {
  const { url, spans, warnings } = await serving({ maxBodyBytes: limit });
  const answer = await send(`${url}/v1/traces`, { headers: { ...JSON_TYPE, ...headers }, body, chunked });

  const message = tooLargeMessage(`${what} ${limit} bytes${headers === GZIP ? ' after decompression' : ''}`);
  expectRefused(answer, 413, 3, message);
  expect(spans).toEqual([]);
  expect(warnings).toEqual([`POST "/v1/traces" was answered with 413: ${message}`]);
});

test('413 is said before the body comes, where its length is known', async () => {
  const { url } = await serving({ maxBodyBytes: 1_000 });
  const status = await new Promise((resolve, reject) => {
    const headers = { ...JSON_TYPE, 'content-length': '1000000' };
    const request = openRequest(`${url}/v1/traces`, { method: 'POST', agent: false, headers }, (response) => {
      resolve(response.statusCode);
      request.destroy();
    });
    request.on('error', reject);
    request.flushHeaders();
  });

  expect(status).toBe(413);
});

test('a client that sends in pieces gets its 413, not a broken pipe, and does not try again', async () => {
  const { url } = await serving({ maxBodyBytes: 11_000_000 });
  const piece = Buffer.alloc(0x10000, ' ');
  const status = await new Promise((resolve, reject) => {
    const request = openRequest(`${url}/v1/traces`, { method: 'POST', agent: false, headers: JSON_TYPE }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    request.on('error', reject);
    let pieces = 300;
    const pour = () => {
      while (pieces > 0) {
        pieces -= 1;
        if (!request.write(piece)) {
          request.once('drain', pour);
          return;
        }
      }
      request.end();
    };
    pour();
  });

  expect(status).toBe(413);
});

test('a client that never stops sending is answered and then cut off', async () => {
  const { port } = await serving({ maxBodyBytes: 1_000 });
  const socket = connect(port, '127.0.0.1');
  const received = await new Promise<string>((resolve) => {
    let text = '';
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const pour = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('drain', pour);
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
    socket.write('POST /v1/traces HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n');
    pour();
  });

  expect(received).toMatch(/^HTTP\/1\.1 413 /);
  expect(received).toMatch(/connection: close/i);
  expect(received).toContain(tooLargeMessage('a body of at most 1000 bytes'));
});

test('an ordinary refusal leaves the connection open for the next request', async () => {
  const { port, spans } = await serving();
  const socket = connect(port, '127.0.0.1');
  const head = (type: string) => `POST /v1/traces HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${BODY.length}\r\n`;
  const received = await new Promise<string>((resolve, reject) => {
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
    socket.write(`${head('text/plain')}\r\n${BODY}${head('application/json')}Connection: close\r\n\r\n${BODY}`);
  });

  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 415', 'HTTP/1.1 200']);
  expect(spans).toHaveLength(1);
});

test.for([{ path: '/v1/traces' }, { path: '/v1/logs' }])('503 for $path while not ready, with when to come back', async ({ path }) => {
  let reason: string | undefined = 'short of memory';
  const { url, spans, warnings } = await serving({ unready: () => reason });
  const answer = await post(`${url}${path}`, traces(span()));

  const message = `Expected to be ready, got a request while short of memory: send it again in ${RETRY_AFTER_SECONDS} seconds`;
  expectRefused(answer, 503, 14, message);
  expect(answer.headers['retry-after']).toBe(String(RETRY_AFTER_SECONDS));
  expect(spans).toEqual([]);
  expect(warnings).toEqual([]);
  expect(await send(`${url}/healthz`, { method: 'GET' })).toMatchObject({ status: 200 });

  reason = undefined;
  expect(await post(`${url}${path}`, traces(span()))).toMatchObject({ status: 200 });
});

test('what was on its way when it began to stop is not taken any more: nobody would score it', async () => {
  let reason: string | undefined;
  const { port, spans } = await serving({ unready: () => reason });
  const socket = connect(port, '127.0.0.1');
  const received = await new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (data) => {
      text += data;
      // The server has asked whether it is ready, and waits for the body.
      if (!text.endsWith('100 Continue\r\n\r\n')) return;
      reason = 'shutting down';
      socket.write(BODY);
    });
    socket.on('close', () => resolve(text));
    const head = 'POST /v1/traces HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\nExpect: 100-continue\r\n';
    socket.write(`${head}Content-Length: ${BODY.length}\r\n\r\n`);
  });

  expect(received).toMatch(/HTTP\/1\.1 503 /);
  expect(spans).toEqual([]);
});

test.for([
  { method: 'GET', reason: undefined, status: 200, text: '{"status":"ready"}' },
  { method: 'HEAD', reason: undefined, status: 200, text: '' },
  { method: 'GET', reason: 'short of memory', status: 503, text: '{"status":"not ready","reason":"short of memory"}' },
])('$method /readyz: $status', async ({ method, reason, status, text }) => {
  const { url, warnings } = await serving({ unready: () => reason });

  expect(await send(`${url}/readyz`, { method })).toMatchObject({ status, text });
  expect(warnings).toEqual([]);
});

/** Each is told where its own client keeps the token. */
const UNAUTHORIZED = {
  POST: /^Expected an Authorization header with a bearer token of this service, got none: set OTEL_EXPORTER_OTLP_HEADERS=/,
  GET: /^Expected an Authorization header with a bearer token of this service, got (none|another): set authorization: .+ in the scrape config/,
};

test.for([
  { name: 'no token', method: 'POST', path: '/v1/traces', headers: {}, error: false },
  { name: 'no token', method: 'POST', path: '/v1/logs', headers: {}, error: false },
  { name: 'no token', method: 'GET', path: '/metrics', headers: {}, error: false },
  { name: 'another token', method: 'GET', path: '/metrics', headers: { authorization: 'Bearer planted-wrong' }, error: true },
  { name: 'a token without its scheme', method: 'GET', path: '/metrics', headers: { authorization: 'tell-nobody' }, error: true },
  { name: 'another scheme', method: 'GET', path: '/metrics', headers: { authorization: 'Basic tell-nobody' }, error: true },
])('401 for $method $path with $name; neither the answer nor the log has a token', async ({ method, path, headers, error }) => {
  const { url, spans, logs: received, warnings } = await serving({ authorize: bearerTokens(['tell-nobody']) });
  const answer = await send(`${url}${path}`, { method, headers: { ...JSON_TYPE, ...headers }, ...(method === 'POST' && { body: BODY }) });

  expectRefused(answer, 401, 16, expect.stringMatching(method === 'POST' ? UNAUTHORIZED.POST : UNAUTHORIZED.GET));
  expect(answer.headers['www-authenticate']).toBe(`Bearer realm="ragmeter"${error ? ', error="invalid_token"' : ''}`);
  expect([spans, received]).toEqual([[], []]);
  expect(warnings).toHaveLength(1);
  expect(answer.text + warnings.join()).not.toMatch(/tell-nobody|planted/);
});

test('401 as protobuf', async () => {
  const { url } = await serving({ authorize: bearerTokens(['tell-nobody']) });
  const answer = await send(`${url}/v1/traces`, { headers: PROTOBUF_TYPE, body: toProtobuf(traces(span())) });

  expect(answer).toMatchObject({ status: 401, headers: { 'content-type': 'application/x-protobuf' } });
  expect([...answer.bytes.subarray(0, 2)]).toEqual([0x08, 16]);
});

test('with a token all is served, without one only health and readiness', async () => {
  const { url, spans } = await serving({ authorize: bearerTokens(['old', 'tell-nobody']) });
  const headers = { authorization: 'Bearer tell-nobody' };

  expect(await post(`${url}/v1/traces`, traces(span()), headers)).toMatchObject({ status: 200 });
  expect(await post(`${url}/v1/traces`, traces(span()), { authorization: 'bearer old' })).toMatchObject({ status: 200 });
  expect(await send(`${url}/metrics`, { method: 'GET', headers })).toMatchObject({ status: 200 });
  for (const path of ['/healthz', '/readyz']) expect(await send(`${url}${path}`, { method: 'GET' })).toMatchObject({ status: 200 });
  expect(spans).toHaveLength(2);
});

const INSIDE = 'Expected to handle the request, got an error inside of ragmeter: see its log, and do not send this again';

test('a receiver that throws: 500, which senders do not repeat; the log says where, not what', async () => {
  const failures = [new TypeError('secret')];
  const broken = () => {
    const failure = failures.pop();
    if (failure !== undefined) throw failure;
  };
  const { url, warnings } = await serving({ receiver: { spans: broken, logs: broken } });

  expectRefused(await post(`${url}/v1/traces`, traces(span())), 500, 13, INSIDE);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(
    /^POST "\/v1\/traces" was answered with 500: Expected to handle it, got TypeError at .*server\.test\.ts.*: please report this$/,
  );
  expect(await post(`${url}/v1/traces`, traces(span()))).toMatchObject({ status: 200 });
});

test.for([
  { name: 'no error at all is thrown', thrown: 'secret', got: 'string' },
  { name: 'the error has no stack', thrown: Object.assign(new RangeError('secret'), { stack: undefined }), got: 'RangeError' },
])('500 where $name', async ({ thrown, got }) => {
  const fail = () => {
    throw thrown;
  };
  const { url, warnings } = await serving({ receiver: { spans: fail, logs: fail } });

  expectRefused(await post(`${url}/v1/logs`, logs(record())), 500, 13, INSIDE);
  expect(warnings).toEqual([`POST "/v1/logs" was answered with 500: Expected to handle it, got ${got}: please report this`]);
});

test('a warning that throws costs nothing', async () => {
  const { url } = await serving({
    warn: () => {
      throw new Error('no log');
    },
  });

  expect(await post(`${url}/nowhere`, {})).toMatchObject({ status: 404 });
});

test('a reply that cannot be sent: 500 without a body', async () => {
  const { url } = await serving({ metrics: async () => ({ contentType: 'two\nlines', body: '' }) });

  expect(await send(`${url}/metrics`, { method: 'GET' })).toMatchObject({ status: 500, text: '' });
  expect(await send(`${url}/healthz`, { method: 'GET' })).toMatchObject({ status: 200 });
});

test.for([
  { method: 'GET', text: 'ragmeter_healthy 1\n' },
  { method: 'HEAD', text: '' },
])('$method /metrics', async ({ method, text }) => {
  const { url } = await serving();

  expect(await send(`${url}/metrics`, { method })).toMatchObject({
    status: 200,
    text,
    headers: { 'content-type': 'text/plain; version=0.0.4', 'content-length': '19' },
  });
});

test('metrics that cannot be read: 500', async () => {
  const { url, warnings } = await serving({ metrics: () => Promise.reject(new Error('secret')) });

  expectRefused(await send(`${url}/metrics`, { method: 'GET' }), 500, 13, INSIDE);
  expect(warnings.join()).not.toContain('secret');
});

test.for([
  { method: 'GET', ok: true, status: 200, text: '{"status":"ok","held":3}' },
  { method: 'HEAD', ok: true, status: 200, text: '' },
  { method: 'GET', ok: false, status: 503, text: '{"status":"ok","held":3}' },
])('$method /healthz where ok is $ok', async ({ method, ok, status, text }) => {
  const { url } = await serving({ health: () => ({ ok, body: { status: 'ok', held: 3 } }) });

  expect(await send(`${url}/healthz`, { method })).toMatchObject({
    status,
    text,
    headers: { 'content-type': 'application/json', 'content-length': '24' },
  });
});

const WARNING_INTERVAL_MS = 60_000;

test('a burst of bad requests makes one warning of each kind a minute', async () => {
  const { url, warnings, clock } = await serving();
  const bad = () => post(`${url}/v1/traces`, { foo: 1 });
  const start = clock.nowMs;

  for (const ageMs of [0, 0, 1, WARNING_INTERVAL_MS - 1]) {
    clock.nowMs = start + ageMs;
    await bad();
  }
  expect(warnings).toHaveLength(1);
  await post(`${url}/nowhere`, {});
  expect(warnings).toHaveLength(2);

  clock.nowMs = start + WARNING_INTERVAL_MS;
  await bad();
  expect(warnings).toHaveLength(3);
  expect(warnings[2]).toBe(`${warnings[0]} (and 3 more like it since the last warning)`);

  clock.nowMs = start + 2 * WARNING_INTERVAL_MS;
  await bad();
  expect(warnings[3]).toBe(warnings[0]);
});

test('a client that goes away in the middle of a body does no harm', async () => {
  let onRequest = () => {};
  const asked = new Promise<void>((resolve) => {
    onRequest = resolve;
  });
  const { port, url, spans, warnings } = await serving({
    unready: () => {
      onRequest();
      return undefined;
    },
  });
  const socket = connect(port, '127.0.0.1');
  socket.write('POST /v1/traces HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"resource');
  await asked;
  socket.resetAndDestroy();

  expect(await post(`${url}/v1/traces`, traces(span()))).toMatchObject({ status: 200 });
  expect(spans).toMatchObject([{ traceId: TRACE_ID, spanId: SPAN_ID }]);
  expect(warnings).toEqual([]);
});

test('many clients at once do not mix', async () => {
  const { url, spans } = await serving();
  const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => post(`${url}/v1/traces`, traces(span({ name: `span ${at}` })))));

  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(new Set(spans.map(({ name }) => name)).size).toBe(50);
});

test('the limit of a body is 64 MiB unless told otherwise', () => {
  expect(MAX_BODY_BYTES).toBe(67_108_864);
});

test.for([{ maxBodyBytes: 0 }, { maxBodyBytes: 1.5 }, { maxBodyBytes: Number.NaN }])(
  'a limit of $maxBodyBytes is a mistake',
  ({ maxBodyBytes }) => {
    const create = () =>
      createRequestHandler({
        receiver: { spans: () => {}, logs: () => {} },
        metrics: async () => ({ contentType: '', body: '' }),
        health: () => ({ ok: true, body: {} }),
        unready: () => undefined,
        warn: () => {},
        nowMs: () => 0,
        maxBodyBytes,
      });

    expect(create).toThrow(`Expected maxBodyBytes to be a whole number above 0, got ${maxBodyBytes}`);
  },
);
