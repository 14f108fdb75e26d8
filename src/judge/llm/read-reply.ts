import { LEVELS, type Level } from '../../model/verdicts.ts';
import { isObject, type Loose, type LooseObject, objectsIn } from './loose-json.ts';
import type { Item } from './sheet.ts';

/** What a model said of one item. */
export type Said =
  | { readonly level: Level; readonly used?: boolean }
  | { readonly holds: boolean }
  | { readonly missing: readonly string[] };

const MAX_VERDICT_CHARACTERS = 60;
const MAX_FIELD_CHARACTERS = 20;
const MAX_MISSING_ITEMS = 20;
const MAX_MISSING_CHARACTERS = 200;

/**
 * The readable verdicts in a reply, by id. Only ids that were asked for count. One that stands there twice with different verdicts, or whose
 * verdict cannot be read, is left out, to be asked for again: nothing is ever guessed.
 */
export function readReply(text: string, wanted: ReadonlyMap<string, Item>, hasAnswer: boolean): ReadonlyMap<string, Said> {
  const claims = new Map<string, (Said | undefined)[]>();
  const namesId = (object: LooseObject): boolean => verdictsIn(object, wanted).length > 0;
  for (const object of objectsIn(withoutThoughts(text), namesId)) {
    for (const [id, value] of verdictsIn(object, wanted)) {
      const item = wanted.get(id);
      if (item !== undefined) claims.set(id, [...(claims.get(id) ?? []), readVerdict(value, item, hasAnswer)]);
    }
  }
  const said = new Map<string, Said>();
  for (const [id, readings] of claims) {
    const [first] = readings;
    if (first !== undefined && readings.every((reading) => JSON.stringify(reading) === JSON.stringify(first))) said.set(id, first);
  }
  return said;
}

/**
 * Some models think aloud before they reply; drafts are no verdicts. An opening behind the last closing of its name is passed over without a
 * search, so that very many of them cost no more than the length of the text.
 */
function withoutThoughts(text: string): string {
  const lastClosing = new Map<string, number>();
  for (const { 1: name = '', index } of text.matchAll(/<\/(think|thinking|thought|reasoning)>/gi))
    lastClosing.set(name.toLowerCase(), index);
  let kept = '';
  let from = 0;
  for (const { 1: name = '', index } of text.matchAll(/<(think|thinking|thought|reasoning)>/gi)) {
    if (index < from || index > (lastClosing.get(name.toLowerCase()) ?? -1)) continue;
    const closing = new RegExp(`</${name}>`, 'gi');
    closing.lastIndex = index;
    closing.exec(text);
    kept += text.slice(from, index);
    from = closing.lastIndex;
  }
  return kept + text.slice(from);
}

/** `{"k1":"high"}`, the same inside another object, and `[{"id":"k1","level":"high"}]`. */
function verdictsIn(value: Loose, wanted: ReadonlyMap<string, Item>): readonly (readonly [id: string, value: Loose])[] {
  if (Array.isArray(value)) return value.flatMap((item) => verdictsIn(item, wanted));
  if (!isObject(value)) return [];
  const named = value.entries.find(([, inner]) => typeof inner === 'string' && wanted.has(inner));
  if (named !== undefined) return [[String(named[1]), { entries: value.entries.filter((entry) => entry !== named) }]];
  return value.entries.flatMap(([key, inner]) => (wanted.has(key.trim()) ? [[key.trim(), inner] as const] : verdictsIn(inner, wanted)));
}

function readVerdict(value: Loose, item: Item, hasAnswer: boolean): Said | undefined {
  switch (item.kind) {
    case 'missing':
      return readMissing(value);
    case 'document':
      return readLevel(wordsOf(value), hasAnswer);
    default:
      return readHolds(value);
  }
}

function readLevel(words: readonly string[], hasAnswer: boolean): Said | undefined {
  const [level, ...others] = LEVELS.filter((known) => words.includes(known));
  if (level === undefined || others.length > 0) return undefined;
  if (!hasAnswer) return { level };
  const used = readUsed(words);
  return used === undefined ? undefined : { level, used };
}

/** `used`, `unused`, `not used`; as a field of its own `used: true`. */
function readUsed(words: readonly string[]): boolean | undefined {
  if (words.includes('unused')) return false;
  if (!words.includes('used')) return undefined;
  return !words.some((word) => word === 'not' || word === 'false' || word === 'no' || word === '0');
}

const YES = new Set(['yes', 'true', '1', 'supported', 'relevant']);
const NO = new Set(['no', 'false', '0', 'unsupported', 'irrelevant', 'not']);

function readHolds(value: Loose): Said | undefined {
  const words = wordsOf(value);
  if (words.some((word) => NO.has(word))) return words.includes('yes') ? undefined : { holds: false };
  return words.some((word) => YES.has(word)) ? { holds: true } : undefined;
}

/** The words of a short verdict, in lower case, whatever its form; none of one that goes on and on. */
function wordsOf(value: Loose): readonly string[] {
  const text = flat(value);
  return text.length > MAX_VERDICT_CHARACTERS
    ? []
    : text
        .toLowerCase()
        .split(/[^a-z0-9]+/)
        .filter((word) => word !== '');
}

function flat(value: Loose): string {
  if (Array.isArray(value)) return value.map(flat).join(' ');
  if (!isObject(value)) return String(value);
  // A field of prose beside the verdict says why; it is not the verdict.
  const fields = value.entries.filter(([, inner]) => flat(inner).length <= MAX_FIELD_CHARACTERS);
  return fields.map(([key, inner]) => (/^used$/i.test(key) ? `used ${flat(inner)}` : flat(inner))).join(' ');
}

function readMissing(value: Loose): Said | undefined {
  if (value === null) return { missing: [] };
  const items = Array.isArray(value) ? value : [value];
  if (!items.every((item) => typeof item === 'string' || typeof item === 'number')) return undefined;
  const texts = items
    .map((item) => String(item).trim())
    .filter((item) => item !== '' && !(items.length === 1 && /^(none|nothing)\.?$/i.test(item)));
  return { missing: texts.slice(0, MAX_MISSING_ITEMS).map((item) => item.slice(0, MAX_MISSING_CHARACTERS)) };
}
