import type { Scorer } from '../../model/evaluation.ts';
import { supportedShare } from '../supported-share.ts';

/**
 * Faithfulness, compatible with Mastra's scorer of that name: how much of the answer the documents support.
 *
 *     score = supported claims / claims
 *
 * In [0,1]. A claim is a sentence of the answer. Without an answer, or with one that says nothing, there is no score (`no_answer`).
 */
export function faithfulness(): Scorer {
  return {
    name: 'faithfulness',
    version: '1',
    needs: ['claims'],
    needsAnswer: true,
    score: (_turn, { claims = [] }) => supportedShare(claims, { noun: 'claim', plural: 'claims', none: 'no_answer' }),
  };
}
