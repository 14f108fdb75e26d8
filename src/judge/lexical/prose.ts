import { type Run, runsOf } from './runs.ts';

const STARTS_AS_NUMBER = /^\p{N}/u;
// Bounded, so that a text of nothing but "<a" takes linear time.
const TAG = /<\/?[a-z][^<>]{0,80}>/g;
// NFKC has turned all other spaces into this one; line ends and tabs lie below it.
const SPACE = 0x20;

/**
 * The length of a folded text in UTF-16 units, times the cube of the share of letters in what is no space. Prose counts nearly whole;
 * tables, records and markup, which name a thing once and tell the rest by numbers and by place, count little.
 * Against plain length this lifts the AUC of LIT-RAGBench, half of whose evidence is such, from .82 to .86 (Japanese: .80 to .86), and lowers
 * that of CLAPNQ, where tables seldom answer, from .79 to .78; others stay.
 */
export function proseLength(text: string, runs: readonly Run[]): number {
  let visible = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > SPACE) visible += 1;
  if (visible === 0) return 0;
  let letters = lettersIn(runs);
  if (text.includes('<')) for (const [tag] of text.matchAll(TAG)) letters -= lettersIn(runsOf(tag));
  return text.length * (letters / visible) ** 3;
}

function lettersIn(runs: readonly Run[]): number {
  let letters = 0;
  for (const { text } of runs) if (!STARTS_AS_NUMBER.test(text)) letters += text.length;
  return letters;
}
