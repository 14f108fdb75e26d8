/** A line that only parts what stands above and below. */
export const RULE: RegExp = /^[ \t]{0,8}(?:-{3,}|={3,}|\*{3,}|_{3,}|#{3,}|~{3,}|─{3,}|—{3,})[ \t]{0,8}$/mu;

/** Labels that say where a passage is from. */
const SOURCES =
  'source|url|uri|link|file|filename|file name|file_name|path|file path|file_path|page|page label|page_label|document|doc|document id|doc id|reference|출처|파일|出典|出处|来源|來源|ソース|quelle|datei|fuente|archivo|fonte|источник';
/** Labels that say something else of it. */
const OTHERS =
  'title|id|name|section|score|relevance|similarity|distance|author|authors|date|published|metadata|category|topic|type|제목|タイトル|标题|標題|titel|titre|título|titolo';
/** Lines that stand before a passage; they are no part of it. */
const HEADER = new RegExp(`^[ \\t]{0,8}(?:[-*] )?(?:\\*\\*)?(${SOURCES}|${OTHERS})(?:\\*\\*)?[ \\t]{0,8}[:：][^\\n]*(?:\\n|$)`, 'iu');
const SOURCE = new RegExp(`^(?:${SOURCES})$`, 'iu');
/** What introduces the text after such lines. */
const TEXT_LABEL =
  /^[ \t]{0,8}(?:\*\*)?(?:content|text|passage|snippet|excerpt|page content|page_content|body|chunk|summary|내용|본문|内容|內容|本文|inhalt|contenu|contenido|conteúdo|contenuto)(?:\*\*)?[ \t]{0,8}[:：](?:\*\*)?[ \t]{0,8}\n?/iu;
/** A source in brackets right before the text: a path, an address or a file name. */
const BRACKETED_SOURCE = /^[ \t]{0,8}(?:\(([^()\n]{1,200})\)|\[([^[\]\n]{1,200})\])[ \t]{0,8}[:：]?[ \t]{0,8}\n?/u;
/** The same without brackets, alone on its line. */
const SOURCE_LINE = /^[ \t]{0,8}(?:https?:\/\/\S{1,300}|[^\s:]{1,200}\.[a-z]{2,5}(?:#\S{1,50})?):?[ \t]{0,8}\n/iu;
/** What closes a passage that its mark opened: `[END CONTEXT 1]`, `</document_1>`. */
const END_MARK = /\n[ \t]{0,8}(?:<\/[^<>\n]{1,60}>|[[(<=-]{1,6}[ \t]{0,4}end\b[^\n]{0,60}|end (?:of )?[a-z]{3,12} ?\d{1,3})[ \t]{0,8}$/iu;
const MAX_HEADERS = 20;

/** A passage without label lines, a bracketed source before it, and rules around it. */
export function ownText(text: string): { readonly own: string; readonly hasSource: boolean } {
  let rest = trimRules(text);
  let hasSource = false;
  const source = BRACKETED_SOURCE.exec(rest);
  if (source !== null && looksLikeSource(source[1] ?? source[2] ?? '')) {
    rest = rest.slice(source[0].length);
    hasSource = true;
  }
  for (let headers = 0; headers < MAX_HEADERS; headers += 1) {
    const header = HEADER.exec(rest) ?? SOURCE_LINE.exec(rest);
    if (header === null) break;
    const after = rest.slice(header[0].length).trimStart();
    if (after === '') break;
    rest = after;
    hasSource ||= header[1] === undefined || SOURCE.test(header[1]);
  }
  return { own: withoutQuotes(trimRules(rest.replace(TEXT_LABEL, '').trimEnd().replace(END_MARK, ''))), hasSource };
}

/** Quotation marks around all of it, as DSPy writes passages. */
function withoutQuotes(text: string): string {
  return text.startsWith('«') && text.endsWith('»') && text.indexOf('»') === text.length - 1 ? text.slice(1, -1).trim() : text;
}

/** The label that a text begins with, as it is written, if it is one that stands before passages. */
export function beginningLabel(text: string): string | undefined {
  const start = text.slice(0, 300);
  const label = HEADER.test(start) || TEXT_LABEL.test(start) ? /^[ \t]{0,8}([^\n:：]{1,30}[:：])/u.exec(start)?.[1] : undefined;
  return label;
}

/** Without rules at its ends. */
function trimRules(text: string): string {
  const lines = text.trim().split('\n');
  let from = 0;
  let to = lines.length;
  while (from < to - 1 && RULE.test(lines[from] ?? '')) from += 1;
  while (to > from + 1 && RULE.test(lines[to - 1] ?? '')) to -= 1;
  return lines.slice(from, to).join('\n').trim();
}

function looksLikeSource(text: string): boolean {
  return /[./\\#:：]|^\S+$|^(?:source|from|page|score)\b/iu.test(text);
}
