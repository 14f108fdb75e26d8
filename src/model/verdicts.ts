export const NEEDS = ['documents', 'missing', 'statements', 'claims', 'reference'] as const;

/**
 * What a scorer asks a judge for. Statements are sentences of the documents, claims those of the answer; all sentences are those of
 * `sentencesOf`.
 */
export type Need = (typeof NEEDS)[number];

/** high = answers the query, medium = part of the answer, low = related but does not answer, none = unrelated. */
export type Level = 'high' | 'medium' | 'low' | 'none';

/** From best to worst. */
export const LEVELS: readonly Level[] = ['high', 'medium', 'low', 'none'];

/** All indexes count from 0. */
export interface DocumentVerdict {
  readonly index: number;
  readonly level: Level;
  /** Whether the answer draws on the document; undefined without an answer. */
  readonly used?: boolean;
  /** 0..1, where the judge has a continuous measure. */
  readonly relevance?: number;
  /** 0..1, where the judge has a continuous measure. */
  readonly usage?: number;
  readonly evidence?: string;
}

export interface Verdicts {
  readonly documents?: readonly DocumentVerdict[];
  /** Undefined: the judge cannot tell. Empty: nothing is missing. */
  readonly missing?: readonly string[];
  readonly statements?: readonly { readonly document: number; readonly sentence: number; readonly relevant: boolean }[];
  /** Sentences of the answer. */
  readonly claims?: readonly { readonly sentence: number; readonly supported: boolean }[];
  /** Sentences of the reference. */
  readonly reference?: readonly { readonly sentence: number; readonly supported: boolean }[];
}

/** The verdicts on these needs, and no others. */
export function onlyNeeds(verdicts: Verdicts, needs: readonly Need[]): Verdicts {
  return Object.fromEntries(needs.filter((need) => verdicts[need] !== undefined).map((need) => [need, verdicts[need]]));
}
