/**
 * How a script writes words: `spaced` (Latin, Cyrillic, Arabic, Devanagari, …; digits too), `hangul` (spaces, but particles are glued to
 * the noun) or `dense` (Han, kana, Thai, Lao, Khmer, Burmese: no spaces).
 */
export type Script = 'spaced' | 'hangul' | 'dense';

/** Letters and digits of one script in a row. */
export interface Run {
  readonly script: Script;
  readonly text: string;
}

const DENSE =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const HANGUL = '\\p{Script=Hangul}';
// A point or comma between digits belongs to the number: "2.4.1", "1,320".
const NUMBER_TAIL = '(?:(?<=\\p{N})[.,](?=\\p{N})\\p{N}+)*';

const GLUED = new RegExp(`[${DENSE}${HANGUL}]`, 'u');
const HANGUL_ONLY = new RegExp(HANGUL, 'u');
const ABOVE_LATIN = /[\u0e00-\uffff]/;
const SPACED_RUN = new RegExp(`[\\p{L}\\p{M}\\p{N}]+${NUMBER_TAIL}`, 'gu');
const ANY_RUN = new RegExp(`[${DENSE}]+|${HANGUL}+|(?:(?![${DENSE}${HANGUL}])[\\p{L}\\p{M}\\p{N}])+${NUMBER_TAIL}`, 'gu');

/** True where the text has a script whose words are not simply what stands between spaces. */
export function hasGluedScript(text: string): boolean {
  // The first test costs far less, and spares most text the second.
  return ABOVE_LATIN.test(text) && GLUED.test(text);
}

/** The runs of a text in order. Linear in its length. */
export function runsOf(text: string): readonly Run[] {
  // The plain pattern is several times as fast, and most text needs no more.
  if (!hasGluedScript(text)) return (text.match(SPACED_RUN) ?? []).map((run) => ({ script: 'spaced', text: run }));
  return (text.match(ANY_RUN) ?? []).map((run) => ({ script: scriptOf(run), text: run }));
}

function scriptOf(run: string): Script {
  const first = String.fromCodePoint(run.codePointAt(0) ?? 0);
  if (!GLUED.test(first)) return 'spaced';
  return HANGUL_ONLY.test(first) ? 'hangul' : 'dense';
}
