import { constants } from 'node:buffer';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { RagmeterError } from '../model/errors.ts';

const gunzipInPool = promisify(zlib.gunzip);

/** Whether the bytes begin as gzip data does (RFC 1952). */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/**
 * Unpacks on the thread pool. Throws a `too_large` error as soon as more than `maxBytes` came out, with `advice` on what to
 * do about it, and a `not_gzip` error where the data is cut or damaged.
 */
export async function gunzip(bytes: Uint8Array, maxBytes: number, advice: string): Promise<Uint8Array> {
  try {
    return await gunzipInPool(bytes, bounded(maxBytes));
  } catch (cause) {
    throw failure(cause, maxBytes, advice);
  }
}

/** The same on this thread. */
export function gunzipSync(bytes: Uint8Array, maxBytes: number, advice: string): Uint8Array {
  try {
    return zlib.gunzipSync(bytes, bounded(maxBytes));
  } catch (cause) {
    throw failure(cause, maxBytes, advice);
  }
}

function bounded(maxBytes: number): zlib.ZlibOptions {
  return { maxOutputLength: Math.min(maxBytes, constants.MAX_LENGTH) };
}

function failure(cause: unknown, maxBytes: number, advice: string): RagmeterError {
  if (cause instanceof RangeError && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE') {
    return new RagmeterError('too_large', `Expected at most ${maxBytes} bytes after decompression, got more: ${advice}`, { cause });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new RagmeterError('not_gzip', `Expected whole gzip data, got data that is cut or damaged (${reason}): write it again`, { cause });
}
