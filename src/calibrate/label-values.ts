/**
 * The scale that a label is of: `logical` (true, false), `share` (between 0 and 1), `grade` (above 1), `either` (0 and 1, which both have), `none`
 * where nobody has labelled, `unknown` for anything else.
 */
export interface ReadLabel {
  readonly kind: 'logical' | 'share' | 'grade' | 'either' | 'none' | 'unknown';
  readonly value?: number;
}

const LOGICAL: ReadonlyMap<unknown, number> = new Map<unknown, number>([
  [true, 1],
  [false, 0],
  ['true', 1],
  ['false', 0],
]);

/**
 * A label as it was written: a number from 0 up, also as text and with a decimal comma, or true and false. Below 0 is often "not judged", and never a
 * grade.
 */
export function labelIn(given: unknown): ReadLabel {
  const written = typeof given === 'string' ? given.trim().toLowerCase() : given;
  if (written === undefined || written === null || written === '') return { kind: 'none' };
  const logical = LOGICAL.get(written);
  if (logical !== undefined) return { kind: 'logical', value: logical };
  const value = typeof written === 'string' && /^\d+([.,]\d+)?$/.test(written) ? Number(written.replace(',', '.')) : written;
  if (typeof value !== 'number') return { kind: 'unknown' };
  if (!(value >= 0 && value < Number.POSITIVE_INFINITY)) return { kind: 'unknown' };
  if (value === 0 || value === 1) return { kind: 'either', value };
  return { kind: value < 1 ? 'share' : 'grade', value };
}

/** True, false, undefined where nobody said, or `unknown`. */
export function usedIn(given: unknown): boolean | undefined | 'unknown' {
  const { kind, value } = labelIn(given);
  if (kind === 'none') return undefined;
  return kind === 'logical' || kind === 'either' ? value === 1 : 'unknown';
}

/** The kinds that don't go with what most labels of a file are: a 1 of true and false, a share and a grade up to 4 are different things. */
export function scarcerKinds(labels: readonly ReadLabel[]): ReadonlySet<ReadLabel['kind']> {
  const count = (kind: ReadLabel['kind']): number => labels.filter((label) => label.kind === kind).length;
  const scarcer = new Set<ReadLabel['kind']>();
  const numbers = count('share') + count('grade') + count('either');
  if (count('logical') > 0 && numbers > 0) {
    if (count('logical') < numbers) scarcer.add('logical');
    else for (const kind of ['share', 'grade', 'either'] as const) scarcer.add(kind);
  }
  if (count('share') > 0 && count('grade') > 0) scarcer.add(count('share') < count('grade') ? 'share' : 'grade');
  return scarcer;
}
