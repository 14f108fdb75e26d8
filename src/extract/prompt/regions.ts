import { CONTEXT_LABEL, CONTEXT_LABEL_OF_KIND, CONTEXT_SENTENCE, MAYBE_CONTEXT_LABEL } from './labels.ts';

/** A part of a prompt that may be its context. */
export interface Region {
  /** Where the label or tag begins. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** `plain`: says that it is context. `maybe`: could head anything. `bare`: only its passages are marked. */
  readonly kind: 'plain' | 'maybe' | 'bare';
  /** Ends with a tag of its own. */
  readonly isClosed: boolean;
  /** A numbered list there is as likely passages as rules, steps or things to do. */
  readonly mayBeList: boolean;
}

const CONTEXT_TAG =
  /<(contexts?|documents|docs|sources|passages|search_?results|retrieved_?(?:documents|context|chunks|passages)|knowledge(?:_?base)?|references|chunks|excerpts|snippets)(?:\s[^<>]{0,500})?>/giu;
/** Single passages in tags need no label before them, where there are several. */
const PASSAGE_TAG = /<(?:document|doc|passage|chunk|search_result|snippet|excerpt)(?:[-_]?\d{1,3})?(?:\s[^<>]{0,500})?>/iu;
/** A prompt does not name its context more often; each is tried. */
const MAX_TRIED = 20;

/**
 * Where the context of a prompt may be, the likeliest first. Of labels the last comes first: those before it belong to examples. A label
 * inside a passage has no passages after it that begin to count.
 */
export function* regionsOf(text: string): Iterable<Region> {
  yield* tagged(text);
  yield* labelled(text, CONTEXT_LABEL, 'plain');
  yield* labelled(text, CONTEXT_LABEL_OF_KIND, 'plain');
  yield* labelled(text, MAYBE_CONTEXT_LABEL, 'maybe');
  yield* labelled(text, CONTEXT_SENTENCE, 'maybe');
  const passage = PASSAGE_TAG.exec(text);
  if (passage !== null) yield { at: passage.index, from: passage.index, to: text.length, kind: 'bare', isClosed: false, mayBeList: false };
}

function* tagged(text: string): Iterable<Region> {
  let tried = 0;
  for (const match of text.matchAll(CONTEXT_TAG)) {
    const from = match.index + match[0].length;
    const closing = new RegExp(`</${match[1]}>`, 'giu');
    closing.lastIndex = from;
    const end = closing.exec(text);
    yield { at: match.index, from, to: end?.index ?? text.length, kind: 'plain', isClosed: end !== null, mayBeList: true };
    tried += 1;
    if (tried >= MAX_TRIED) return;
  }
}

function* labelled(text: string, label: RegExp, kind: Region['kind']): Iterable<Region> {
  const found = [...text.matchAll(label)];
  for (const match of found.slice(-MAX_TRIED).toReversed()) {
    yield {
      at: match.index,
      from: match.index + match[0].length,
      to: text.length,
      kind,
      isClosed: false,
      mayBeList: label === CONTEXT_LABEL && headsList(match[0]),
    };
  }
}

/** A label with a colon; a heading or a bare line only where it names texts. */
function headsList(label: string): boolean {
  return /documents|passages|search results|excerpts|retrieved/iu.test(label) || (/[:：]/u.test(label) && !/^\s*#/u.test(label));
}
