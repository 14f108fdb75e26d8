import type { Scorer } from '../../model/evaluation.ts';
import { listed } from '../listed.ts';

/**
 * Statement relevance, compatible with Mastra's older metric `ContextRelevancyMetric`:
 *
 *     score = relevant statements / statements
 *
 * In [0,1]. A statement is a sentence of a document, so a long document counts for more than a short one; the order of documents makes no
 * difference. The answer has no part in it. Documents without a sentence give no score (`text_missing`).
 */
export function statementRelevance(): Scorer {
  return {
    name: 'statement_relevance',
    version: '1',
    needs: ['statements'],
    score(_turn, { statements = [] }) {
      if (statements.length === 0) return { skipped: 'text_missing' };
      const relevant = statements.filter((statement) => statement.relevant).length;
      const others = statements.filter((statement) => !statement.relevant);
      const counted = `${relevant} of ${statements.length} ${statements.length === 1 ? 'statement' : 'statements'} relevant.`;
      const named = listed(others.map(({ document, sentence }) => `#${document + 1} sentence ${sentence + 1}`));
      return {
        score: relevant / statements.length,
        parts: { relevant, statements: statements.length },
        explanation: others.length === 0 ? counted : `${counted} Not relevant: ${named}.`,
      };
    },
  };
}
