import { type Labelled, labelsOf } from '../../support/labels.ts';

export type Row = Labelled;

const passages = labelsOf('clapnq-passages');

/** Twelve relevant ones and twelve others. */
export const PASSAGES: readonly Row[] = [0, 1].flatMap((label) => passages.filter((row) => row.label === label).slice(0, 12));
export const SENTENCES: readonly Row[] = labelsOf('clapnq-sentences').slice(0, 30);
export const KOREAN: readonly (Row & { readonly lang: string })[] = labelsOf('tydiqa-ko')
  .slice(0, 40)
  .map((row) => ({ ...row, lang: 'ko' }));

/** As JSON lines; a text is a line as it is. */
export function lines(rows: readonly unknown[]): string {
  return rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('');
}
