import type { RetrievalFact } from '../model/facts.ts';
import { structure, unquoted } from './attributes.ts';
import { askedIn } from './call-arguments.ts';
import { documentsFrom } from './documents.ts';
import { isCutJson, salvaged } from './salvage.ts';
import { splitPassages } from './split-passages.ts';

/**
 * A call of a function that is known to retrieve, from what it was given and what it gave. Undefined where its output tells nothing of
 * documents: it was not kept, or the call failed. An empty list says that nothing was found.
 */
export function retrieverCall(input: unknown, output: unknown): RetrievalFact | undefined {
  const cut = typeof output === 'string' && isCutJson(output) ? salvaged(output) : undefined;
  const documents = documentsFrom(cut ?? output) ?? passagesIn(output);
  if (documents === undefined) return undefined;
  const query = askedIn(input);
  return { ...(query === undefined ? {} : { query }), documents, ...(cut === undefined ? {} : { isCut: true }) };
}

/** Some retrievers give back one text made of passages. */
function passagesIn(output: unknown): RetrievalFact['documents'] | undefined {
  return typeof output === 'string' && structure(output) === undefined ? splitPassages(unquoted(output))?.documents : undefined;
}
