import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from '../../../src/cli/calibrate/csv.ts';
import { rowsOf } from '../../../src/cli/calibrate/rows.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const littleEndian = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
const CELL = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('=', '+', '-', '@', "'", '"', ',', ';', '\t', '\n', '\r', 'a', '語') }),
);

test('CSV that we wrote is read as it was, whatever is in it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(CELL, CELL), { minLength: 1, maxLength: 5 }), async (rows) => {
      const text = [['query', 'passage'], ...rows].map(csvLine).join('');
      const read = await rowsOf(bytes(`\ufeff${text}`), 'labels.csv');
      const whole = rows.filter((cells) => cells.some((cell) => cell !== ''));
      expect(read.map(({ row }) => row)).toEqual(whole.map(([query, passage]) => ({ query, passage })));
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

const CSV = 'query,passage,label\r\n"a, b",c;d,1\r\n';

test.for([
  { name: 'commas', given: bytes(CSV) },
  { name: 'semicolons', given: bytes('query;passage;label\n"a, b";"c;d";1\n') },
  { name: 'tabs', given: bytes('\ufeffquery\tpassage\tlabel\na, b\tc;d\t1\n\n') },
  { name: 'the delimiter in a line of its own', given: bytes('\ufeffsep=|\nquery|passage|label\na, b|c;d|1\n'), where: 'row 3' },
  { name: 'a head in other letters', given: bytes('Query, Passage ,LABEL\n"a, b",c;d,1\n') },
  { name: 'cells beyond the head', given: bytes('query,passage,label\n"a, b",c;d,1,2,3\n') },
  { name: 'rows without anything', given: bytes('query,passage,label\n,,\n\n"a, b",c;d,1\n,,\n,,\n'), where: 'row 4' },
  { name: 'UTF-16', given: littleEndian(CSV) },
  { name: 'gzip', given: gzipSync(CSV) },
])('CSV with $name', async ({ given, where = 'row 2' }) => {
  expect(await rowsOf(given, 'labels.CSV')).toEqual([{ where, row: { query: 'a, b', passage: 'c;d', label: '1' } }]);
});

test('a row that ends early has not the columns that it lacks', async () => {
  const [read] = await rowsOf(bytes('query,passage,label\na,b\n'), 'labels.csv');
  expect(read?.row).toEqual({ query: 'a', passage: 'b' });
});

test.for([
  { name: 'no column of passages', given: bytes('question,text\na,b\n'), says: 'got "question, text"' },
  { name: 'Windows-1252', given: new Uint8Array(Buffer.from('query,passage\ncafé,a\n', 'latin1')), says: 'got another encoding' },
  { name: 'a workbook', given: bytes('PK\u0003\u0004'), says: 'got a workbook' },
])('CSV with $name is refused, and what to do is said', async ({ given, says }) => {
  await expect(rowsOf(given, 'labels.csv')).rejects.toThrow(says);
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

test.for([
  { name: 'gzip', given: gzipSync('{"query":"é"}\n') },
  { name: 'UTF-16', given: littleEndian('{"query":"é"}\r\n') },
])('JSON lines in $name', async ({ given }) => {
  expect(await rowsOf(given, 'labels.jsonl')).toEqual([{ where: 'line 1', row: { query: 'é' } }]);
});
