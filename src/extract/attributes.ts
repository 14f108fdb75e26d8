import type { Attributes } from '../model/span.ts';

/** A longer value is cut before it is parsed. Characters. */
export const MAX_VALUE_CHARACTERS = 1_000_000;

/** More entries than this in one list are not read. */
const MAX_INDEXED = 1_000;

/** What libraries write in place of a value that the user wanted hidden. */
const REDACTION_MARKS = new Set(['__redacted__', '<redacted>', '[redacted]', '***', '[hidden]', '<hidden>']);

/** True for the marks that stand where a hidden value was. They are never scored as text. */
export function isRedactionMark(value: string): boolean {
  return value.length <= 12 && REDACTION_MARKS.has(value.trim().toLowerCase());
}

/** A text with something in it. Marks of redaction are no text. */
export function plainText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const whole = value.length > MAX_VALUE_CHARACTERS ? value.slice(0, MAX_VALUE_CHARACTERS) : value;
  return whole.trim() === '' || isRedactionMark(whole) ? undefined : whole;
}

/** The text under a key, or undefined where it is absent, empty, hidden or no text. */
export function text(attributes: Attributes, key: string): string | undefined {
  return plainText(attributes[key]);
}

/** A finite number, also where it was written as text. */
export function finiteNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.trim() === '' || value.length > 40) return undefined;
  const read = Number(value);
  return Number.isFinite(read) ? read : undefined;
}

/** A map of values, as it came: nothing is known of what is in it. */
export type Entry = Readonly<Record<string, unknown>>;

/** A map of values, not a list. */
export function record(value: unknown): Entry | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** A name or mark that is told apart from others; nothing where the value is no text. */
export function named(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The maps in a list; other values are left out. */
export function entriesIn(value: unknown): readonly Entry[] {
  const entries: Entry[] = [];
  if (!Array.isArray(value)) return entries;
  for (const element of value as unknown[]) {
    const entry = record(element);
    if (entry !== undefined) entries.push(entry);
  }
  return entries;
}

/** Structure in a text that holds JSON, once or twice encoded; a value that is structure already; else undefined. */
export function structure(value: unknown): Entry | readonly unknown[] | undefined {
  let current = value;
  for (let level = 0; level < 2 && typeof current === 'string'; level += 1) current = parsed(current);
  if (Array.isArray(current)) return current;
  return record(current);
}

/** A text that was JSON-encoded as a text (quotes around it) is decoded; anything else is returned as it is. */
export function unquoted(value: string): string {
  if (!value.startsWith('"') || !value.endsWith('"')) return value;
  const inner = parsed(value);
  return typeof inner === 'string' ? inner : value;
}

const ENDS: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['[', ']'],
  ['"', '"'],
]);

function parsed(value: string): unknown {
  if (value.length > MAX_VALUE_CHARACTERS) return undefined;
  const json = value.trim();
  // Most texts, and JSON that was cut, are told by their ends.
  if (ENDS.get(json[0] ?? '') !== json.at(-1)) return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/**
 * The maps behind flattened keys: `prefix.0.document.id`, `prefix.0.document.score`, … → `[{ 'document.id', 'document.score' }, …]`,
 * in the order of their numbers. Numbers that are left out leave no hole.
 */
export function indexed(attributes: Attributes, prefix: string): readonly Entry[] {
  const start = `${prefix}.`;
  const entries = new Map<number, Record<string, unknown>>();
  for (const key of Object.keys(attributes)) {
    if (!key.startsWith(start)) continue;
    const match = /^(\d{1,6})\.(.+)$/.exec(key.slice(start.length));
    if (match?.[1] === undefined || match[2] === undefined) continue;
    const index = Number(match[1]);
    let entry = entries.get(index);
    if (entry === undefined) {
      if (entries.size >= MAX_INDEXED) continue;
      entry = Object.create(null) as Record<string, unknown>;
      entries.set(index, entry);
    }
    entry[match[2]] = attributes[key];
  }
  return [...entries].sort(([a], [b]) => a - b).map(([, entry]) => entry);
}
