import type { Scorer } from '../model/evaluation.ts';
import type { SkipReason } from '../model/outcome.ts';
import { hasSentence } from '../model/sentences.ts';
import type { RetrievedDocument, Turn } from '../model/turn.ts';
import type { Need } from '../model/verdicts.ts';

/** A document that can be judged. */
export function isReadable(document: RetrievedDocument): boolean {
  return document.text !== undefined && document.text.trim() !== '';
}

/** Why this turn cannot be scored by this scorer, before any judge is asked; undefined where it can. */
export function whyNot(turn: Turn, scorer: Scorer): SkipReason | undefined {
  const reads = (need: Need): boolean => scorer.needs.includes(need);
  if (turn.documents.length === 0) return 'no_documents';
  if (!turn.documents.some(isReadable)) return turn.flags.includes('redacted') ? 'redacted' : 'text_missing';
  if (turn.query === undefined || turn.query.trim() === '') return 'no_query';
  if (reads('statements') && !turn.documents.some(({ text }) => hasSentence(text))) return 'text_missing';
  if ((reads('claims') || scorer.needsAnswer === true) && !hasSentence(turn.answer)) return 'no_answer';
  if (reads('reference') && !hasSentence(turn.reference)) return 'no_reference';
  return undefined;
}
