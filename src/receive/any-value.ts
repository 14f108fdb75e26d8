import type { Attributes } from '../model/span.ts';
import { integerOf, isObject } from './json-shapes.ts';

/** Levels of lists and maps in one value. Real values have three or four; the bound keeps the recursion off the end of the stack. */
export const MAX_VALUE_DEPTH = 32;

/** Of more attributes, events, or entries of a map than this the first are read. Each is looked at many times, and real spans have hundreds. */
export const MAX_ENTRIES = 10_000;

/** How many of so many are not read. */
export function beyondEntries(count: number): number {
  return Math.max(0, count - MAX_ENTRIES);
}

/**
 * OTLP's `KeyValue` list as an object. It has no prototype, so that a key named `__proto__` is a key like any other.
 * A key whose value is empty or cannot be read is left out; of a key that comes twice the last value counts.
 */
export function decodeAttributes(list: unknown): Attributes {
  return decodeEntries(list, 0);
}

/** OTLP's `AnyValue`; undefined where it is empty, cannot be read, or lies deeper than `MAX_VALUE_DEPTH`. */
export function decodeAnyValue(value: unknown): unknown {
  return decodeAt(value, 0);
}

function decodeAt(value: unknown, depth: number): unknown {
  if (!isObject(value)) return undefined;
  if (typeof value.stringValue === 'string') return value.stringValue;
  if (typeof value.boolValue === 'boolean') return value.boolValue;
  const integer = integerOf(value.intValue);
  if (integer !== undefined) return integer;
  const double = doubleOf(value.doubleValue);
  if (double !== undefined) return double;
  if (typeof value.bytesValue === 'string') return new Uint8Array(Buffer.from(value.bytesValue, 'base64'));
  if (depth >= MAX_VALUE_DEPTH) return undefined;
  if (isObject(value.arrayValue)) return decodeList(value.arrayValue.values, depth + 1);
  if (isObject(value.kvlistValue)) return decodeEntries(value.kvlistValue.values, depth + 1);
  return undefined;
}

/** An empty value stays in a list as null, so that the others keep their places. */
function decodeList(values: unknown, depth: number): unknown[] {
  return Array.isArray(values) ? values.map((value) => decodeAt(value, depth) ?? null) : [];
}

function decodeEntries(entries: unknown, depth: number): Attributes {
  const decoded: Record<string, unknown> = Object.create(null);
  if (!Array.isArray(entries)) return decoded;
  for (const entry of entries.length > MAX_ENTRIES ? entries.slice(0, MAX_ENTRIES) : entries) {
    if (!isObject(entry) || typeof entry.key !== 'string') continue;
    const value = decodeAt(entry.value, depth);
    if (value !== undefined) decoded[entry.key] = value;
  }
  return decoded;
}

/** JSON has no NaN and no infinity: protobuf's JSON mapping writes them, and may write any double, as text. */
function doubleOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const double = Number(value);
  return Number.isNaN(double) && value !== 'NaN' ? undefined : double;
}
