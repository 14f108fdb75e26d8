import type { Turn } from '../model/turn.ts';
import { groupsOf } from './groups.ts';
import { type LabelledPair, tellsAnything } from './labelled-pair.ts';

/** What a judge is asked at once, and the pair that each of its documents comes from. */
export interface LabelledTurn {
  readonly turn: Turn;
  readonly pairs: readonly LabelledPair[];
}

/**
 * Each pair as a turn of one document; grouped: those of one query and answer as one turn, as a service retrieves them. A turn on which people said
 * nothing is left out.
 */
export function turnsOf(pairs: readonly LabelledPair[], grouped: boolean): readonly LabelledTurn[] {
  const keyOf = (pair: LabelledPair, index: number): string =>
    grouped ? JSON.stringify([pair.query, pair.lang ?? '', pair.answer ?? null]) : String(index);
  const indexed = pairs.map((pair, index) => ({ pair, key: keyOf(pair, index) }));
  const groups = [...groupsOf(indexed, ({ key }) => key).values()].map((group) => group.map(({ pair }) => pair));
  return groups.filter((own) => own.some(tellsAnything)).map((own, index) => ({ turn: turnFrom(own, index), pairs: own }));
}

function turnFrom(pairs: readonly LabelledPair[], index: number): Turn {
  const [{ query, answer } = {} as Partial<LabelledPair>] = pairs;
  const traceId = (index + 1).toString(16).padStart(32, '0');
  return {
    traceId,
    evaluatedSpan: { traceId, spanId: '1'.padStart(16, '0'), sampled: false },
    endTimeUnixNano: 0n,
    ...(query === undefined || query === '' ? {} : { query }),
    documents: pairs.map(({ passage }, rank) => ({ text: passage, rank })),
    ...(answer === undefined ? {} : { answer }),
    retrievals: [],
    flags: [],
  };
}
