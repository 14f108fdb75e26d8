import type { Turn } from '../model/turn.ts';
import { cut } from './cut.ts';
import { ATTRIBUTE } from './names.ts';

/** Bounds of what one result may carry when the user asks for content: at most 48,000 characters. Backends cut, or refuse, far larger records. */
export const MAX_TEXT_CHARACTERS = 4_000;
export const MAX_DOCUMENT_CHARACTERS = 2_000;
export const MAX_DOCUMENTS = 20;

/** Question, answer and document texts, cut to the bounds. A document without text is an empty string, so that positions agree with the levels. */
export function contentAttributes({ query, answer, documents }: Turn): Record<string, string | string[]> {
  const attributes: Record<string, string | string[]> = {};
  if (query !== undefined) attributes[ATTRIBUTE.contentQuery] = cut(query, MAX_TEXT_CHARACTERS);
  if (answer !== undefined) attributes[ATTRIBUTE.contentAnswer] = cut(answer, MAX_TEXT_CHARACTERS);
  if (documents.length > 0) {
    attributes[ATTRIBUTE.contentDocuments] = documents.slice(0, MAX_DOCUMENTS).map(({ text = '' }) => cut(text, MAX_DOCUMENT_CHARACTERS));
  }
  return attributes;
}
