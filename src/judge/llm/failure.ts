import { messageOf } from '../../model/errors.ts';
import type { JudgeReply } from '../../model/judge.ts';
import type { FailureReason } from '../../model/outcome.ts';

export type Failure = Extract<JudgeReply, { status: 'failed' }>;

const MAX_MESSAGE_CHARACTERS = 300;

/** What an error of the AI SDK tells, in all of its versions. */
interface CallError {
  readonly name?: string;
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly lastError?: unknown;
  readonly code?: string;
}

export function failure(reason: FailureReason, message: string, retryable = false): Failure {
  return { status: 'failed', reason, retryable, message: cut(message) };
}

/** The one place that says which failure of a call is which, and whether asking again may help. */
export function failureFrom(thrown: unknown, signal: AbortSignal, nowMs: number): Failure {
  if (signal.aborted) return failure('judge_timeout', 'The model gave no reply in time', true);
  const error = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as CallError;
  if (error.name === 'AI_RetryError' && error.lastError !== undefined) return failureFrom(error.lastError, signal, nowMs);
  const { statusCode } = error;
  const said = `The model could not be asked: ${messageOf(thrown)}`;
  if (statusCode === undefined) return withoutStatus(error, said);
  const message = `${said} (HTTP ${statusCode})`;
  if (statusCode === 401 || statusCode === 403) return failure('judge_auth', message);
  const waitMs = retryAfterMs(error.responseHeaders, nowMs);
  const wait = waitMs === undefined ? {} : { retryAfterMs: waitMs };
  if (statusCode === 429) return { ...failure('judge_rate_limited', message, true), ...wait };
  if (statusCode === 408) return { ...failure('judge_timeout', message, true), ...wait };
  if (statusCode >= 500) return { ...failure('judge_unavailable', message, true), ...wait };
  // It was answered, with what is no reply of a model.
  if (statusCode >= 200 && statusCode < 300) return failure('invalid_verdict', message);
  return failure('judge_error', message);
}

/** The request was not understood: what it asks for may be more than this API knows. */
export function isBadRequest(thrown: unknown): boolean {
  const { statusCode } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as CallError;
  return statusCode === 400 || statusCode === 415 || statusCode === 422;
}

const CONNECTION_CODES = /^(ECONN|ENOTFOUND|EAI_AGAIN|EHOST|ENET|EPIPE|ETIMEDOUT|UND_ERR)/;

function withoutStatus(error: CallError, message: string): Failure {
  if (error.code === 'missing_key' || error.name === 'AI_LoadAPIKeyError') return failure('judge_auth', message);
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return failure('judge_timeout', message, true);
  // The AI SDK tells a failed connection as a call without a status.
  if (error.name === 'AI_APICallError' || isConnection(error)) return failure('judge_unavailable', message, true);
  return failure('judge_error', message);
}

function isConnection(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 3) return false;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return (typeof code === 'string' && CONNECTION_CODES.test(code)) || isConnection(cause, depth + 1);
}

/** `Retry-After`, in seconds or as a date, and the milliseconds that some providers tell beside it. */
function retryAfterMs(headers: Readonly<Record<string, string>> | undefined, nowMs: number): number | undefined {
  const milliseconds = Number.parseFloat(headers?.['retry-after-ms'] ?? '');
  if (milliseconds >= 0) return milliseconds;
  const told = headers?.['retry-after'];
  if (told === undefined) return undefined;
  const wait = /^\s*\d+(\.\d+)?\s*$/.test(told) ? Number(told) * 1_000 : parseDate(told) - nowMs;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

function parseDate(text: string): number {
  // biome-ignore lint/style/noRestrictedGlobals: reads a date; what time it is now comes in by the door.
  return Date.parse(text);
}

function cut(message: string): string {
  const [line = ''] = message.split('\n');
  return line.length > MAX_MESSAGE_CHARACTERS ? `${line.slice(0, MAX_MESSAGE_CHARACTERS - 3)}...` : line;
}
