/**
 * More than this is not asked for one text. What lies beyond is the last sentence, however long: nothing is left out, so that a number of
 * sentences says the same about a text of any length.
 */
export const MAX_SENTENCES = 256;

/**
 * Characters that are segmented at a time. The segmenter of V8 hands out a copy of its whole input with each sentence, so that a long text
 * would take quadratic time and memory. A sentence longer than this is cut, at a space where there is one.
 */
const WINDOW = 1_024;

/** Lines shorter than this end where they end; a longer one may have been wrapped. */
const WRAPPED_LINE = 40;

/** Two Thai or Lao letters with a space between them end a sentence, if what stands before is no shorter. */
const SHORTEST_UNMARKED = 15;

const WORDS = /[\p{L}\p{N}]/u;
const END_MARK = /[.!?:;…。！？｡．।॥؟۔።။།]["'”’)\]」』）]*$/u;
const LOWER_CASE = /^[ \t]*\p{Ll}/u;
/** By Unicode's rules these are behind the end that they stand after, though they open what comes next. */
const OPENING = /[([「『（［【“‘]+$/u;
const LIST_MARK = /^\s*[([]?(?:\d{1,3}|\p{L})[.)\]]\s*$/u;
/** One letter and a stop (an initial, `U.S.`, `ค.ศ.`), or a title that never stands at an end. */
const NO_END = /(?:(?:^|[^\p{L}\p{N}\p{M}])(?:\p{L}|Mr|Mrs|Ms|Dr|Prof|St|vs|Fig|fig))\.\s*$/u;
const UNMARKED_SCRIPT = /[\u0e00-\u0eff]/;
/** Thai for and, or, which, that, by, because, for, but, with, such as, and abbreviations such as `ค.ศ.`: what follows goes on with the sentence. */
const GOES_ON = /^(?:\p{L}\.|และ|หรือ|ซึ่ง|ที่|โดย|เพราะ|เพื่อ|แต่|พร้อม|รวม|เช่น)/u;

/** Whether there is anything in a text that can be judged; `sentencesOf` gives at least one sentence exactly then. */
export function hasSentence(text: string | undefined): text is string {
  return text !== undefined && WORDS.test(text);
}

/**
 * The sentences of a text in any language, 0 to `MAX_SENTENCES` of them, without the space around them. They are cut where Unicode's rules
 * for sentences cut (UAX #29, by `Intl.Segmenter`) and at line breaks, but not behind the number of a list, an initial or a title, nor where a
 * long line goes on in the next one. Thai and Lao, which mark no ends, are cut at the spaces between their clauses. What has neither letter nor
 * digit in it is no sentence.
 *
 * Judges answer by the index in this list, and scores are shares of it: whoever asks about statements, claims or a reference must split with
 * this. Deterministic; takes time linear in the length of the text.
 */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  for (const { start, end } of rangesOf(text)) {
    const sentence = tidied(text.slice(start, end));
    if (!WORDS.test(sentence)) continue;
    if (sentences.length === MAX_SENTENCES - 1) {
      sentences.push(tidied(text.slice(start)));
      break;
    }
    sentences.push(sentence);
  }
  return sentences;
}

/** Places in a text, in UTF-16 units; `end` is exclusive. */
interface Range {
  readonly start: number;
  readonly end: number;
}

function* rangesOf(text: string): Iterable<Range> {
  // Too costly to make for nothing, and not kept: whoever never splits should not pay at start.
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  for (const paragraph of paragraphsOf(text)) {
    const line = text.slice(paragraph.start, paragraph.end).replaceAll('\n', ' ');
    let start = 0;
    for (const ruled of endsIn(line, segmenter)) {
      const end = ruled < line.length ? ruled - (OPENING.exec(line.slice(Math.max(start, ruled - 4), ruled))?.[0].length ?? 0) : ruled;
      if (end < line.length && isUnfinished(line, start, end)) continue;
      for (const clause of clausesIn(line, start, end)) yield { start: paragraph.start + clause.start, end: paragraph.start + clause.end };
      start = end;
    }
  }
}

/** Lines; a long one that breaks off is one with the next where that goes on in lower case. */
function* paragraphsOf(text: string): Iterable<Range> {
  let start = 0;
  let lineStart = 0;
  while (start < text.length) {
    const lineBreak = text.indexOf('\n', lineStart);
    const end = lineBreak < 0 ? text.length : lineBreak;
    if (lineBreak >= 0 && isWrapped(text, lineStart, end)) {
      lineStart = end + 1;
      continue;
    }
    if (end > start) yield { start, end };
    start = end + 1;
    lineStart = start;
  }
}

function isWrapped(text: string, start: number, end: number): boolean {
  if (end - start < WRAPPED_LINE) return false;
  return LOWER_CASE.test(text.slice(end + 1, end + 1 + WRAPPED_LINE)) && !END_MARK.test(text.slice(end - 12, end).trimEnd());
}

/** Where sentences end by the rules of Unicode; the last one at the end of the line. */
function* endsIn(line: string, segmenter: Intl.Segmenter): Iterable<number> {
  let from = 0;
  while (from < line.length) {
    const window = line.slice(from, from + WINDOW);
    const isLast = from + WINDOW >= line.length;
    let done = 0;
    for (const { index, segment } of segmenter.segment(window)) {
      // What reaches the end of the window may go on beyond it.
      if (index + segment.length === window.length && !isLast) break;
      done = index + segment.length;
      yield from + done;
    }
    if (done === 0) {
      done = cutIn(window);
      yield from + done;
    }
    from += done;
  }
}

function cutIn(window: string): number {
  const space = window.lastIndexOf(' ') + 1;
  if (space > WINDOW / 2) return space;
  const isInPair = /[\ud800-\udbff]$/.test(window);
  return isInPair ? window.length - 1 : window.length;
}

function isUnfinished(line: string, start: number, end: number): boolean {
  return NO_END.test(line.slice(Math.max(start, end - 12), end)) || (end - start < 12 && LIST_MARK.test(line.slice(start, end)));
}

function* clausesIn(line: string, from: number, to: number): Iterable<Range> {
  let start = from;
  if (UNMARKED_SCRIPT.test(line.slice(from, to))) {
    for (let space = line.indexOf(' ', from); space >= 0 && space < to; space = line.indexOf(' ', space + 1)) {
      if (space - start < SHORTEST_UNMARKED || to - space < SHORTEST_UNMARKED) continue;
      if (!UNMARKED_SCRIPT.test(line.charAt(space - 1)) || !UNMARKED_SCRIPT.test(line.charAt(space + 1))) continue;
      if (GOES_ON.test(line.slice(space + 1, space + 8))) continue;
      yield { start, end: space };
      start = space;
    }
  }
  yield { start, end: to };
}

function tidied(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
