import { RagmeterError, show } from '../model/errors.ts';
import type { Decoded } from './decoded.ts';
import { gunzip } from './gzip.ts';
import type { HttpRequest } from './http.ts';
import { parseJsonBytes } from './json-bytes.ts';
import { decodeOtlpJson } from './otlp-json.ts';
import { JSON_TYPE, type Refusal } from './reply.ts';
import { readBody } from './request-body.ts';

/** Reads a body of one media type; throws a `RagmeterError` where it cannot. A further encoding of OTLP is a line here. */
const DECODERS: ReadonlyMap<string, (bytes: Uint8Array) => Decoded> = new Map([
  [JSON_TYPE, (bytes) => decodeOtlpJson(parseJsonBytes(bytes))],
]);

const TOO_LARGE_ADVICE = "send smaller batches (OTEL_BSP_MAX_EXPORT_BATCH_SIZE, or send_batch_max_size of a Collector's batch processor)";

export type Ingested =
  | { readonly status: 'decoded'; readonly decoded: Decoded }
  | { readonly status: 'refused'; readonly refusal: Refusal }
  /** Nobody is left to answer. */
  | { readonly status: 'aborted' };

/** Takes an OTLP/HTTP request from its headers to what is in it: https://opentelemetry.io/docs/specs/otlp/#otlphttp */
export async function ingest(request: HttpRequest, maxBodyBytes: number): Promise<Ingested> {
  const decode = DECODERS.get(mediaType(request));
  if (decode === undefined) return refused({ status: 415, kind: 'media_type', message: mediaTypeMessage(request) });
  const coding = header(request, 'content-encoding').toLowerCase();
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
    return { status: 'decoded', decoded: decode(bytes) };
  } catch (error) {
    if (!(error instanceof RagmeterError)) throw error;
    return refused(unreadable(error));
  }
}

function refused(refusal: Refusal): Ingested {
  return { status: 'refused', refusal };
}

/** The sender may read what it sent; our own log must not. */
function unreadable(error: RagmeterError): Refusal {
  const { code, message } = error;
  if (code === 'too_large') return { status: 413, kind: code, message };
  return {
    status: 400,
    kind: code,
    message,
    warning: `Expected OTLP as JSON, got a body that is ${code}: the reply tells the sender more`,
  };
}

function mediaTypeMessage(request: HttpRequest): string {
  const type = mediaType(request);
  const setting = 'OTEL_EXPORTER_OTLP_PROTOCOL=http/json';
  if (type === 'application/x-protobuf') {
    return `Expected Content-Type ${JSON_TYPE}, got "${type}": protobuf is not read yet by this version; set ${setting}, or encoding: json in a Collector's otlphttp exporter`;
  }
  return `Expected Content-Type ${JSON_TYPE}, got ${type === '' ? 'none' : show(type)}: send OTLP as JSON, as with ${setting}`;
}

/** The type without its parameters, such as `charset`. */
function mediaType(request: HttpRequest): string {
  const [type = ''] = header(request, 'content-type').split(';');
  return type.trim().toLowerCase();
}

function header(request: HttpRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value.trim() : '';
}
