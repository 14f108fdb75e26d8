/** A piece of a text, in UTF-16 units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Longer pieces are cut, at a space where there is one: tables, code, and Thai, which marks no ends of sentences. */
const LONGEST_SENTENCE = 320;
/** A stop this early is more likely "Dr.", "1." or a heading than an end. It also bounds the number of sentences. */
const SHORTEST_SENTENCE = 12;

const END = /[\n.!?。؟।…]/g;
const BEHIND_END = new Set('.!?。؟।…"\'”’)]」』');
// These end a sentence without a space behind them. NFKC has turned the full-width ！ and ？ into ! and ?.
const FIRM = new Set('\n!?。؟।');

/** Cuts a folded text into sentences that cover it without a gap. Takes linear time for any text: no pattern here can backtrack. */
export function sentencesOf(text: string): readonly Span[] {
  const spans: Span[] = [];
  let start = 0;
  let at = 0;
  for (let next = indexOfEnd(text, at); next >= 0; next = indexOfEnd(text, at)) {
    at = next + 1;
    while (BEHIND_END.has(text.charAt(at))) at += 1;
    if (at - start < SHORTEST_SENTENCE) continue;
    if (!FIRM.has(text.charAt(next)) && !isSpace(text.charAt(at))) continue;
    pushCut(spans, text, start, at);
    start = at;
  }
  pushCut(spans, text, start, text.length);
  return spans;
}

function indexOfEnd(text: string, from: number): number {
  END.lastIndex = from;
  return END.exec(text)?.index ?? -1;
}

function pushCut(spans: Span[], text: string, from: number, to: number): void {
  let start = from;
  while (to - start > LONGEST_SENTENCE) {
    const space = text.slice(start, start + LONGEST_SENTENCE).lastIndexOf(' ');
    const end = start + (space > LONGEST_SENTENCE / 2 ? space : LONGEST_SENTENCE);
    spans.push({ start, end });
    start = end;
  }
  if (to > start) spans.push({ start, end: to });
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\t' || character === '';
}
