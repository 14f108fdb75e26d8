import type { Hits } from './hits.ts';
import type { Term } from './question.ts';

/** What a term weighs at least that every document has, against 1 for a term that one document has: it may be all that was asked about. */
const LEAST_WEIGHT = 0.15;

/**
 * Weight of each term: its own, times a factor in [0.15, 1] by how few of the turn's documents have it: what all have tells them apart no
 * more. The factor of a term that none has is the mean of the others', so that a turn of equally good documents is judged as each would be
 * alone.
 */
export function termWeights(terms: readonly Term[], documents: readonly (readonly Hits[])[]): readonly number[] {
  const having = new Array<number>(terms.length).fill(0);
  for (const sentences of documents) {
    const seen = new Set<number>();
    for (const hits of sentences) for (const term of hits.terms) seen.add(term);
    for (const term of seen) having[term] = (having[term] ?? 0) + 1;
  }
  const found = having.filter((count) => count > 0).map((count) => weight(count, documents.length));
  const average = found.length === 0 ? 1 : found.reduce((sum, each) => sum + each, 0) / found.length;
  return having.map((count, term) => (terms[term]?.weight ?? 1) * (count === 0 ? average : weight(count, documents.length)));
}

/** Inverse document frequency, scaled so that a term which one document has weighs 1. */
function weight(having: number, documents: number): number {
  return Math.max(LEAST_WEIGHT, Math.log((documents + 1) / having) / Math.log(documents + 1));
}
