import type { Scored } from '../model/evaluation.ts';
import type { SkipReason } from '../model/outcome.ts';
import { listed } from './listed.ts';

/** What a judge says of the sentences of one text: whether the documents support each. */
export type Support = readonly { readonly sentence: number; readonly supported: boolean }[];

interface Words {
  /** What stands in the explanation for one of them. */
  readonly noun: 'claim' | 'sentence of the reference';
  readonly plural: 'claims' | 'sentences of the reference';
  /** The outcome where there are none. */
  readonly none: SkipReason;
}

/** Supported sentences / sentences, in [0,1]. The explanation names them by number only: what they say is the user's. */
export function supportedShare(support: Support, { noun, plural, none }: Words): Scored {
  if (support.length === 0) return { skipped: none };
  const supported = support.filter((verdict) => verdict.supported).length;
  const others = support.filter((verdict) => !verdict.supported).map(({ sentence }) => `#${sentence + 1}`);
  const counted = `${supported} of ${support.length} ${support.length === 1 ? noun : plural} supported by the documents.`;
  return {
    score: supported / support.length,
    parts: { supported, sentences: support.length },
    explanation: others.length === 0 ? counted : `${counted} Not supported: ${listed(others)}.`,
  };
}
