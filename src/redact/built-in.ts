import type { Redactor } from '../model/redactor.ts';
import { PATTERNS, type Pattern } from './patterns.ts';

/**
 * A redactor for the texts of one turn: mail addresses, phone and card numbers, keys and tokens become `[EMAIL_1]`, `[PHONE_1]` and so on, the
 * same value the same marker, so that it can still be seen that two texts speak of the same. By patterns alone: it finds what looks like one.
 */
export function builtInRedactor(): Redactor {
  const markers = new Map<string, string>();
  const counts = new Map<string, number>();

  function markerOf({ type, identity = (value) => value }: Pattern, value: string): string {
    const key = `${type} ${identity(value)}`;
    const known = markers.get(key);
    if (known !== undefined) return known;
    const count = (counts.get(type) ?? 0) + 1;
    counts.set(type, count);
    const marker = `[${type}_${count}]`;
    markers.set(key, marker);
    return marker;
  }

  return (text) => PATTERNS.reduce((left, pattern) => replaced(left, pattern, (value) => markerOf(pattern, value)), text);
}

function replaced(text: string, { expression, isOne = () => true }: Pattern, markerOf: (value: string) => string): string {
  let out = '';
  let at = 0;
  for (const match of text.matchAll(expression)) {
    const value = match.groups?.value ?? match[0];
    if (!isOne(value) || value.startsWith('[')) continue;
    const start = match.index + match[0].lastIndexOf(value);
    out += text.slice(at, start) + markerOf(value);
    at = start + value.length;
  }
  return out + text.slice(at);
}
