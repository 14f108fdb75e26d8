/** Characters of East Asian scripts and emoji take two columns. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** How many columns of a terminal a text takes. */
export function width(text: string): number {
  let columns = 0;
  for (const character of text) columns += WIDE.test(character) ? 2 : 1;
  return columns;
}

/** One line of at most `columns`; what is left out is marked. Control characters never reach the terminal. */
export function cut(text: string, columns: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the point.
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trimEnd();
  if (width(line) <= columns) return line;
  let kept = '';
  let used = 0;
  for (const character of line) {
    used += width(character);
    if (used > columns - 1) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

/** A text in a column of its own: cut, or filled up with spaces. */
export function column(text: string, columns: number): string {
  const line = cut(text, columns);
  return line + ' '.repeat(Math.max(0, columns - width(line)));
}

/** `1 turn`, `2 turns`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
