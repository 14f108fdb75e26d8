import { createHash } from 'node:crypto';
import type { Judge } from '../model/judge.ts';
import type { Turn } from '../model/turn.ts';
import type { Need } from '../model/verdicts.ts';

/** The same for two questions to a judge of which one answer will do: same judge, needs and texts, in the same order. */
export function contentHash({ id, version }: Pick<Judge, 'id' | 'version'>, turn: Turn, needs: readonly Need[]): string {
  const { query = null, answer = null, reference = null } = turn;
  const documents = turn.documents.map(({ text = null }) => text);
  const content = JSON.stringify([id, version, inOrder(needs), query, documents, answer, reference]);
  return createHash('sha256').update(content).digest('base64url');
}

function inOrder(needs: readonly Need[]): readonly Need[] {
  return [...new Set(needs)].sort((a, b) => (a < b ? -1 : 1));
}
