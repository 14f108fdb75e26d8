import type { Random } from '../../model/random.ts';
import { sentencesOf } from '../../model/sentences.ts';
import type { Turn } from '../../model/turn.ts';
import type { Need } from '../../model/verdicts.ts';
import { idDrawer } from './ids.ts';
import { shuffled } from './shuffle.ts';

/** One thing that a verdict is wanted on. Places count from 0. */
export type Item =
  | { readonly kind: 'document'; readonly document: number }
  | { readonly kind: 'statement'; readonly document: number; readonly sentence: number }
  | { readonly kind: 'claim'; readonly sentence: number }
  | { readonly kind: 'reference'; readonly sentence: number }
  | { readonly kind: 'missing' };

/** A text, whole, or as sentences by their ids. */
export type Passage = string | Readonly<Record<string, string>>;

/** A turn as one call shows it: everything that a verdict is wanted on has an id of its own. */
export interface Sheet {
  readonly question: string;
  /** In the order in which they are shown. */
  readonly documents: readonly { readonly id: string; readonly index: number; readonly passage: Passage }[];
  readonly answer?: Passage;
  readonly reference?: Passage;
  readonly missingId?: string;
  /** By id, in the order in which they are shown. */
  readonly items: ReadonlyMap<string, Item>;
}

/** Sentences are split here and nowhere else: how many there are is not the model's to say. */
export function sheetOf(turn: Turn, needs: readonly Need[], random: Random): Sheet {
  const { query = '', documents, answer, reference } = turn;
  const draw = idDrawer(random, [query, answer ?? '', reference ?? '', ...documents.map(({ text = '' }) => text)]);
  const items = new Map<string, Item>();
  const wanted = new Set(needs);

  function numbered(text: string, item: (sentence: number) => Item): Passage {
    const entries = sentencesOf(text).map((sentence, index) => {
      const id = draw();
      items.set(id, item(index));
      return [id, sentence] as const;
    });
    return Object.fromEntries(entries);
  }

  const shown = shuffled(documents.length, `${turn.traceId}:${turn.evaluatedSpan.spanId}`).map((index) => {
    const text = documents[index]?.text ?? '';
    const id = draw();
    if (wanted.has('documents')) items.set(id, { kind: 'document', document: index });
    return {
      id,
      index,
      passage: wanted.has('statements') ? numbered(text, (sentence) => ({ kind: 'statement', document: index, sentence })) : text,
    };
  });
  const told = {
    ...(answer === undefined
      ? {}
      : { answer: wanted.has('claims') ? numbered(answer, (sentence) => ({ kind: 'claim', sentence })) : answer }),
    ...(reference === undefined || !wanted.has('reference')
      ? {}
      : { reference: numbered(reference, (sentence) => ({ kind: 'reference', sentence })) }),
  };
  if (!wanted.has('missing')) return { question: query, documents: shown, ...told, items };
  const missingId = draw();
  items.set(missingId, { kind: 'missing' });
  return { question: query, documents: shown, ...told, missingId, items };
}
