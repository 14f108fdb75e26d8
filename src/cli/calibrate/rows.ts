import type { GivenRow } from '../../calibrate/read-labels.ts';
import { RagmeterError } from '../../model/errors.ts';
import { unguarded } from './csv.ts';

/** The rows of a file of labels: CSV with a head where its name says so, else JSON lines. */
export async function rowsOf(bytes: Uint8Array, path: string): Promise<readonly GivenRow[]> {
  const text = new TextDecoder().decode(bytes);
  return isCsv(path) ? csvRows(text) : jsonRows(text);
}

export function isCsv(path: string): boolean {
  return path.toLowerCase().endsWith('.csv');
}

function jsonRows(text: string): readonly GivenRow[] {
  return text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [{ where: `line ${index + 1}`, row: objectIn(line) }]));
}

function objectIn(line: string): GivenRow['row'] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** What spreadsheets write between cells: some write a semicolon where the comma is a decimal point. */
const DELIMITERS = [',', ';', '\t'];

async function csvRows(text: string): Promise<readonly GivenRow[]> {
  const { parse } = await import('csv-parse/sync');
  const [head = ''] = text.split(/\r?\n/, 1);
  const delimiter = DELIMITERS.toSorted((a, b) => head.split(b).length - head.split(a).length)[0] ?? ',';
  try {
    const rows = parse<Record<string, string>>(text, {
      bom: true,
      columns: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
    });
    return rows.map((row, index) => ({
      where: `row ${index + 1}`,
      row: Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, unguarded(cell)])),
    }));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RagmeterError('invalid_labels', `Expected CSV, got something else: ${reason}`, { cause });
  }
}
