import type { GivenRow } from '../../calibrate/read-labels.ts';
import { messageOf, RagmeterError, show } from '../../model/errors.ts';
import { unguarded } from './csv.ts';
import { labelText } from './label-text.ts';

/** The rows of a file of labels: CSV with a head where its name says so, else JSON lines. */
export async function rowsOf(bytes: Uint8Array, path: string): Promise<readonly GivenRow[]> {
  const text = labelText(bytes, isCsv(path));
  return isCsv(path) ? csvRows(text) : jsonRows(text);
}

export function isCsv(path: string): boolean {
  return /\.csv(\.gz)?$/i.test(path);
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

/** A first line with which some spreadsheets are told what stands between cells. */
const TOLD = /^sep=(.)\r?\n/i;

async function csvRows(text: string): Promise<readonly GivenRow[]> {
  const told = TOLD.exec(text);
  const [names, ...rows] = await cellsOf(text.slice(told?.[0].length ?? 0), told?.[1]);
  if (names === undefined) return [];
  const head = names.cells.map((name) => name.trim().toLowerCase());
  if (!head.includes('passage')) {
    throw new RagmeterError('invalid_labels', `Expected a head that names query, passage and label, got ${show(names.cells.join(', '))}`);
  }
  return rows.map(({ number, cells }) => ({
    where: `row ${number + (told === null ? 0 : 1)}`,
    row: Object.fromEntries(head.slice(0, cells.length).map((name, index) => [name, unguarded(cells[index] ?? '')])),
  }));
}

interface Cells {
  /** As a spreadsheet counts: from 1, and the head is one. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** All rows but those without anything, which spreadsheets leave behind. */
async function cellsOf(text: string, told: string | undefined): Promise<readonly Cells[]> {
  const { parse } = await import('csv-parse/sync');
  const [head = ''] = text.split(/\r?\n/, 1);
  const delimiter = told ?? DELIMITERS.toSorted((a, b) => head.split(b).length - head.split(a).length)[0] ?? ',';
  try {
    const rows = parse(text, { delimiter, relax_column_count: true });
    return rows.map((cells, index) => ({ number: index + 1, cells })).filter(({ cells }) => cells.some((cell) => cell !== ''));
  } catch (cause) {
    throw new RagmeterError('invalid_labels', `Expected CSV, got something else: ${messageOf(cause)}`, { cause });
  }
}
