import { MAX_VALUE_CHARACTERS } from './attributes.ts';

/**
 * What is whole in JSON that was cut at the end: all that was closed before the cut, or the text that was cut. Undefined where nothing is,
 * and where the text is no JSON: `[1] A passage.` only begins like it. One pass over the text.
 */
export function salvaged(text: string): unknown {
  const json = text.trimStart();
  if (json.startsWith('"')) return parsed(`${withoutHalfEscape(json)}"`);
  if (!json.startsWith('[') && !json.startsWith('{')) return undefined;
  const closers: string[] = [];
  let inText = false;
  let end = 0;
  let open = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (inText) {
      if (character === '\\') at += 1;
      else if (character === '"') inText = false;
    } else if (character === '"') {
      inText = true;
    } else if (character === '{' || character === '[') {
      closers.push(character === '{' ? '}' : ']');
    } else if (character === '}' || character === ']') {
      closers.pop();
      // What goes on after its end was not cut.
      if (closers.length === 0) return undefined;
      end = at + 1;
      open = closers.length;
    }
  }
  // Since the last end there were only beginnings: what was open there is open still.
  return end === 0 ? undefined : parsed(json.slice(0, end) + closers.slice(0, open).toReversed().join(''));
}

/** Whether a text begins as JSON does and is none, or is longer than what is parsed. */
export function isCutJson(text: string): boolean {
  return /^\s*["[{]/u.test(text.slice(0, 1_000)) && (text.length > MAX_VALUE_CHARACTERS || parsed(text) === undefined);
}

/** Whether a value is JSON that was cut. */
export function isCut(value: unknown): boolean {
  return typeof value === 'string' && isCutJson(value) && salvaged(value) !== undefined;
}

/** A cut may fall into `\n` or `\u00e9`. */
function withoutHalfEscape(json: string): string {
  const from = Math.max(0, json.length - 6);
  const half = /\\(?:u[0-9a-fA-F]{0,3})?$/u.exec(json.slice(from));
  if (half === null) return json;
  const at = from + half.index;
  let slashes = 0;
  while (json[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 0 ? json.slice(0, at) : json;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
