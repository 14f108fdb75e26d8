import { show } from '../model/errors.ts';
import { sentencesOf } from '../model/sentences.ts';
import type { Turn } from '../model/turn.ts';
import { LEVELS, type Need, type Verdicts } from '../model/verdicts.ts';

/**
 * What is wrong with these verdicts, or undefined. The one place where it is checked that there is exactly one verdict for every document and
 * every sentence, and a known level, for every judge. Answers to needs that were not asked for are ignored.
 */
export function integrityProblem(turn: Turn, needs: readonly Need[], verdicts: Verdicts): string | undefined {
  for (const need of needs) {
    const problem = PROBLEMS[need](turn, verdicts);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const PROBLEMS: Readonly<Record<Need, (turn: Turn, verdicts: Verdicts) => string | undefined>> = {
  documents: (turn, { documents }) => documentsProblem(turn.documents.length, documents),
  missing: (_turn, { missing }) =>
    missing === undefined || isListOfTexts(missing) ? undefined : 'Expected the missing items to be a list of texts',
  statements: (turn, { statements }) => statementsProblem(turn, statements),
  claims: (turn, { claims }) => sentencesProblem('the answer', turn.answer, claims, 'supported'),
  reference: (turn, { reference }) => sentencesProblem('the reference', turn.reference, reference, 'supported'),
};

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function documentsProblem(count: number, verdicts: Verdicts['documents']): string | undefined {
  if (!Array.isArray(verdicts)) return `Expected one verdict for each of ${count} documents, got none`;
  const indexes = new Set<number>();
  for (const verdict of verdicts as NonNullable<Verdicts['documents']>) {
    if (!isIndex(verdict?.index, count)) return `Expected a document index from 0 to ${count - 1}, got ${show(verdict?.index)}`;
    if (indexes.has(verdict.index)) return `Expected one verdict for each document, got two for index ${verdict.index}`;
    if (!LEVELS.includes(verdict.level)) return `Expected a level of ${LEVELS.join(', ')}, got ${show(verdict.level)}`;
    if (verdict.used !== undefined && typeof verdict.used !== 'boolean') {
      return `Expected used to be true, false or left out, got ${show(verdict.used)}`;
    }
    indexes.add(verdict.index);
  }
  return indexes.size === count ? undefined : `Expected one verdict for each of ${count} documents, got ${indexes.size}`;
}

function statementsProblem(turn: Turn, given: unknown): string | undefined {
  if (!Array.isArray(given)) return 'Expected one verdict for each sentence of each document, got none';
  const byDocument = new Map<unknown, unknown[]>(turn.documents.map((_, index) => [index, []]));
  for (const verdict of given as readonly (Verdict | null | undefined)[]) {
    const document = byDocument.get(verdict?.document);
    if (document === undefined) {
      return `Expected a statement's document to be from 0 to ${turn.documents.length - 1}, got ${show(verdict?.document)}`;
    }
    document.push(verdict);
  }
  for (const [index, { text }] of turn.documents.entries()) {
    const problem = sentencesProblem(`document ${index}`, text, byDocument.get(index), 'relevant');
    if (problem !== undefined) return problem;
  }
  return undefined;
}

type Verdict = Readonly<Record<string, unknown>>;

/** `of`: the text, in words. A text that has no sentence needs no list. */
function sentencesProblem(of: string, text: string | undefined, given: unknown, claim: 'relevant' | 'supported'): string | undefined {
  const count = sentencesOf(text ?? '').length;
  if (given === undefined && count === 0) return undefined;
  const all = `one verdict for each of ${count} sentences of ${of}`;
  if (!Array.isArray(given)) return `Expected ${all}, got none`;
  const seen = new Set<unknown>();
  for (const verdict of given as readonly (Verdict | null | undefined)[]) {
    const sentence = verdict?.sentence;
    if (!isIndex(sentence, count)) {
      return count === 0
        ? `Expected no verdict on ${of}, which has no sentence, got ${show(sentence)}`
        : `Expected a sentence index from 0 to ${count - 1} in ${of}, got ${show(sentence)}`;
    }
    if (seen.has(sentence)) return `Expected one verdict for each sentence of ${of}, got two for index ${sentence}`;
    if (typeof verdict?.[claim] !== 'boolean') return `Expected ${claim} to be true or false, got ${show(verdict?.[claim])}`;
    seen.add(sentence);
  }
  return seen.size === count ? undefined : `Expected ${all}, got ${seen.size}`;
}

function isIndex(value: unknown, count: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < count;
}
