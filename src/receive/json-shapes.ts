/** Any JSON object: its fields are unknown until they are looked at. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The type of a JSON value in words, for messages that must not repeat what is in it. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** The text, or nothing where it is empty: protobuf cannot tell an empty text from none. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const DECIMAL = /^-?\d{1,20}$/;

/** An integer of up to 64 bits: OTLP/JSON writes it as decimal text, many encoders write a number. Loses digits beyond 2^53. */
export function integerOf(value: unknown): number | undefined {
  if (typeof value === 'string' && DECIMAL.test(value)) return Number(value);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A count that the sender gives; 0 where it gives none or nonsense. */
export function countOf(value: unknown): number {
  const count = integerOf(value);
  return count !== undefined && count > 0 ? Math.trunc(count) : 0;
}

const UINT64_MAX = 2n ** 64n - 1n;

/** Nanoseconds since 1970. A time that is absent or cannot be read is 0n: the span is kept, for its text is as good as any. */
export function nanosecondsOf(value: unknown): bigint {
  let time = 0n;
  if (typeof value === 'string' && DECIMAL.test(value)) time = BigInt(value);
  else if (typeof value === 'number' && Number.isFinite(value)) time = BigInt(Math.trunc(value));
  return time >= 0n && time <= UINT64_MAX ? time : 0n;
}
