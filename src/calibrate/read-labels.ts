import { show } from '../model/errors.ts';
import { labelIn, type ReadLabel, scarcerKinds, usedIn } from './label-values.ts';
import { type LabelledPair, tellsAnything } from './labelled-pair.ts';
import { type Problem, Problems } from './problems.ts';

/** A row as it stands in a file: an object with any values, or why it is none. */
export interface GivenRow {
  /** Where it stands, such as `line 3`. */
  readonly where: string;
  /** Undefined where it could not be read. */
  readonly row: Readonly<Record<string, unknown>> | undefined;
}

export interface ReadLabels {
  /** Also those that nobody has labelled yet: a judge may be shown them beside others of their turn. */
  readonly pairs: readonly LabelledPair[];
  /** Rows that can't be compared, by what is wrong with them. */
  readonly problems: readonly Problem[];
  /** How many nobody has labelled yet: not wrong, and not compared. */
  readonly unlabelled: number;
}

/** Pairs from the rows of one file. A row that can't be used is counted and named; its label is never taken for a 0. */
export function readLabels(rows: readonly GivenRow[]): ReadLabels {
  const problems = new Problems();
  const labels = rows.map(({ row }) => labelIn(row?.label));
  const mixed = scarcerKinds(labels);
  const pairs: LabelledPair[] = [];
  let unlabelled = 0;
  for (const [index, given] of rows.entries()) {
    const read = pairFrom(given, labels[index] ?? { kind: 'none' }, mixed);
    if ('what' in read) problems.add(read.what, given.where, read.message);
    else if (read.query === '' && read.answer === undefined) problems.add('neither a query nor an answer', given.where);
    else {
      pairs.push(read);
      if (!tellsAnything(read)) unlabelled += 1;
    }
  }
  return { pairs, problems: problems.list(), unlabelled };
}

/** What is wrong with a row. */
interface Wrong {
  readonly what: string;
  readonly message?: string;
}

/** The pair, or what is wrong with the row. */
function pairFrom({ row, where }: GivenRow, label: ReadLabel, mixed: ReadonlySet<ReadLabel['kind']>): LabelledPair | Wrong {
  if (row === undefined) return { what: 'not an object as JSON' };
  const passage = textIn(row.passage);
  if (passage === '') return { what: 'no passage' };
  const query = textIn(row.query);
  const answer = textIn(row.answer);
  const used = usedIn(row.used);
  if (used === 'unknown') return { what: 'unknown value of used', message: `Expected true, false, 1 or 0, got ${show(row.used)}` };
  // Without a query nobody looks at the label.
  if (query !== '') {
    if (label.kind === 'unknown') {
      return { what: 'unknown label', message: `Expected a number from 0 up, true or false, got ${show(row.label)}` };
    }
    if (mixed.has(label.kind)) return { what: 'label of another scale than most', message: `Got ${show(row.label)}` };
  }
  return {
    id: textIn(row.id) || where,
    query,
    passage,
    ...(label.value === undefined ? {} : { label: label.value }),
    ...(answer === '' ? {} : { answer }),
    ...(used === undefined ? {} : { used }),
    ...(textIn(row.lang) === '' ? {} : { lang: textIn(row.lang) }),
  };
}

/** Texts are kept as they are, but one of spaces alone is none. */
function textIn(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : '';
}
