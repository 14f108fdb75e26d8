import { beginningLabel, RULE } from './own-text.ts';
import { between, MAX_PASSAGES, marksOf, type Split } from './style.ts';

/** Each passage begins with the same label as the first: `Source: …`, `Title: …`. */
export function byLabels(text: string): Split | undefined {
  const from = text.search(/\S/u);
  const label = from < 0 ? undefined : beginningLabel(text.slice(from));
  if (label === undefined) return undefined;
  const marks = marksOf(text, new RegExp(`^[ \\t]{0,8}${label.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')}`, 'gmu'));
  return between(
    text,
    marks.map((mark) => ({ from: mark.from, to: mark.from })),
  );
}

/** Each passage stands after the name of its file: `returns.md: …`. */
export function byFileNames(text: string): Split | undefined {
  return between(
    text,
    marksOf(text, /^[ \t]{0,8}[^\s:[\]()]{1,200}\.(?:pdf|md|mdx|txt|html?|docx?|pptx?|xlsx?|csv|json|rst)(?:#\S{1,50})?:[ \t]/gimu),
    true,
  );
}

/** Each passage stands after its source in brackets, all of one kind: `[Source: returns.md]` or `[returns.md]`. */
export function byBracketedSources(text: string): Split | undefined {
  const first = /^\s{0,100}\[(?:([\p{L} ]{1,30}[:：])[^[\]\n]{1,200}|[^\s[\]]{1,200}\.[a-z]{2,5}(?:#\S{1,50})?)\](?!\()/iu.exec(text);
  if (first === null) return undefined;
  const [, label] = first;
  const kind = label === undefined ? '[^\\s[\\]]{1,200}\\.[a-z]{2,5}(?:#\\S{1,50})?' : `${label}[^[\\]\\n]{1,200}`;
  return between(text, marksOf(text, new RegExp(`^[ \\t]{0,8}\\[${kind}\\](?!\\()[ \\t:：]{0,8}`, 'gimu')), true);
}

/** Lines with a name between rules: `--- returns.md ---`. */
export function byNamedRules(text: string): Split | undefined {
  return between(text, marksOf(text, /^[ \t]{0,8}([-=*~])\1{1,30}[ \t]{1,8}[^\n]{0,200}[^\s\-=*~][ \t]{1,8}\1{2,31}[ \t]{0,8}$/gmu));
}

/** Lines with a name after a rule: `==== [File: returns.md]:`. */
export function byBegunRules(text: string): Split | undefined {
  const marks = marksOf(text, /^[ \t]{0,8}([-=*~])\1{2,30}[ \t]{1,8}[^\s\-=*~][^\n]{0,200}$/gmu);
  return between(text, marks);
}

/** Sections with headings of one level, which is the first one's. One section alone is a page. */
export function byHeadings(text: string): Split | undefined {
  const first = /^\s{0,100}(#{1,6})[ \t]/u.exec(text);
  if (first === null) return undefined;
  const marks = marksOf(text, new RegExp(`^[ \\t]{0,8}${first[1]}[ \\t][^\\n]*$`, 'gmu'));
  return marks.length < 2 ? undefined : between(text, marks);
}

/** What stands between rules. */
export function byRules(text: string): Split | undefined {
  const parts = text.split(new RegExp(RULE.source, 'gmu'), MAX_PASSAGES);
  return parts.length < 2 ? undefined : { at: 0, parts: parts.map((part) => ({ text: part })) };
}
