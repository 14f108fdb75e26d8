import type { Turn } from '../model/turn.ts';
import { groupsOf } from './groups.ts';
import { type LabelledPair, tellsAnything } from './labelled-pair.ts';
import { readLiveId } from './live-id.ts';

/** What a judge is asked at once, and the pair that each of its documents comes from. */
export interface LabelledTurn {
  readonly turn: Turn;
  readonly pairs: readonly LabelledPair[];
}

/**
 * Each pair as a turn of one document; grouped: those of one live turn, else of one query and answer, as one turn, as a service retrieves them. A turn
 * on which people said nothing is left out.
 */
export function turnsOf(pairs: readonly LabelledPair[], grouped: boolean): readonly LabelledTurn[] {
  const indexed = pairs.map((pair, index) => ({ pair, key: grouped ? keyOf(pair) : String(index) }));
  const groups = [...groupsOf(indexed, ({ key }) => key).values()].map((group) => group.map(({ pair }) => pair));
  return groups.filter((own) => own.some(tellsAnything)).map((own, index) => ({ turn: turnFrom(own, index), pairs: own }));
}

function keyOf({ id, query, lang, answer }: LabelledPair): string {
  const live = readLiveId(id);
  return JSON.stringify([live?.traceId ?? null, live?.spanId ?? null, query, lang ?? null, answer ?? null]);
}

function turnFrom(pairs: readonly LabelledPair[], index: number): Turn {
  const [{ id = '', query, answer } = {} as Partial<LabelledPair>] = pairs;
  const numbered = { traceId: (index + 1).toString(16).padStart(32, '0'), spanId: '1'.padStart(16, '0') };
  const { traceId, spanId } = readLiveId(id) ?? numbered;
  return {
    traceId,
    evaluatedSpan: { traceId, spanId, sampled: false },
    endTimeUnixNano: 0n,
    ...(query === undefined || query === '' ? {} : { query }),
    documents: pairs.map((pair, rank) => ({ text: pair.passage, id: pair.id, rank })),
    ...(answer === undefined ? {} : { answer }),
    retrievals: [],
    flags: [],
  };
}
