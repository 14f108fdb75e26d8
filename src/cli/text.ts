/** Characters of East Asian scripts and emoji take two columns. */
const WIDE =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Marks that stand on the character before them, and joiners. */
const WITHOUT_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** What `escaped` escapes, and line ends and tabs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the point.
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/** How many columns of a terminal a text takes. */
export function width(text: string): number {
  let columns = 0;
  for (const character of text) columns += widthOf(character);
  return columns;
}

function widthOf(character: string): number {
  if (WIDE.test(character)) return 2;
  return WITHOUT_WIDTH.test(character) ? 0 : 1;
}

/** One line of at most `columns`; what is left out is marked. Control characters never reach the terminal. */
export function cut(text: string, columns: number): string {
  const line = text.replace(UNPRINTABLE, ' ').trimEnd();
  let used = 0;
  let kept = 0;
  let at = 0;
  for (const character of line) {
    used += widthOf(character);
    if (used > columns) return `${line.slice(0, kept).trimEnd()}…`;
    at += character.length;
    if (used < columns) kept = at;
  }
  return line;
}

/** A text in lines of at most `columns`, each after `indent`; broken at spaces only. */
export function wrapped(text: string, columns: number, indent: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && width(last) + 1 + width(word) <= columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${indent}${word}`);
  }
  return lines;
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
