import { RagmeterError, show } from '../model/errors.ts';
import type { Decoded } from './decoded.ts';
import { gunzip } from './gzip.ts';
import type { HttpRequest } from './http.ts';
import { parseJsonBytes } from './json-bytes.ts';
import { hasMorePartsThan } from './json-parts.ts';
import { decodeOtlpJson } from './otlp-json.ts';
import { decodeOtlpProtobuf } from './otlp-protobuf.ts';
import { type Signal, signalIn } from './otlp-signal.ts';
import { JSON_TYPE, PROTOBUF_TYPE, type Refusal } from './reply.ts';
import { readBody } from './request-body.ts';

/**
 * Of the messages in one request: 64 MiB of spans without long texts have as many. What is made of them stays below half a gigabyte,
 * also where each has only two bytes.
 */
export const MAX_MESSAGES: number = 4 * 1024 * 1024;
/** JSON has about two of what is counted for each message of protobuf. */
export const MAX_JSON_PARTS: number = 2 * MAX_MESSAGES;

interface Encoding {
  readonly name: string;
  /** Throws a `RagmeterError` where it cannot. `signal` is what the path asks for. */
  readonly decode: (bytes: Uint8Array, signal: Signal) => Decoded;
}

/** By media type. */
const ENCODINGS: ReadonlyMap<string, Encoding> = new Map([
  [PROTOBUF_TYPE, { name: 'protobuf', decode: decodeProtobuf }],
  [JSON_TYPE, { name: 'JSON', decode: decodeJson }],
]);

const TOO_LARGE_ADVICE = "send smaller batches (OTEL_BSP_MAX_EXPORT_BATCH_SIZE, or send_batch_max_size of a Collector's batch processor)";

export type Ingested =
  | { readonly status: 'decoded'; readonly decoded: Decoded }
  | { readonly status: 'refused'; readonly refusal: Refusal }
  /** Nobody is left to answer. */
  | { readonly status: 'aborted' };

/** Takes an OTLP/HTTP request from its headers to what is in it: https://opentelemetry.io/docs/specs/otlp/#otlphttp */
export async function ingest(request: HttpRequest, signal: Signal, maxBodyBytes: number): Promise<Ingested> {
  const encoding = ENCODINGS.get(mediaTypeOf(request));
  if (encoding === undefined) return refused({ status: 415, kind: 'media_type', message: mediaTypeMessage(request) });
  // Its old name is the same: https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1.3
  const coding = header(request, 'content-encoding')
    .toLowerCase()
    .replace(/^x-gzip$/, 'gzip');
  if (coding !== '' && coding !== 'identity' && coding !== 'gzip') {
    const message = `Expected Content-Encoding gzip or identity, got ${show(coding)}: set OTEL_EXPORTER_OTLP_COMPRESSION=gzip, or send it uncompressed`;
    return refused({ status: 415, kind: 'content_encoding', message });
  }
  const body = await readBody(request, maxBodyBytes);
  if (body.status === 'aborted') return body;
  if (body.status === 'too_large') {
    const message = `Expected a body of at most ${maxBodyBytes} bytes, got more: ${TOO_LARGE_ADVICE}`;
    return refused({ status: 413, kind: 'too_large', message, closes: true });
  }
  try {
    const bytes = coding === 'gzip' ? await gunzip(body.bytes, maxBodyBytes, TOO_LARGE_ADVICE) : body.bytes;
    return { status: 'decoded', decoded: encoding.decode(bytes, signal) };
  } catch (error) {
    if (!(error instanceof RagmeterError)) throw error;
    return refused(unreadable(error, encoding));
  }
}

/** The type in which the answer is given: that of the request, JSON where it is none of ours. */
export function replyTypeOf(request: HttpRequest): string {
  const type = mediaTypeOf(request);
  return ENCODINGS.has(type) ? type : JSON_TYPE;
}

/** Whatever a batch holds is taken, at either path: a sender with one URL for both signals loses nothing. */
function decodeProtobuf(bytes: Uint8Array, signal: Signal): Decoded {
  const found = signalIn(bytes, MAX_MESSAGES);
  return decodeOtlpProtobuf(bytes, found === 'spans' || found === 'logs' ? found : signal, MAX_MESSAGES);
}

function decodeJson(bytes: Uint8Array): Decoded {
  if (hasMorePartsThan(MAX_JSON_PARTS, bytes)) {
    throw new RagmeterError('too_large', `Expected at most ${MAX_JSON_PARTS} objects, lists and fields, got more: ${TOO_LARGE_ADVICE}`);
  }
  return decodeOtlpJson(parseJsonBytes(bytes));
}

function refused(refusal: Refusal): Ingested {
  return { status: 'refused', refusal };
}

/** The sender may read what it sent; our own log must not. */
function unreadable({ code, message }: RagmeterError, { name }: Encoding): Refusal {
  if (code === 'too_large') return { status: 413, kind: code, message };
  return {
    status: 400,
    kind: code,
    message,
    warning: `Expected OTLP as ${name}, got a body that is ${code}: the reply tells the sender more`,
  };
}

function mediaTypeMessage(request: HttpRequest): string {
  const type = mediaTypeOf(request);
  const got = type === '' ? 'none' : show(type);
  return `Expected Content-Type ${[...ENCODINGS.keys()].join(' or ')}, got ${got}: set OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf`;
}

/** The type without its parameters, such as `charset`. */
function mediaTypeOf(request: HttpRequest): string {
  const [type = ''] = header(request, 'content-type').split(';');
  return type.trim().toLowerCase();
}

function header(request: HttpRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value.trim() : '';
}
