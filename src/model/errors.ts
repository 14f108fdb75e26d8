import { escaped } from './escaped.ts';

/** Base of all errors that we throw. `code` is stable. */
export class RagmeterError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'RagmeterError';
    this.code = code;
  }
}

/** A mistake in what we were given: says what was expected and what came. */
export function expected(what: string, got: unknown, code = 'invalid_option'): RagmeterError {
  return new RagmeterError(code, `Expected ${what}, got ${show(got)}`);
}

/** A value in an error message: one line, short, and never a whole document. */
export function show(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'bigint' || typeof value === 'number' || value === undefined || value === null) return String(value);
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    text = undefined;
  }
  // JSON leaves line ends of other kinds as they are.
  const whole = escaped(text ?? typeof value);
  return whole.length > 80 ? `${whole.slice(0, 77)}...` : whole;
}

/** What something that was thrown says. Anything can be thrown, also what has no text. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : show(thrown);
}
