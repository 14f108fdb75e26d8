/** How much it matters that two grades differ: 0 where they are the same. */
export type Disagreement = (a: number, b: number) => number;

/** All that differs is equally wrong. */
export const unweighted: Disagreement = (a, b) => (a === b ? 0 : 1);

/** Two grades apart is four times as wrong as one. */
export const quadratic: Disagreement = (a, b) => (a - b) ** 2;

/** How often people gave grade `row` where the judge gave grade `column`. Square. */
export type GradeTable = readonly (readonly number[])[];

/**
 * Cohen's kappa: 1 - disagreement seen / disagreement by chance, given how often either says what. 1 the same, 0 chance, below 0 worse than
 * that; undefined where people gave one grade only: then nothing was there to tell apart.
 *
 * J. Cohen, A coefficient of agreement for nominal scales (1960); weighted: Weighted kappa (1968).
 */
export function kappa(table: GradeTable, disagreement: Disagreement = unweighted): number | undefined {
  const rows = table.map((row) => row.reduce((sum, count) => sum + count, 0));
  const columns = table.map((_, column) => table.reduce((sum, row) => sum + (row[column] ?? 0), 0));
  const total = rows.reduce((sum, count) => sum + count, 0);
  if (rows.filter((count) => count > 0).length < 2) return undefined;
  let seen = 0;
  let byChance = 0;
  for (const [row, counts] of table.entries()) {
    for (const [column, count] of counts.entries()) {
      const weight = disagreement(row, column);
      seen += weight * count;
      byChance += (weight * (rows[row] ?? 0) * (columns[column] ?? 0)) / total;
    }
  }
  return 1 - seen / byChance;
}

/** Counts pairs of grades below `size`: what people gave, and what the judge gave. */
export function gradeTable(size: number, pairs: Iterable<readonly [people: number, judge: number]>): GradeTable {
  const table = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  for (const [people, judge] of pairs) {
    const row = table[people];
    if (row?.[judge] !== undefined) row[judge] += 1;
  }
  return table;
}
