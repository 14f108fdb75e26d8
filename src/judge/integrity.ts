import { show } from '../model/errors.ts';
import type { Turn } from '../model/turn.ts';
import { LEVELS, type Need, type Verdicts } from '../model/verdicts.ts';

/**
 * What is wrong with these verdicts, or undefined. The one place where it is checked that there is exactly one verdict for every document
 * and a known level, for every judge. Answers to needs that were not asked for are ignored.
 */
export function integrityProblem(turn: Turn, needs: readonly Need[], verdicts: Verdicts): string | undefined {
  if (needs.includes('documents')) {
    const problem = documentsProblem(turn.documents.length, verdicts.documents);
    if (problem !== undefined) return problem;
  }
  if (needs.includes('missing') && verdicts.missing !== undefined && !isListOfTexts(verdicts.missing)) {
    return 'Expected the missing items to be a list of texts';
  }
  return undefined;
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function documentsProblem(count: number, verdicts: Verdicts['documents']): string | undefined {
  if (!Array.isArray(verdicts)) return `Expected one verdict for each of ${count} documents, got none`;
  const indexes = new Set<number>();
  for (const verdict of verdicts as NonNullable<Verdicts['documents']>) {
    if (!Number.isInteger(verdict?.index) || verdict.index < 0 || verdict.index >= count) {
      return `Expected a document index from 0 to ${count - 1}, got ${show(verdict?.index)}`;
    }
    if (indexes.has(verdict.index)) return `Expected one verdict for each document, got two for index ${verdict.index}`;
    if (!LEVELS.includes(verdict.level)) return `Expected a level of ${LEVELS.join(', ')}, got ${show(verdict.level)}`;
    if (verdict.used !== undefined && typeof verdict.used !== 'boolean') {
      return `Expected used to be true, false or left out, got ${show(verdict.used)}`;
    }
    indexes.add(verdict.index);
  }
  return indexes.size === count ? undefined : `Expected one verdict for each of ${count} documents, got ${indexes.size}`;
}
