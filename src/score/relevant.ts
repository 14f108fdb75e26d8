import type { DocumentVerdict } from '../model/verdicts.ts';

/** Where a document counts as relevant or not, with nothing between: it holds the answer or a part of it. */
export function isRelevant({ level }: DocumentVerdict): boolean {
  return level === 'high' || level === 'medium';
}
