import type { DocumentVerdict, Need, Verdicts } from '../../model/verdicts.ts';
import type { Said } from './read-reply.ts';
import type { Item } from './sheet.ts';

/** Puts what was said by id back to documents and sentences. Everything asked for must have been said. */
export function verdictsFrom(items: ReadonlyMap<string, Item>, said: ReadonlyMap<string, Said>, needs: readonly Need[]): Verdicts {
  const documents: DocumentVerdict[] = [];
  const statements: { document: number; sentence: number; relevant: boolean }[] = [];
  const claims: { sentence: number; supported: boolean }[] = [];
  const reference: { sentence: number; supported: boolean }[] = [];
  let missing: readonly string[] = [];
  for (const [id, item] of items) {
    const one = said.get(id);
    if (one === undefined) continue;
    if ('level' in one && item.kind === 'document') documents.push({ index: item.document, ...one });
    if ('missing' in one) missing = one.missing;
    if (!('holds' in one)) continue;
    if (item.kind === 'statement') statements.push({ document: item.document, sentence: item.sentence, relevant: one.holds });
    if (item.kind === 'claim') claims.push({ sentence: item.sentence, supported: one.holds });
    if (item.kind === 'reference') reference.push({ sentence: item.sentence, supported: one.holds });
  }
  const inOrder = {
    documents: documents.toSorted((a, b) => a.index - b.index),
    statements: statements.toSorted((a, b) => a.document - b.document || a.sentence - b.sentence),
    claims,
    reference,
    missing,
  };
  return Object.fromEntries(needs.map((need) => [need, inOrder[need]]));
}
