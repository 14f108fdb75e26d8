/** What is sent back for a request. */
export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
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

export function jsonReply(status: number, body: unknown): Reply {
  return { status, contentType: JSON_TYPE, body: JSON.stringify(body) };
}

/** A refusal as OTLP/HTTP wants it: a `google.rpc.Status` (https://opentelemetry.io/docs/specs/otlp/#failures-1). */
export function refusalReply(refusal: Refusal): Reply {
  const { status, message, headers, closes } = refusal;
  return {
    ...jsonReply(status, { code: rpcCode(status), message }),
    ...(headers !== undefined && { headers }),
    ...(closes !== undefined && { closes }),
  };
}

/** `google.rpc.Code` for an HTTP status. */
function rpcCode(status: number): number {
  switch (status) {
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
