/** A value as models write it. An object keeps its entries in a list: a key that comes twice must be seen twice. */
export type Loose = string | number | boolean | null | readonly Loose[] | LooseObject;

export interface LooseObject {
  readonly entries: readonly (readonly [key: string, value: Loose])[];
}

/** A reply is far flatter; what is deeper is not ours. */
const MAX_DEPTH = 6;
/** Each start may read to the end of the text: this bounds the product. */
const MAX_STARTS = 400;
const MAX_CHARACTERS = 200_000;

/**
 * Objects that stand anywhere in a text, in fences, in prose, or in one another's way, for which `isWanted` holds. JSON as models write
 * it: single quotes, bare words, `True`, a comma too many. Never throws.
 */
export function objectsIn(text: string, isWanted: (object: LooseObject) => boolean): readonly LooseObject[] {
  const source = text.slice(0, MAX_CHARACTERS);
  const found: LooseObject[] = [];
  let starts = 0;
  for (let at = source.indexOf('{'); at >= 0 && starts < MAX_STARTS; starts += 1) {
    const reader = new Reader(source, at);
    const object = reader.object(0);
    // What is not wanted is stepped into, not over: a stray quote or brace before the reply must not swallow it.
    const isKept = object !== undefined && isWanted(object);
    if (isKept) found.push(object);
    at = source.indexOf('{', isKept ? reader.at : at + 1);
  }
  return found;
}

export function isObject(value: Loose): value is LooseObject {
  return typeof value === 'object' && value !== null && 'entries' in value && !Array.isArray(value);
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const BARE_END = /[,{}[\]"'\n]/;

/** Reads one value from a place in a text; undefined where there is none. */
class Reader {
  at: number;
  readonly #text: string;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  object(depth: number): LooseObject | undefined {
    const entries: (readonly [string, Loose])[] = [];
    this.at += 1;
    for (;;) {
      this.#skip(/[\s,]/);
      if (this.#text[this.at] === '}') {
        this.at += 1;
        return { entries };
      }
      const key = this.#key();
      if (key === undefined) return undefined;
      this.#skip(/\s/);
      if (this.#text[this.at] !== ':') return undefined;
      this.at += 1;
      const value = this.#value(depth + 1);
      if (value === undefined) return undefined;
      entries.push([key, value]);
    }
  }

  #value(depth: number): Loose | undefined {
    this.#skip(/\s/);
    const first = this.#text[this.at];
    if (first === undefined || depth > MAX_DEPTH) return undefined;
    if (first === '{') return this.object(depth);
    if (first === '[') return this.#list(depth);
    return first === '"' || first === "'" ? this.#string(first) : bareValue(this.#bare());
  }

  #list(depth: number): readonly Loose[] | undefined {
    const items: Loose[] = [];
    this.at += 1;
    for (;;) {
      this.#skip(/[\s,]/);
      if (this.#text[this.at] === ']') {
        this.at += 1;
        return items;
      }
      const item = this.#value(depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
    }
  }

  #key(): string | undefined {
    const first = this.#text[this.at];
    if (first === '"' || first === "'") return this.#string(first);
    const start = this.at;
    this.#skip(/[\w.-]/);
    return this.at > start ? this.#text.slice(start, this.at) : undefined;
  }

  #string(quote: string): string | undefined {
    let read = '';
    for (let at = this.at + 1; at < this.#text.length; at += 1) {
      const character = this.#text.charAt(at);
      if (character === quote) {
        this.at = at + 1;
        return read;
      }
      if (character !== '\\') {
        read += character;
        continue;
      }
      at += 1;
      const escaped = this.#text.charAt(at);
      if (escaped === 'u') {
        read += String.fromCharCode(Number.parseInt(this.#text.slice(at + 1, at + 5), 16) || 0xfffd);
        at += 4;
      } else read += ESCAPES[escaped] ?? escaped;
    }
    return undefined;
  }

  /** A word or several without quotes, up to what ends a value. */
  #bare(): string | undefined {
    const start = this.at;
    while (this.at < this.#text.length && !BARE_END.test(this.#text.charAt(this.at))) this.at += 1;
    const bare = this.#text.slice(start, this.at).trim();
    return bare === '' ? undefined : bare;
  }

  #skip(characters: RegExp): void {
    while (this.at < this.#text.length && characters.test(this.#text.charAt(this.at))) this.at += 1;
  }
}

function bareValue(bare: string | undefined): Loose | undefined {
  if (bare === undefined) return undefined;
  if (/^-?\d+(\.\d+)?$/.test(bare)) return Number(bare);
  if (/^true$/i.test(bare)) return true;
  if (/^false$/i.test(bare)) return false;
  return bare === 'null' ? null : bare;
}
