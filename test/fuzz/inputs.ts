import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { logsBatch, tracesBatch } from '../receive/batches.ts';
import { toProtobuf } from '../support/to-protobuf.ts';
import { mutatedBytes, mutatedDocument, overwrittenBytes } from './mutations.ts';
import { type RecordedTrace, recordedTraces } from './recorded-traces.ts';

/** A request as anybody may send it. */
export interface Input {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Of the receiver that is tried; large enough for every recorded trace. */
export const MAX_BODY_BYTES = 100_000;

const JSON_TYPE = 'application/json';
const PROTOBUF_TYPE = 'application/x-protobuf';
const OTHER_TYPES = ['', 'text/plain', 'application/grpc', 'application/json; charset=latin1', 'application/x-protobuf;;', '\u00ff/*'];

const BOMBS = [gzipSync(new Uint8Array(10 * MAX_BODY_BYTES)), gzipSync('['.repeat(MAX_BODY_BYTES)), gzipSync(gzipSync('{}'))];

interface Payload {
  readonly path: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

function asJson(path: string, document: unknown): Payload {
  return { path, type: JSON_TYPE, bytes: Buffer.from(JSON.stringify(document)) };
}

function asProtobuf(path: string, document: unknown): Payload {
  return { path, type: PROTOBUF_TYPE, bytes: toProtobuf(document) };
}

/** Real payloads, changed as data or as bytes; made-up ones; and no payloads at all. */
function payloads(recorded: readonly RecordedTrace[]): fc.Arbitrary<Payload> {
  const real = fc.constantFrom(...recorded);
  const generated = fc.oneof(
    tracesBatch.map((document) => ({ path: '/v1/traces', document })),
    logsBatch.map((document) => ({ path: '/v1/logs', document })),
  );
  const encode = fc.constantFrom(asJson, asProtobuf);
  return fc.oneof(
    {
      weight: 6,
      arbitrary: real.chain(({ path, document }) =>
        overwrittenBytes(toProtobuf(document)).map((bytes) => ({ path, type: PROTOBUF_TYPE, bytes })),
      ),
    },
    { weight: 6, arbitrary: real.chain(({ path, document }) => mutatedDocument(document).map((changed) => asJson(path, changed))) },
    {
      weight: 4,
      arbitrary: fc.tuple(real, encode).chain(([{ path, document }, as]) => {
        const payload = as(path, document);
        return mutatedBytes(payload.bytes).map((bytes) => ({ ...payload, bytes }));
      }),
    },
    { weight: 2, arbitrary: fc.tuple(generated, encode).map(([{ path, document }, as]) => as(path, document)) },
    {
      weight: 2,
      arbitrary: fc.tuple(generated, encode).chain(([{ path, document }, as]) => {
        const payload = as(path, document);
        return mutatedBytes(payload.bytes).map((bytes) => ({ ...payload, bytes }));
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        path: fc.constantFrom('/v1/traces', '/v1/logs'),
        type: fc.constantFrom(JSON_TYPE, PROTOBUF_TYPE),
        bytes: fc.oneof(
          fc.uint8Array(),
          fc.json().map((json) => new TextEncoder().encode(json)),
        ),
      }),
    },
  );
}

type Wrap = (payload: Payload) => fc.Arbitrary<Input>;

const post = ({ path, type, bytes }: Payload, headers: Readonly<Record<string, string>> = {}): Input => ({
  method: 'POST',
  path,
  headers: { 'content-type': type, ...headers },
  body: bytes,
});
const GZIP = { 'content-encoding': 'gzip' };

/** As it is for the most part; packed, packed and damaged, or as something else than it is. */
const wraps: readonly { weight: number; wrap: Wrap }[] = [
  { weight: 14, wrap: (payload) => fc.constant(post(payload)) },
  { weight: 1, wrap: (payload) => fc.constant(post({ ...payload, bytes: gzipSync(payload.bytes) }, GZIP)) },
  { weight: 1, wrap: (payload) => mutatedBytes(gzipSync(payload.bytes)).map((bytes) => post({ ...payload, bytes }, GZIP)) },
  { weight: 1, wrap: (payload) => fc.constantFrom(...BOMBS).map((bytes) => post({ ...payload, bytes }, GZIP)) },
  { weight: 1, wrap: (payload) => fc.constantFrom(JSON_TYPE, PROTOBUF_TYPE, ...OTHER_TYPES).map((type) => post({ ...payload, type })) },
  {
    weight: 1,
    wrap: (payload) =>
      fc.constantFrom('/v1/traces', '/v1/logs', '/v1/metrics', '/', '/__proto__').map((path) => post({ ...payload, path })),
  },
  { weight: 1, wrap: (payload) => fc.constantFrom('GET', 'PUT', 'OPTIONS').map((method) => ({ ...post(payload), method })) },
  {
    weight: 1,
    wrap: (payload) => fc.constantFrom('br', 'gzip, gzip', 'identity', 'x').map((coding) => post(payload, { 'content-encoding': coding })),
  },
];

export function inputs(): fc.Arbitrary<Input> {
  return payloads(recordedTraces()).chain((payload) =>
    fc.oneof(...wraps.map(({ weight, wrap }) => ({ weight, arbitrary: wrap(payload) }))),
  );
}
