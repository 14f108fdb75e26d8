/** What a spreadsheet takes for a formula; documents hold what anybody wrote. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** One line of CSV (RFC 4180), line end included. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${guarded(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

/** Never run as a formula: an apostrophe stands before it. */
function guarded(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/** The cell as it was before `csvLine`. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
