import { show } from '../model/errors.ts';

const DIGITS = { traceId: 32, spanId: 16, parentSpanId: 16 } as const;
const HEXADECIMAL = /^[0-9a-f]+$/;
const ZEROS = /^0*$/;

export type IdentifierName = keyof typeof DIGITS;

/** An id in lower case; undefined where it is not of the right length or not hexadecimal. All zeros and none at all are the empty text. */
export function identifierOf(name: IdentifierName, value: unknown): string | undefined {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') return undefined;
  if (value === '') return '';
  if (value.length !== DIGITS[name]) return undefined;
  const lower = value.toLowerCase();
  if (!HEXADECIMAL.test(lower)) return undefined;
  return ZEROS.test(lower) ? '' : lower;
}

/** `owner` is the thing that has the id, such as "span". */
export function identifierProblem(name: IdentifierName, owner: string, value: unknown): string {
  return `Expected the ${name} of a ${owner} to be ${DIGITS[name]} hexadecimal digits, not all zero, got ${show(value)}: send ids as hexadecimal text, not as base64`;
}

/** The same where ids are bytes, of which `digits` are the hexadecimal ones. */
export function identifierBytesProblem(name: IdentifierName, owner: string, digits: string): string {
  const got = ZEROS.test(digits) ? `${digits.length / 2} zero bytes` : `${digits.length / 2} bytes`;
  return `Expected the ${name} of a ${owner} to be ${DIGITS[name] / 2} bytes, not all zero, got ${got}: send ids as bytes, not as text`;
}
