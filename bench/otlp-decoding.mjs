// What decoding OTLP costs beside JSON.parse of the same batches, which alone decodes nothing yet: npm run bench
import { readdirSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { runnerImport } from 'vite';
import { decodeOtlpJson } from '../dist/receive/otlp-json.js';
import { decodeOtlpProtobuf } from '../dist/receive/otlp-protobuf.js';

const ROUNDS = 15;
const FIXTURES = new URL('../test/fixtures/', import.meta.url);
const { toProtobuf } = (await runnerImport(fileURLToPath(new URL('../test/support/to-protobuf.ts', import.meta.url)))).module;

/** What real RAG libraries send: few spans with long texts. */
function recordings() {
  const names = readdirSync(FIXTURES).filter((name) => name.endsWith('.otlp.json.gz') && !name.includes('.logs.'));
  return names.flatMap((name) => {
    const text = gunzipSync(readFileSync(new URL(name, FIXTURES))).toString();
    return text.startsWith('{"resourceSpans"') && text.includes('}\n{') ? text.trim().split('\n').map(JSON.parse) : [JSON.parse(text)];
  });
}

/** What the rest of a service sends: a Collector's default batch of spans with short attributes. */
function plain() {
  const attributes = Array.from({ length: 12 }, (_, index) => ({
    key: `http.attribute.${index}`,
    value: { stringValue: `value ${index}` },
  }));
  const spans = Array.from({ length: 8_192 }, (_, index) => ({
    traceId: (index + 1).toString(16).padStart(32, '0'),
    spanId: (index + 1).toString(16).padStart(16, '0'),
    parentSpanId: '00f067aa0ba902b7',
    name: 'GET /orders',
    kind: 2,
    startTimeUnixNano: '1767225600000000001',
    endTimeUnixNano: '1767225600100000001',
    attributes: [...attributes, { key: 'http.response.status_code', value: { intValue: '200' } }],
    status: {},
    flags: 257,
  }));
  return [{ resourceSpans: [{ resource: { attributes }, scopeSpans: [{ scope: { name: 'http' }, spans }] }] }];
}

/** The median of rounds in which all take turns, so that what else the machine does is shared. */
function medians(work) {
  const times = new Map(Object.keys(work).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS + 3; round += 1) {
    for (const [name, run] of Object.entries(work)) {
      const startMs = performance.now();
      run();
      if (round >= 3) times.get(name).push(performance.now() - startMs);
    }
  }
  return Object.fromEntries([...times].map(([name, all]) => [name, all.sort((a, b) => a - b)[ROUNDS >> 1]]));
}

for (const [name, documents] of Object.entries({ recordings: recordings(), 'plain spans': plain() })) {
  const json = documents.map((document) => Buffer.from(JSON.stringify(document)));
  const protobuf = documents.map(toProtobuf);
  const times = medians({
    'JSON.parse': () => json.map((bytes) => JSON.parse(bytes.toString())),
    'OTLP as JSON': () => json.map((bytes) => decodeOtlpJson(JSON.parse(bytes.toString()))),
    'OTLP as protobuf': () => protobuf.map((bytes) => decodeOtlpProtobuf(bytes, 'spans')),
  });
  console.log(
    `${name}: ${(Buffer.concat(protobuf).length / 1e6).toFixed(1)} MB of protobuf, ${(Buffer.concat(json).length / 1e6).toFixed(1)} MB of JSON`,
  );
  for (const [way, ms] of Object.entries(times))
    console.log(`  ${way.padEnd(16)} ${ms.toFixed(1).padStart(7)} ms  ${(ms / times['JSON.parse']).toFixed(2)}`);
}
