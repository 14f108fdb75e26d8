import { expected, RagmeterError } from '../model/errors.ts';
import { type Decoded, Decoding } from './decoded.ts';
import { gunzipSync, isGzip } from './gzip.ts';
import { parseJsonBytes } from './json-bytes.ts';
import { isObject } from './json-shapes.ts';
import { decodeOtlpJson, decodeOtlpJsonInto } from './otlp-json.ts';
import { decodeOtlpProtobufInto } from './otlp-protobuf.ts';
import { signalIn } from './otlp-signal.ts';
import { protobufRequestsIn } from './protobuf-file.ts';

/** What may be read at most. */
export interface OtlpFileLimits {
  /** Of the file as it is, and again of what is in it after decompression. */
  readonly maxBytes: number;
}

/** A file that begins with so many lines that are no requests is not one of lines; a damaged document may have millions. */
export const MAX_BAD_LINES_AT_START = 1_000;

const TOO_LARGE_ADVICE = 'split the file, or read it with a higher limit';

/**
 * Reads recorded OTLP, plain or gzipped: one request as JSON or protobuf, or many, as the Collector's file exporter writes
 * them, one a line or each behind its length. A bad one is a problem, and the others are read; metrics are passed over. Throws a
 * `RagmeterError` (`too_large`, `not_gzip`, `not_json`, `not_protobuf` or `not_otlp`) where not one request can be read.
 */
export function readOtlpBytes(bytes: Uint8Array, limits: OtlpFileLimits): Decoded {
  const { maxBytes } = limits;
  if (!(maxBytes > 0)) throw expected('maxBytes to be above 0', maxBytes);
  if (bytes.length > maxBytes) {
    throw new RagmeterError('too_large', `Expected at most ${maxBytes} bytes, got ${bytes.length}: ${TOO_LARGE_ADVICE}`);
  }
  const plain = withoutByteOrderMark(isGzip(bytes) ? gunzipSync(bytes, maxBytes, TOO_LARGE_ADVICE) : bytes);
  const requests = protobufRequestsIn(plain);
  if (requests !== undefined) return readProtobuf(requests);
  let document: unknown;
  try {
    document = parseJsonBytes(plain);
  } catch (error) {
    return readLines(plain, error);
  }
  return decodeOtlpJson(document);
}

function readProtobuf(requests: readonly Uint8Array[]): Decoded {
  const decoding = new Decoding();
  let bad = 0;
  for (const [index, request] of requests.entries()) {
    try {
      const signal = signalIn(request);
      if (signal !== 'metrics') decodeOtlpProtobufInto(decoding, request, signal ?? 'spans');
    } catch (error) {
      bad += 1;
      if (!(error instanceof RagmeterError) || bad === requests.length) throw error;
      decoding.problems.add(`request ${index + 1}: ${error.message}`);
    }
  }
  return decoding.finish();
}

/** `wholeError` says why the file is not one JSON value, and is thrown where it is not one request a line either. */
function readLines(bytes: Uint8Array, wholeError: unknown): Decoded {
  const decoding = new Decoding();
  let requests = 0;
  let badLines = 0;
  let notOtlp: unknown;
  let number = 0;
  for (const line of linesOf(bytes)) {
    number += 1;
    if (isBlank(line)) continue;
    if (requests === 0 && badLines > MAX_BAD_LINES_AT_START) break;
    // An indented object is a part of a document that was cut, and no request.
    if (line[0] !== OPENING_BRACE) {
      badLines += 1;
      decoding.problems.add(
        `line ${number}: Expected one OTLP request as JSON, got a line that does not start with "{": write one request a line`,
      );
      continue;
    }
    try {
      const document = parseJsonBytes(line);
      if (!isMetrics(document)) decodeOtlpJsonInto(decoding, document);
      requests += 1;
    } catch (error) {
      if (!(error instanceof RagmeterError)) throw error;
      badLines += 1;
      if (error.code === 'not_otlp') notOtlp ??= error;
      decoding.problems.add(`line ${number}: ${error.message}`);
    }
  }
  if (requests === 0) throw notOtlp ?? wholeError;
  return decoding.finish();
}

const LINE_FEED = 0x0a;
const OPENING_BRACE = 0x7b;

function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, start);
    yield bytes.subarray(start, end < 0 ? bytes.length : end);
    start = end < 0 ? bytes.length : end + 1;
  }
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

/** One file exporter may serve the pipelines of all signals. */
function isMetrics(document: unknown): boolean {
  return isObject(document) && Array.isArray(document.resourceMetrics);
}

function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
