/** This much of a text tells. */
const LOOKED_AT = 2_000;

/** More than a name, a status or an address: a few words, or as much in a script that writes without spaces. */
export function isRunningText(text: string): boolean {
  const start = text.trimStart().slice(0, LOOKED_AT);
  return start.trimEnd().split(/\s+/u).length >= 4 || /[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f].{7}/u.test(start);
}
