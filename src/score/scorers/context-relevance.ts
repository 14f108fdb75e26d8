import { expected } from '../../model/errors.ts';
import type { Scorer } from '../../model/evaluation.ts';
import { type DocumentVerdict, LEVELS, type Level } from '../../model/verdicts.ts';

/** How much each level counts, 0..1. */
const WEIGHTS: Readonly<Record<Level, number>> = { high: 1, medium: 0.7, low: 0.3, none: 0 };

export interface Penalties {
  /** Taken off for each document of level `high` that the answer does not use. */
  readonly unusedHighRelevanceContext?: number;
  /** Taken off for each missing item. */
  readonly missingContextPerItem?: number;
  /** The missing items together take off no more than this. */
  readonly maxMissingContextPenalty?: number;
}

const DEFAULTS: Required<Penalties> = { unusedHighRelevanceContext: 0.1, missingContextPerItem: 0.15, maxMissingContextPenalty: 0.5 };

/**
 * Graded context relevance, compatible with Mastra's context relevance scorer:
 *
 *     score = max(0, Σ weight(level) / documents − unused high · 0.1 − min(missing · 0.15, 0.5))
 *
 * In [0,1]; the order of documents makes no difference. Without documents there is no score. Without an answer nothing counts as unused.
 */
export function contextRelevance(penalties: Penalties = {}): Scorer {
  const { unusedHighRelevanceContext, missingContextPerItem, maxMissingContextPenalty } = checked({ ...DEFAULTS, ...penalties });
  const isDefault = Object.keys(DEFAULTS).every(
    (key) => (penalties[key as keyof Penalties] ?? DEFAULTS[key as keyof Penalties]) === DEFAULTS[key as keyof Penalties],
  );
  return {
    name: 'context_relevance',
    version: isDefault ? '1' : `1(${unusedHighRelevanceContext},${missingContextPerItem},${maxMissingContextPenalty})`,
    needs: ['documents'],
    wants: ['missing'],
    score(_turn, verdicts) {
      const documents = verdicts.documents ?? [];
      if (documents.length === 0) return { skipped: 'no_documents' };
      const missingItems = verdicts.missing ?? [];
      const unusedHigh = documents.filter((document) => document.level === 'high' && document.used === false).length;
      const base = sumOfWeights(documents) / documents.length;
      const unused = unusedHigh * unusedHighRelevanceContext;
      const missing = Math.min(missingItems.length * missingContextPerItem, maxMissingContextPenalty);
      return {
        score: Math.max(0, base - unused - missing),
        parts: { base, unused, missing, documents: documents.length },
        explanation: explain(documents, missingItems, { base, unused, missing }),
      };
    },
  };
}

/** Level by level, so that the order of documents makes no difference in the last digit either. */
function sumOfWeights(documents: readonly DocumentVerdict[]): number {
  return LEVELS.reduce((sum, level) => sum + WEIGHTS[level] * documents.filter((document) => document.level === level).length, 0);
}

function checked(penalties: Required<Penalties>): Required<Penalties> {
  for (const [name, value] of Object.entries(penalties)) {
    if (!(Number.isFinite(value) && value >= 0)) throw expected(`penalties.${name} to be a finite number of 0 or more`, value);
  }
  return penalties;
}

/** In agreement with the numbers by construction: "unused" and "missing" stand in it exactly when they cost something. */
function explain(
  documents: readonly DocumentVerdict[],
  missingItems: readonly string[],
  { base, unused, missing }: { readonly base: number; readonly unused: number; readonly missing: number },
): string {
  const sentences = [`${documents.map(one).join(', ')}; base ${base.toFixed(2)}.`];
  if (unused > 0) {
    const which = documents
      .filter((document) => document.level === 'high' && document.used === false)
      .map((document) => `#${document.index + 1}`);
    sentences.push(`High but unused: ${which.join(', ')} (−${unused.toFixed(2)}).`);
  }
  if (missing > 0) sentences.push(`Context is missing: ${missingItems.join('; ')} (−${missing.toFixed(2)}).`);
  return sentences.join(' ');
}

function one(document: DocumentVerdict): string {
  return `#${document.index + 1} ${document.level}${document.used === true ? ' (used)' : ''}`;
}
