import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from '../../../src/cli/calibrate/csv.ts';
import { rowsOf } from '../../../src/cli/calibrate/rows.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const CELL = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('=', '+', '-', '@', "'", '"', ',', ';', '\t', '\n', '\r', 'a', '語') }),
);

test('CSV that we wrote is read as it was, whatever is in it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(CELL, CELL), { minLength: 1, maxLength: 5 }), async (rows) => {
      const text = [['query', 'passage'], ...rows].map(csvLine).join('');
      const read = await rowsOf(bytes(`\ufeff${text}`), 'labels.csv');
      expect(read.map(({ row }) => row)).toEqual(rows.map(([query, passage]) => ({ query, passage })));
    }),
  );
});

test('no cell begins as a formula does', () => {
  fc.assert(
    fc.property(CELL, (cell) => {
      expect(csvLine([cell])).not.toMatch(/^"[=+\-@\t\r]/);
    }),
  );
});

test.for([
  { name: 'commas', text: 'query,passage,label\r\n"a, b",c;d,1\r\n' },
  { name: 'semicolons', text: 'query;passage;label\n"a, b";"c;d";1\n' },
  { name: 'tabs', text: '\ufeffquery\tpassage\tlabel\na, b\tc;d\t1\n\n' },
])('CSV with $name between the cells', async ({ text }) => {
  expect(await rowsOf(bytes(text), 'labels.CSV')).toEqual([{ where: 'row 1', row: { query: 'a, b', passage: 'c;d', label: '1' } }]);
});

test('CSV that cannot be read says so', async () => {
  await expect(rowsOf(bytes('query,passage\n"a,b\n'), 'labels.csv')).rejects.toThrow(/^Expected CSV, got something else: /);
});

test('JSON lines: each row is named by its line, and what is no object is no row', async () => {
  const rows = await rowsOf(bytes('{"query":"a"}\n\n[1]\n{"query\n7\nnull\r\n{"query":"b"}'), 'labels.jsonl');
  expect(rows).toEqual([
    { where: 'line 1', row: { query: 'a' } },
    { where: 'line 3', row: undefined },
    { where: 'line 4', row: undefined },
    { where: 'line 5', row: undefined },
    { where: 'line 6', row: undefined },
    { where: 'line 7', row: { query: 'b' } },
  ]);
});
