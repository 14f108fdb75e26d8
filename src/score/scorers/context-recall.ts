import type { Scorer } from '../../model/evaluation.ts';
import { supportedShare } from '../supported-share.ts';

/**
 * Context recall, compatible with Mastra's scorer of that name: how much of the right answer the documents hold.
 *
 *     score = supported sentences of the reference / sentences of the reference
 *
 * In [0,1]. Without a reference, or with one that says nothing, there is no score (`no_reference`).
 */
export function contextRecall(): Scorer {
  return {
    name: 'context_recall',
    version: '1',
    needs: ['reference'],
    score: (_turn, { reference = [] }) =>
      supportedShare(reference, { noun: 'sentence of the reference', plural: 'sentences of the reference', none: 'no_reference' }),
  };
}
