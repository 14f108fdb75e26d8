import type { Turn } from '../model/turn.ts';
import { liveIdText } from './live-id.ts';
import { seededRandom } from './seeded-random.ts';

/** A row for a person to fill in: what the judge said is not in it, so that nobody is led. */
export interface RowToLabel {
  readonly id: string;
  readonly query: string;
  readonly answer: string | null;
  readonly passage: string;
  /** To be filled in: 0 or 1, or grades from 0 up. */
  readonly label: null;
  /** To be filled in: true or false; where there is an answer. */
  readonly used: null;
}

/** Any: the same turns each time, so that work that was begun fits what is drawn again. */
const SEED = 1;

/** So many of the turns, drawn by chance, in the order in which they were drawn: whoever stops halfway has labelled a sample still. */
export function sampleOf(turns: readonly Turn[], count: number): readonly Turn[] {
  const random = seededRandom(SEED);
  const rest = [...turns];
  const drawn: Turn[] = [];
  while (drawn.length < count && rest.length > 0) drawn.push(...rest.splice(Math.floor(random() * rest.length), 1));
  return drawn;
}

/** A row for each document of a turn that has a text. */
export function rowsToLabel(turn: Turn): readonly RowToLabel[] {
  const { query = '', answer, documents } = turn;
  const passages = documents.flatMap(({ text = '' }) => (text.trim() === '' ? [] : [text]));
  return passages.map((passage, index) => ({
    id: liveIdText(turn, index),
    query,
    answer: answer ?? null,
    passage,
    label: null,
    used: null,
  }));
}
