import type { Scorer } from '../../model/evaluation.ts';
import { listed } from '../listed.ts';
import { isRelevant } from '../relevant.ts';

/**
 * Context precision, compatible with Mastra's scorer of that name: whether relevant documents stand before the others.
 *
 *     score = mean of (relevant among the first k / k), over the ranks k of relevant documents
 *
 * Average precision over what was retrieved, in [0,1]. Relevant is what has level medium or high. The order of documents is the order in which
 * the model saw them. None relevant is a score of 0; no documents is no score.
 */
export function contextPrecision(): Scorer {
  return {
    name: 'context_precision',
    version: '1',
    needs: ['documents'],
    score(_turn, verdicts) {
      const documents = (verdicts.documents ?? []).toSorted((a, b) => a.index - b.index);
      if (documents.length === 0) return { skipped: 'no_documents' };
      const ranks = documents.flatMap((document, place) => (isRelevant(document) ? [place + 1] : []));
      const precisions = ranks.map((rank, place) => (place + 1) / rank);
      const parts = { relevant: ranks.length, documents: documents.length };
      if (ranks.length === 0) return { score: 0, parts, explanation: `0 of ${documents.length} documents relevant.` };
      return {
        score: precisions.reduce((sum, precision) => sum + precision, 0) / ranks.length,
        parts,
        explanation:
          `${ranks.length} of ${documents.length} documents relevant, at ${ranks.length === 1 ? 'rank' : 'ranks'} ` +
          `${listed(ranks.map(String))}; precision there ${listed(precisions.map((precision) => precision.toFixed(2)))}.`,
      };
    },
  };
}
