import type { RetrievedDocument } from '../model/turn.ts';

/** A path, a file name or an address: one word with a dot or a slash inside. */
const ADDRESS = /^\S+[./\\]\S+$/u;
/** So many documents tell; the rest would only cost time. */
const MAX_COMPARED = 20;

/**
 * Whether a step made its documents of what it was given, as the loaders and splitters of an indexing run do: it was given an address, or a
 * text in which they stand. What is retrieved does not stand in the question.
 */
export function isMadeOf(input: string, documents: readonly RetrievedDocument[]): boolean {
  if (ADDRESS.test(input.trim())) return true;
  const compared = documents.slice(0, MAX_COMPARED);
  return compared.length > 0 && compared.every(({ text }) => text !== undefined && input.includes(text.trim()));
}
