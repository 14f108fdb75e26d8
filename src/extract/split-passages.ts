import type { RetrievedDocument } from '../model/turn.ts';

/** Tags that are used around single passages. */
const PASSAGE_TAGS = [
  'document',
  'doc',
  'passage',
  'chunk',
  'snippet',
  'source',
  'result',
  'search_result',
  'item',
  'article',
  'page',
  'excerpt',
  'node',
  'record',
];
/** Tags inside a passage that hold its text, where it has others beside. */
const TEXT_TAGS = ['document_content', 'content', 'text', 'page_content', 'passage', 'body'];
/** What people call a passage when they number it. */
const NOUNS = 'document|doc|source|passage|chunk|context|result|snippet|article|page|reference|excerpt|text';

/** How passages are numbered. Each style has the number as its first group. */
const NUMBERINGS: readonly RegExp[] = [
  /^[ \t]*\[(?:\^)?(\d{1,3})\][ \t:.]*/gmu,
  new RegExp(
    `^[ \\t]*(?:[#*]+[ \\t]*|\\[|<|-[ \\t]*)?(?:${NOUNS})[ \\t]*(?:#|no\\.?|number)?[ \\t]*(\\d{1,3})[ \\t]*(?:\\]|>)?[ \\t]*[:.)\\-–]?(?:\\*+)?[ \\t]*`,
    'gimu',
  ),
  /^[ \t]*\((\d{1,3})\)[ \t]*/gmu,
  /^[ \t]*(\d{1,3})[.)][ \t]+/gmu,
];

/** Lines that say where a passage is from; they are no part of it. */
const HEADER =
  /^[ \t]*(?:\*\*)?(?:source|title|url|uri|link|file|filename|file name|path|page|id|document|doc|document id|name|section|score|relevance|similarity|distance|author|date|published|metadata|category|reference)(?:\*\*)?[ \t]*:[^\n]*(?:\n|$)/iu;
/** What introduces the text after such lines. */
const TEXT_LABEL =
  /^[ \t]*(?:\*\*)?(?:content|text|passage|snippet|excerpt|page content|page_content|body|chunk)(?:\*\*)?[ \t]*:[ \t]*\n?/iu;
/** A source in brackets right before the text: a path, an address or a file name. */
const BRACKETED_SOURCE = /^[ \t]*(?:\(([^()\n]{1,200})\)|\[([^[\]\n]{1,200})\])[ \t]*:?[ \t]*\n?/u;
const RULE = /^[ \t]*(?:-{3,}|={3,}|\*{3,}|_{3,}|#{3,}|~{3,})[ \t]*$/mu;

const MAX_PASSAGES = 500;

export interface Passages {
  readonly documents: readonly RetrievedDocument[];
  /** Each says where it is from: only what quotes sources does that. */
  readonly isAttributed: boolean;
}

/**
 * The passages in a text that someone made of them, where it is plain where each begins: at tags, at running numbers or repeated labels,
 * at rules, in this order; never at blank lines alone. Undefined where nothing is plain. Linear in the length of the text.
 */
export function splitPassages(text: string): Passages | undefined {
  return byTags(text) ?? byNumbers(text) ?? byLabels(text) ?? byRules(text);
}

function byTags(text: string): Passages | undefined {
  if (!text.includes('</')) return undefined;
  for (const tag of PASSAGE_TAGS) {
    const found = elements(text, tag);
    if (found.length === 0) continue;
    const parts = found.map(({ inner, attributes }) => ({ text: textOf(inner), id: attributeId(attributes) }));
    return passages(parts, true);
  }
  return undefined;
}

interface Element {
  readonly attributes: string;
  readonly inner: string;
}

/** Elements of one name that do not lie in one another. Read by hand: a pattern with a lazy middle is quadratic where ends are missing. */
function elements(text: string, tag: string): readonly Element[] {
  const found: Element[] = [];
  const end = `</${tag}>`;
  const opening = new RegExp(`<${tag}(\\s[^<>]{0,1000})?>`, 'giu');
  const lower = text.toLowerCase();
  for (let match = opening.exec(text); match !== null && found.length < MAX_PASSAGES; match = opening.exec(text)) {
    const from = match.index + match[0].length;
    const to = lower.indexOf(end, from);
    if (to < 0) break;
    found.push({ attributes: match[1] ?? '', inner: text.slice(from, to) });
    opening.lastIndex = to + end.length;
  }
  return found;
}

function textOf(inner: string): string {
  if (!inner.includes('</')) return inner;
  for (const tag of TEXT_TAGS) {
    const [only] = elements(inner, tag);
    if (only !== undefined) return only.inner;
  }
  return inner;
}

function attributeId(attributes: string): string | undefined {
  return /\b(?:id|doc_id|document_id)\s*=\s*["']?([^"'\s>]+)/iu.exec(attributes)?.[1];
}

function byNumbers(text: string): Passages | undefined {
  for (const numbering of NUMBERINGS) {
    const starts = running(text, numbering);
    if (starts.length > 0) return passages(between(text, starts).map((part) => ({ text: part })));
  }
  return undefined;
}

interface Start {
  readonly from: number;
  readonly to: number;
}

/** The marks of one style that count up by one from 0 or 1; others of the style belong to a passage. */
function running(text: string, numbering: RegExp): readonly Start[] {
  const starts: Start[] = [];
  let next: number | undefined;
  for (const match of text.matchAll(numbering)) {
    const number = Number(match[1]);
    if (next === undefined ? number > 1 : number !== next) continue;
    starts.push({ from: match.index, to: match.index + match[0].length });
    next = number + 1;
    if (starts.length >= MAX_PASSAGES) break;
  }
  return starts;
}

function between(text: string, starts: readonly Start[]): readonly string[] {
  return starts.map((start, index) => text.slice(start.to, starts[index + 1]?.from ?? text.length));
}

/** Each passage begins with the same label line as the first: `Source: …`, `Title: …`. */
function byLabels(text: string): Passages | undefined {
  const label = /^[ \t]*((?:\*\*)?[A-Za-z][A-Za-z _]{0,20}(?:\*\*)?[ \t]*:)/u.exec(text.trimStart())?.[1];
  if (label === undefined || !HEADER.test(label)) return undefined;
  const starts: Start[] = [];
  const pattern = new RegExp(`^[ \\t]*${label.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')}`, 'gmu');
  for (const match of text.matchAll(pattern)) {
    if (starts.length >= MAX_PASSAGES) break;
    starts.push({ from: match.index, to: match.index });
  }
  return passages(between(text, starts).map((part) => ({ text: part })));
}

function byRules(text: string): Passages | undefined {
  const parts = text.split(new RegExp(RULE.source, 'gmu'));
  return parts.length < 2 ? undefined : passages(parts.map((part) => ({ text: part })));
}

/** Without what stands before and after the passages' own text; empty ones are none. */
function passages(parts: readonly { readonly text: string; readonly id?: string | undefined }[], areTagged = false): Passages | undefined {
  const documents: RetrievedDocument[] = [];
  let isAttributed = true;
  for (const { text, id } of parts) {
    const { own, hasSource } = bare(text);
    if (own === '') continue;
    documents.push({ text: own, ...(id === undefined ? {} : { id }), rank: documents.length });
    isAttributed &&= hasSource || areTagged;
  }
  return documents.length === 0 ? undefined : { documents, isAttributed };
}

/** A passage without label lines, a bracketed source before it, and rules around it. */
function bare(text: string): { readonly own: string; readonly hasSource: boolean } {
  const whole = trimRules(text);
  let rest = whole;
  const source = BRACKETED_SOURCE.exec(rest);
  if (source !== null && looksLikeSource(source[1] ?? source[2] ?? '')) rest = rest.slice(source[0].length);
  for (let header = HEADER.exec(rest); header !== null; header = HEADER.exec(rest)) {
    const after = rest.slice(header[0].length).replace(/^\s*\n/u, '');
    if (after.trim() === '') break;
    rest = after;
  }
  return { own: trimRules(rest.replace(TEXT_LABEL, '')), hasSource: rest !== whole };
}

function trimRules(text: string): string {
  const trimmed = text.trim();
  const lines = trimmed.split('\n');
  while (lines.length > 1 && RULE.test(lines[0] ?? '')) lines.shift();
  while (lines.length > 1 && RULE.test(lines.at(-1) ?? '')) lines.pop();
  return lines.join('\n').trim();
}

function looksLikeSource(text: string): boolean {
  return /[./\\#:]|^\S+$|^(?:source|from|page|score)\b/iu.test(text);
}
