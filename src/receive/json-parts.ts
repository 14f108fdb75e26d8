const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;

/**
 * Whether JSON has more than `max` objects, lists and commas between their parts, not counting what stands in texts. It is asked
 * before parsing: two bytes of JSON can become an object of fifty, and bytes alone do not bound the memory.
 */
export function hasMorePartsThan(max: number, json: Uint8Array): boolean {
  if (json.length <= max) return false;
  let parts = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfText(json, at + 1);
    else if (byte === COMMA || byte === OPENING_BRACKET || byte === OPENING_BRACE) {
      parts += 1;
      if (parts > max) return true;
    }
  }
  return false;
}

/** Where the closing quote stands, or the end. */
function endOfText(json: Uint8Array, start: number): number {
  for (let quote = json.indexOf(QUOTE, start); quote >= 0; quote = json.indexOf(QUOTE, quote + 1)) {
    let backslashes = 0;
    while (quote - 1 - backslashes >= start && json[quote - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return quote;
  }
  return json.length;
}
