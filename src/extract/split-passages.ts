import type { RetrievedDocument } from '../model/turn.ts';
import { byBegunRules, byBracketedSources, byFileNames, byHeadings, byLabels, byNamedRules, byRules } from './passages/by-lines.ts';
import { byList, byNumbers } from './passages/by-numbers.ts';
import { byJson, byPrintedDocuments } from './passages/by-structure.ts';
import { byTags } from './passages/by-tags.ts';
import { ownText } from './passages/own-text.ts';
import type { Split, Style } from './passages/style.ts';
import { isRunningText } from './running-text.ts';

export interface Passages {
  readonly documents: readonly RetrievedDocument[];
  /** Each says where it is from: only what quotes sources does that. */
  readonly isAttributed: boolean;
  /** How they are marked. A `list` may as well be steps or things to do; `parts` may be sections of one page. */
  readonly style: 'structure' | 'tags' | 'numbers' | 'list' | 'labels' | 'parts';
}

/** Styles with marks of their own, the plainest first. */
const MARKED: readonly (readonly [Passages['style'], Style])[] = [
  ['structure', byJson],
  ['structure', byPrintedDocuments],
  ['tags', byTags],
  ['numbers', byNumbers],
  ['list', byList],
  ['labels', byLabels],
  ['labels', byFileNames],
  ['labels', byBracketedSources],
  ['labels', byNamedRules],
  ['labels', byBegunRules],
];
/** What may also part one passage: looked at only where there are no marks. */
const PARTED: readonly Style[] = [byRules, byHeadings];

/**
 * The passages in a text that someone made of them, where it is plain where each begins: at tags, at running numbers or repeated labels,
 * at rules; never at blank lines alone. Of several styles the one that begins first is that of the whole text: what begins later stands
 * inside a passage. Undefined where nothing is plain. Linear in the length of the text.
 */
export function splitPassages(text: string): Passages | undefined {
  let found: Split | undefined;
  let style: Passages['style'] = 'parts';
  for (const [name, split] of MARKED) {
    const marked = split(text);
    if (marked === undefined || !isIntroduction(text.slice(0, marked.at)) || (found !== undefined && found.at <= marked.at)) continue;
    found = marked;
    style = name;
  }
  for (const split of PARTED) found ??= split(text);
  return found === undefined ? undefined : passages(found, style);
}

const MAX_INTRODUCTION = 300;

/** Before the first mark may stand one line that says what follows, or a tag around all. Anything longer is a text with a list in it. */
function isIntroduction(before: string): boolean {
  if (before.length > MAX_INTRODUCTION * 4) return false;
  const line = before.trim();
  if (line === '' || /^(?:<[^<>]+>\s*)+$/u.test(line)) return true;
  return (
    line.length <= MAX_INTRODUCTION &&
    !line.includes('\n') &&
    /[:：]$|^(?:#|found|here|search results|results|\d+ (?:results|documents|passages)|retrieved|the following|top)\b/iu.test(line)
  );
}

/** Without what stands before and after the passages' own text; empty ones are none. */
function passages({ parts }: Split, style: Passages['style']): Passages | undefined {
  const documents: RetrievedDocument[] = [];
  let isAttributed = true;
  for (const { text, id, ...part } of parts) {
    const { own, hasSource } = ownText(text);
    if (own === '') continue;
    documents.push({ text: own, ...(id === undefined ? {} : { id }), rank: documents.length });
    isAttributed &&= part.isAttributed === true || (hasSource && isRunningText(own) && !isRecord(own));
  }
  return documents.length === 0 ? undefined : { documents, isAttributed, style };
}

/** Lines of `Name: value` are the fields of a thing, not a passage. */
function isRecord(own: string): boolean {
  return /^[\p{L}][\p{L} _-]{0,24}:[ \t][^\n]{0,80}(?:\n|$)/u.test(own) && !/^(?:question|q|answer|a|note|warning|tip)\b/iu.test(own);
}
