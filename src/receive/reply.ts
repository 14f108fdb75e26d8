import { BinaryWriter } from '@bufbuild/protobuf/wire';
import type { Decoded } from './decoded.ts';
import type { Signal } from './otlp-signal.ts';
import { delimited, varint } from './protobuf-reader.ts';

/** What is sent back for a request. */
export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Set where the request's body was not read to its end, and must not be. */
  readonly closes?: boolean;
}

/** Why a request was refused. */
export interface Refusal {
  readonly status: number;
  /** One line for the sender: what was expected, what came, what to do. */
  readonly message: string;
  /** One line for our own log, without anything from the body; by default the message. */
  readonly warning?: string;
  /** Warnings of one kind are said once in a burst; by default the status. A word of ours, never the request's: kinds are few. */
  readonly kind?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly closes?: boolean;
}

export const JSON_TYPE = 'application/json';
export const PROTOBUF_TYPE = 'application/x-protobuf';

export function jsonReply(status: number, body: unknown): Reply {
  return { status, contentType: JSON_TYPE, body: JSON.stringify(body) };
}

/** A refusal as OTLP/HTTP wants it, in the request's encoding: a `google.rpc.Status` (https://opentelemetry.io/docs/specs/otlp/#failures-1). */
export function refusalReply(refusal: Refusal, contentType: string): Reply {
  const { status, message, headers, closes } = refusal;
  const code = rpcCode(status);
  const reply = contentType === PROTOBUF_TYPE ? protobufReply(status, numberAndText(code, message)) : jsonReply(status, { code, message });
  return {
    ...reply,
    ...(headers !== undefined && { headers }),
    ...(closes !== undefined && { closes }),
  };
}

/**
 * An `ExportTraceServiceResponse` or `ExportLogsServiceResponse`, in the request's encoding. What was rejected is a partial success:
 * https://opentelemetry.io/docs/specs/otlp/#partial-success-1
 */
export function exportReply(decoded: Decoded, signal: Signal, contentType: string): Reply {
  const { problems, rejectedSpans, rejectedLogs } = decoded;
  if (problems.length === 0) return contentType === PROTOBUF_TYPE ? protobufReply(200, new BinaryWriter()) : jsonReply(200, {});
  const rejected = signal === 'spans' ? rejectedSpans : rejectedLogs;
  const errorMessage = problems.join('; ');
  if (contentType === PROTOBUF_TYPE) {
    const partialSuccess = numberAndText(rejected, errorMessage).finish();
    return protobufReply(200, new BinaryWriter().uint32(delimited(1)).bytes(partialSuccess));
  }
  const count = signal === 'spans' ? 'rejectedSpans' : 'rejectedLogRecords';
  return jsonReply(200, { partialSuccess: { [count]: String(rejected), errorMessage } });
}

function protobufReply(status: number, message: BinaryWriter): Reply {
  return { status, contentType: PROTOBUF_TYPE, body: message.finish() };
}

/** `google.rpc.Status` and what tells of a partial success are written alike. */
function numberAndText(number: number, text: string): BinaryWriter {
  return new BinaryWriter().uint32(varint(1)).uint32(number).uint32(delimited(2)).string(text);
}

/** `google.rpc.Code` for an HTTP status. */
function rpcCode(status: number): number {
  switch (status) {
    case 401:
      return 16; // UNAUTHENTICATED
    case 404:
      return 5; // NOT_FOUND
    case 405:
      return 12; // UNIMPLEMENTED
    case 500:
      return 13; // INTERNAL
    case 503:
      return 14; // UNAVAILABLE
    default:
      return 3; // INVALID_ARGUMENT
  }
}
