import { expected } from '../../model/errors.ts';
import type { Scorer } from '../../model/evaluation.ts';
import { type DocumentVerdict, LEVELS, type Level } from '../../model/verdicts.ts';
import { listed } from '../listed.ts';

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
const PENALTIES = Object.keys(DEFAULTS) as readonly (keyof Penalties)[];

/**
 * Graded context relevance, compatible with Mastra's context relevance scorer:
 *
 *     score = max(0, Σ weight(level) / documents − unused high · 0.1 − min(missing · 0.15, 0.5))
 *
 * In [0,1]; the order of documents makes no difference. Without documents there is no score. Without an answer nothing counts as unused.
 */
export function contextRelevance(penalties: Penalties = {}): Scorer {
  const all = checked(penalties);
  const { unusedHighRelevanceContext, missingContextPerItem, maxMissingContextPenalty } = all;
  const isDefault = PENALTIES.every((name) => all[name] === DEFAULTS[name]);
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

function checked(penalties: Penalties): Required<Penalties> {
  if (typeof penalties !== 'object' || penalties === null) throw expected('penalties to be amounts by name', penalties);
  const unknown = Object.keys(penalties).find((name) => !Object.hasOwn(DEFAULTS, name));
  if (unknown !== undefined) throw expected(`penalties of ${PENALTIES.join(', ')}`, unknown);
  const all = { ...DEFAULTS };
  for (const name of PENALTIES) {
    const value = penalties[name] === undefined ? DEFAULTS[name] : penalties[name];
    if (!(Number.isFinite(value) && value >= 0)) throw expected(`penalties.${name} to be a finite number of 0 or more`, value);
    all[name] = value;
  }
  return all;
}

/** In agreement with the numbers by construction: "unused" and "missing" stand in it exactly when they cost something. */
function explain(
  documents: readonly DocumentVerdict[],
  missingItems: readonly string[],
  { base, unused, missing }: { readonly base: number; readonly unused: number; readonly missing: number },
): string {
  const sentences = [`${listed(documents.map(one))}; base ${base.toFixed(2)}.`];
  if (unused > 0) {
    const which = documents
      .filter((document) => document.level === 'high' && document.used === false)
      .map((document) => `#${document.index + 1}`);
    sentences.push(`High but unused: ${listed(which)} (−${unused.toFixed(2)}).`);
  }
  if (missing > 0) sentences.push(`Context is missing: ${listed(missingItems.map(quoted), '; ')} (−${missing.toFixed(2)}).`);
  return sentences.join(' ');
}

function one(document: DocumentVerdict): string {
  return `#${document.index + 1} ${document.level}${document.used === true ? ' (used)' : ''}`;
}

/** What a judge calls missing is its own text: "unused" in it would be read as a penalty that there is not. */
function quoted(item: string): string {
  return item.replaceAll(/unused/gi, 'not used');
}
