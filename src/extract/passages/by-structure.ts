import { listIn } from '../document-list.ts';
import { documentsFrom, readsAsDocuments } from '../documents.ts';
import { arePassages } from '../reads-as-documents.ts';
import { MAX_PASSAGES, type Split } from './style.ts';

/** JSON at the beginning of a text: one list, or a map on each line. */
export function byJson(text: string): Split | undefined {
  const at = text.search(/\S/u);
  if (at < 0 || (text[at] !== '[' && text[at] !== '{')) return undefined;
  const values = leadingJson(text, at);
  const list = (values.length === 1 ? listIn(values[0]) : undefined) ?? values;
  if (!arePassages(list)) return undefined;
  const isAttributed = readsAsDocuments(list);
  return {
    at,
    parts: (documentsFrom(list) ?? []).flatMap(({ text: own, id }) => (own === undefined ? [] : [{ text: own, id, isAttributed }])),
  };
}

/** The values that a text begins with, one after another. */
function leadingJson(text: string, start: number): readonly unknown[] {
  const values: unknown[] = [];
  let from = start;
  let depth = 0;
  let inText = false;
  for (let at = start; at < text.length && values.length < MAX_PASSAGES; at += 1) {
    const character = text[at];
    if (inText) {
      if (character === '\\') at += 1;
      else if (character === '"') inText = false;
    } else if (depth === 0 && character !== '{' && character !== '[') {
      if (character !== ',' && (character ?? '').trim() !== '') break;
      from = at + 1;
    } else if (character === '"') {
      inText = true;
    } else if (character === '{' || character === '[') {
      depth += 1;
    } else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth > 0) continue;
      const value = parsed(text.slice(from, at + 1));
      if (value === undefined) break;
      values.push(value);
    }
  }
  return values;
}

/** LangChain documents as Python prints them: `[Document(metadata={…}, page_content='…'), …]`. */
export function byPrintedDocuments(text: string): Split | undefined {
  const start = /^\s{0,100}\[?(?:Document\(|page_content=)/u.exec(text);
  if (start === null) return undefined;
  const parts = [];
  for (const [, single, double] of text.matchAll(/\bpage_content=(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/gsu)) {
    parts.push({ text: unescaped(single ?? double ?? ''), isAttributed: true });
    if (parts.length >= MAX_PASSAGES) break;
  }
  return parts.length === 0 ? undefined : { at: 0, parts };
}

function unescaped(text: string): string {
  return text.replace(/\\(n|t|r|.)/gsu, (_, character: string) => ({ n: '\n', t: '\t', r: '\r' })[character] ?? character);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
