import { RULE } from './own-text.ts';
import { between, MAX_PASSAGES, type Mark, type Split } from './style.ts';

/** What people call a passage when they number it. */
const NOUNS =
  'document|doc|source|passage|chunk|context|result|search result|snippet|article|page|reference|excerpt|text|문서|자료|출처|ドキュメント|文書|資料|文档|资料|来源|片段|段落|dokument|quelle|auszug|extrait|documento|fuente|fragmento|fonte|документ|источник';

const BRACKETED = /^[ \t]{0,8}[[【［](?:\^)?(\d{1,3})[\]】］][ \t:：.]{0,8}/gmu;
const NAMED = new RegExp(
  `^[ \\t]{0,8}(?:[#*=~-]{1,9}[ \\t]{0,8})?(?:(?:begin|start)(?: of)?[ \\t]{1,8})?(?:[<【]|\\[(?=[^\\]\\n]{1,200}\\]))?(?:${NOUNS})[ \\t_-]{0,8}(?:#|no\\.?|number)?[ \\t]{0,8}[[(]?(\\d{1,3})(?!\\d)(?:[\\])>】]|(?<=\\[[^\\]\\n]{1,40})[^\\]\\n]{0,200}\\])?[ \\t]{0,8}[:：.)\\-–—]?[-=~]{0,30}(?:\\*{1,9})?[ \\t]{0,8}`,
  'gimu',
);
const PARENTHESISED = /^[ \t]{0,8}[(（](\d{1,3})[)）][ \t]{0,8}/gmu;
const LISTED = /^[ \t]{0,8}(\d{1,3})(?:[.)][ \t]{1,8}|[、．][ \t]{0,8})/gmu;

/** Passages with running numbers in brackets or after a noun: `[1] …`, `Document 1: …`. The style that begins first is theirs. */
export function byNumbers(text: string): Split | undefined {
  return earliest([BRACKETED, NAMED].map((style) => between(text, running(text, style))));
}

/** Passages as the entries of a list: `1. …`, `(1) …`. Rules that do not part its entries part others: the list is inside one of them. */
export function byList(text: string): Split | undefined {
  return earliest(
    [PARENTHESISED, LISTED]
      .map((style) => between(text, running(text, style)))
      .filter((split) => split !== undefined && !holdsRules(split)),
  );
}

function earliest(splits: readonly (Split | undefined)[]): Split | undefined {
  return splits.reduce((best, split) => (split !== undefined && (best === undefined || split.at < best.at) ? split : best), undefined);
}

interface Numbered extends Mark {
  readonly number: number;
  /** Begins the text, or stands after a blank line. */
  readonly isBlock: boolean;
}

/**
 * The marks of one style that count up by one from 0 or 1; others of the style belong to a passage. Where those after blank lines count up
 * by themselves, and not by the same marks, the others are lists inside the passages.
 */
function running(text: string, style: RegExp): readonly Mark[] {
  const marks: Numbered[] = [];
  for (const match of text.matchAll(style)) {
    if (marks.length >= MAX_PASSAGES * 4) break;
    marks.push({
      number: Number(match[1]),
      isBlock: /(?:^|\n[ \t]{0,8}\n)$/u.test(text.slice(Math.max(0, match.index - 12), match.index)),
      from: match.index,
      to: match.index + match[0].length,
    });
  }
  const all = countingUp(marks);
  const blocks = countingUp(marks.filter(({ isBlock }) => isBlock));
  const known = new Set(all);
  return blocks.length > 1 && blocks.some((mark) => !known.has(mark)) ? blocks : all;
}

function countingUp(marks: readonly Numbered[]): readonly Numbered[] {
  const run: Numbered[] = [];
  for (const mark of marks) {
    const last = run.at(-1);
    if (last === undefined ? mark.number > 1 : mark.number !== last.number + 1) continue;
    run.push(mark);
    if (run.length >= MAX_PASSAGES) break;
  }
  return run;
}

/** Rules that do not part the numbered passages part others: the numbers are a list inside one of them. */
function holdsRules({ parts }: Split): boolean {
  return parts.some(({ text }) => RULE.test(text.trim()));
}
