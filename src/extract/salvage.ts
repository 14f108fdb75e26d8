/**
 * What is whole in JSON that was cut at the end: all that was closed before the cut, or the text that was cut. Undefined where nothing is.
 * One pass over the text.
 */
export function salvaged(text: string): unknown {
  const json = text.trimStart();
  if (json.startsWith('"')) return parsed(`${withoutHalfEscape(json)}"`);
  if (!json.startsWith('[') && !json.startsWith('{')) return undefined;
  const closers: string[] = [];
  let inText = false;
  let end = 0;
  let open = '';
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
      end = at + 1;
      open = closers.toReversed().join('');
    }
  }
  return end === 0 ? undefined : parsed(json.slice(0, end) + open);
}

/** Whether a text begins as JSON does and is none. */
export function isCutJson(text: string): boolean {
  return /^\s*["[{]/u.test(text) && parsed(text) === undefined;
}

/** A cut may fall into `\n` or `\u00e9`. */
function withoutHalfEscape(json: string): string {
  const half = /\\(?:u[0-9a-fA-F]{0,3})?$/u.exec(json);
  const isEscaped = half !== null && /(?:^|[^\\])(?:\\\\)*$/u.test(json.slice(0, half.index));
  return isEscaped ? json.slice(0, half.index) : json;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
