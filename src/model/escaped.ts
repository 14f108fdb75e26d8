/** Control characters but for tabs and line feeds, line ends of other kinds, and what turns the direction of a text around. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the point.
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** The text with what would act on a terminal or break a line written as `\u001b`, which in JSON means the same. Line feeds and tabs stay. */
export function escaped(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
