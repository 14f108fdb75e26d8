import { isRunningText } from '../running-text.ts';
import { MAX_PASSAGES, type Split } from './style.ts';

/** Tags that are used around single passages, and those that are used around nothing else. */
const PASSAGE_TAGS = 'document|doc|passage|chunk|snippet|source|result|search_result|item|article|page|excerpt|node|record|entry';
const ONLY_PASSAGES = /^(?:document|doc|passage|chunk|snippet|search_result|excerpt)(?:[-_]?\d{1,3})?$/iu;
/** Tags inside a passage that hold its text, where it has others beside. */
const TEXT_TAGS = ['document_content', 'content', 'text', 'page_content', 'passage', 'body', 'snippet', 'excerpt', 'chunk'];
/** Any tag may part passages where they begin with it and it is repeated; not the tags of a page. */
const PAGE_TAGS =
  /^(?:html|head|body|div|span|p|a|b|i|em|strong|ul|ol|li|table|tbody|thead|tr|td|th|h[1-6]|section|main|nav|header|footer|script|style|code|pre|br|img|svg)$/iu;

const OPENING = new RegExp(`<((?:${PASSAGE_TAGS})(?:[-_]?\\d{1,3})?)(?:\\s[^<>]{0,1000})?>`, 'iu');
const FIRST_TAG = /^\s{0,100}<([a-z][\w-]{0,40})(?:\s[^<>]{0,1000})?>/iu;

/** Passages in tags: `<document index="1">…</document>`. */
export function byTags(text: string): Split | undefined {
  if (!text.includes('</')) return undefined;
  const known = OPENING.exec(text);
  const [, beginning] = FIRST_TAG.exec(text) ?? [];
  if (beginning !== undefined && known?.[1] !== beginning && !PAGE_TAGS.test(beginning)) {
    const found = elements(text, beginning);
    if (found.length > 1) return splitAt(found, false);
  }
  const [, tag] = known ?? [];
  if (tag === undefined) return undefined;
  // `<document_1>`, `<document_2>`, …: the number belongs to the name.
  const [, name, number] = /^(.*?)([-_]?\d{1,3})?$/u.exec(tag) ?? [];
  const found = elements(text, number === undefined ? tag : `${name}[-_]?\\d{1,3}`);
  return splitAt(found, ONLY_PASSAGES.test(tag));
}

interface Element {
  readonly at: number;
  readonly attributes: string;
  readonly inner: string;
}

function splitAt(found: readonly Element[], isPassage: boolean): Split | undefined {
  const [first] = found;
  if (first === undefined) return undefined;
  const parts = found.map(({ inner, attributes }) => {
    const text = textOf(inner);
    return { text, id: attributeId(attributes), isAttributed: isPassage && !text.includes('</') && isRunningText(text) };
  });
  return { at: first.at, parts };
}

/** Elements of one name that do not lie in one another. Read by hand: a pattern with a lazy middle is quadratic where ends are missing. */
function elements(text: string, tag: string): readonly Element[] {
  const found: Element[] = [];
  const opening = new RegExp(`<${tag}(\\s[^<>]{0,1000})?>`, 'giu');
  const closing = new RegExp(`</${tag}>`, 'giu');
  for (let match = opening.exec(text); match !== null && found.length < MAX_PASSAGES; match = opening.exec(text)) {
    const from = match.index + match[0].length;
    closing.lastIndex = from;
    const end = closing.exec(text);
    if (end === null) break;
    found.push({ at: match.index, attributes: match[1] ?? '', inner: text.slice(from, end.index) });
    opening.lastIndex = closing.lastIndex;
  }
  return found;
}

function textOf(inner: string): string {
  if (!inner.includes('</')) return inner;
  for (const tag of TEXT_TAGS) {
    const [only] = elements(inner, tag);
    if (only !== undefined) return only.inner;
  }
  return withoutMetadata(inner);
}

/** `<title>…</title>` and the like before the text. */
function withoutMetadata(inner: string): string {
  let rest = inner;
  for (;;) {
    const element = /^\s*<(source|title|url|uri|link|id|score|date|author|metadata|file_?name|path|page|name)>[^<]{0,1000}<\/\1>/iu.exec(
      rest,
    );
    if (element === null) return rest;
    rest = rest.slice(element[0].length);
  }
}

function attributeId(attributes: string): string | undefined {
  return /\b(?:id|doc_id|document_id)\s{0,9}=\s{0,9}["']?([^"'\s>]+)/iu.exec(attributes)?.[1];
}
