import { expected } from '../../model/errors.ts';
import type { Scorer } from '../../model/evaluation.ts';
import { listed } from '../listed.ts';
import { isRelevant } from '../relevant.ts';

/**
 * How much of what was worth using the answer used:
 *
 *     score = used relevant documents / relevant documents
 *
 * In [0,1]. Relevant is what has level medium or high. None relevant is no score (`no_relevant`): there was nothing to use. Neither is there one
 * without an answer. A judge that does not say of a relevant document whether it was used has failed the scorer.
 */
export function contextUtilization(): Scorer {
  return {
    name: 'context_utilization',
    version: '1',
    needs: ['documents'],
    needsAnswer: true,
    score(_turn, verdicts) {
      const relevant = (verdicts.documents ?? []).filter(isRelevant);
      if (relevant.length === 0) return { skipped: 'no_relevant' };
      const untold = relevant.find(({ used }) => used === undefined);
      if (untold !== undefined)
        throw expected('a judge that says which relevant documents were used', `nothing about #${untold.index + 1}`);
      const used = relevant.filter((document) => document.used).length;
      const others = relevant.filter((document) => !document.used).map(({ index }) => `#${index + 1}`);
      const counted = `${used} of ${relevant.length} relevant ${relevant.length === 1 ? 'document' : 'documents'} used.`;
      return {
        score: used / relevant.length,
        parts: { used, relevant: relevant.length },
        explanation: others.length === 0 ? counted : `${counted} Not used: ${listed(others)}.`,
      };
    },
  };
}
