import { RagmeterError, show } from '../model/errors.ts';

/** Parses UTF-8 bytes as one JSON value, or throws a `not_json` error that says in one line where it stops being JSON. */
export function parseJsonBytes(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder().decode(bytes);
  } catch (cause) {
    // The engine has a longest string, of some 500 million characters.
    throw notJson(`${bytes.length} bytes in one piece, too many for one text`, 'split it into one request a line', cause);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw failure(bytes, text, cause);
  }
}

function failure(bytes: Uint8Array, text: string, cause: unknown): RagmeterError {
  if (text.trim() === '') return notJson('nothing', 'check that it was written', cause);
  if (looksBinary(bytes)) {
    const start = Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
    return notJson(
      `binary data that starts with ${start}`,
      'write it as JSON, or as protobuf to its end with Content-Type application/x-protobuf',
      cause,
    );
  }
  const reason = cause instanceof Error ? cause.message : '';
  const end = text.trimEnd().length;
  const position = Number(/at position (\d+)/.exec(reason)?.[1] ?? Number.NaN);
  if (position >= end || /end of JSON|Unterminated string/.test(reason)) {
    return notJson(`JSON that is cut off after character ${end}`, 'check that it was written to its end', cause);
  }
  if (position > 0) {
    return notJson(
      `text that stops being JSON at character ${position}, at ${show(text.slice(position, position + 20))}`,
      'check how it was written',
      cause,
    );
  }
  return notJson(`text that starts with ${show(text.trimStart().slice(0, 20))}`, 'check that it is the right one', cause);
}

function notJson(got: string, advice: string, cause: unknown): RagmeterError {
  return new RagmeterError('not_json', `Expected OTLP as JSON, got ${got}: ${advice}`, { cause });
}

/** Protobuf has control characters among its first bytes; text has tabs and ends of lines at most. */
function looksBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 16).some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20) || byte >= 0xf8);
}
