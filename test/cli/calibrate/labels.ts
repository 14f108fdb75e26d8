import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { objectsOf } from '../ragmeter.ts';

export interface Row {
  readonly id: string;
  readonly query: string;
  readonly passage: string;
  readonly label: number;
  readonly answer?: string;
  readonly used?: boolean;
}

function rowsOf(name: string): readonly Row[] {
  const bytes = readFileSync(new URL(`../../fixtures/labels-${name}.jsonl.gz`, import.meta.url));
  return objectsOf<Row>(gunzipSync(bytes).toString());
}

const passages = rowsOf('clapnq-passages');

/** Twelve relevant ones and twelve others. */
export const PASSAGES: readonly Row[] = [0, 1].flatMap((label) => passages.filter((row) => row.label === label).slice(0, 12));
export const SENTENCES: readonly Row[] = rowsOf('clapnq-sentences').slice(0, 30);
export const KOREAN: readonly (Row & { readonly lang: string })[] = rowsOf('tydiqa-ko')
  .slice(0, 40)
  .map((row) => ({ ...row, lang: 'ko' }));

/** As JSON lines; a text is a line as it is. */
export function lines(rows: readonly unknown[]): string {
  return rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('');
}
