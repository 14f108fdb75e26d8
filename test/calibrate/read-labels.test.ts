import { describe, expect, test } from 'vitest';
import { readLabels } from '../../src/calibrate/read-labels.ts';

const ROW = { id: 'a', query: 'Where?', passage: 'Here.', label: 1 };

function read(...rows: readonly (object | undefined)[]) {
  return readLabels(rows.map((row, index) => ({ where: `line ${index + 1}`, row: row as Record<string, unknown> | undefined })));
}

test('a row with everything', () => {
  const row = { ...ROW, answer: 'Here it is.', used: true, lang: 'en' };
  expect(read(row)).toEqual({ pairs: [row], problems: [], unlabelled: 0 });
});

describe('a label may be', () => {
  test.for([
    { given: 0, label: 0 },
    { given: 1, label: 1 },
    { given: 4, label: 4 },
    { given: '3', label: 3 },
    { given: ' 1 ', label: 1 },
    { given: true, label: 1 },
    { given: false, label: 0 },
    { given: 'TRUE', label: 1 },
    { given: 'False', label: 0 },
    { given: '0,25', label: 0.25 },
    { given: '1.0', label: 1 },
    { given: 0.25, label: 0.25 },
  ])('$given', ({ given, label }) => {
    expect(read({ ...ROW, label: given })).toEqual({ pairs: [{ ...ROW, label }], problems: [], unlabelled: 0 });
  });
});

describe('what is wrong with a row is named, and the row is left out', () => {
  test.for<{ name: string; row: object | undefined; what: string; message?: string }>([
    { name: 'no JSON', row: undefined, what: 'not an object as JSON' },
    { name: 'no passage', row: { ...ROW, passage: undefined }, what: 'no passage' },
    { name: 'a passage of spaces', row: { ...ROW, passage: ' \n' }, what: 'no passage' },
    { name: 'a passage that is no text', row: { ...ROW, passage: ['Here.'] }, what: 'no passage' },
    {
      name: 'a word as label',
      row: { ...ROW, label: 'high' },
      what: 'unknown label',
      message: 'Expected a number from 0 up, true or false, got "high"',
    },
    {
      name: 'a label below 0',
      row: { ...ROW, label: -1 },
      what: 'unknown label',
      message: 'Expected a number from 0 up, true or false, got -1',
    },
    {
      name: 'a list as label',
      row: { ...ROW, label: [1] },
      what: 'unknown label',
      message: 'Expected a number from 0 up, true or false, got [1]',
    },
    {
      name: 'a label without end',
      row: { ...ROW, label: Number.POSITIVE_INFINITY },
      what: 'unknown label',
      message: 'Expected a number from 0 up, true or false, got Infinity',
    },
    {
      name: 'a word for used',
      row: { ...ROW, used: 'maybe' },
      what: 'unknown value of used',
      message: 'Expected true, false, 1 or 0, got "maybe"',
    },
    { name: 'neither query nor answer', row: { passage: 'Here.', label: 1 }, what: 'neither a query nor an answer' },
  ])('$name', ({ row, what, message }) => {
    const problem = { what, count: 1, where: ['line 2'], message };
    expect(read(ROW, row, ROW)).toEqual({ pairs: [ROW, ROW], problems: [problem], unlabelled: 0 });
  });

  test('equal ones are counted, and the first three named', () => {
    const { problems } = read(...Array.from({ length: 5 }, () => ({ ...ROW, passage: '' })), undefined);
    expect(problems).toEqual([
      { what: 'no passage', count: 5, where: ['line 1', 'line 2', 'line 3'] },
      { what: 'not an object as JSON', count: 1, where: ['line 6'] },
    ]);
  });
});

describe('of two scales in one file the scarcer is left out', () => {
  const what = 'label of another scale than most';
  test.for<{ name: string; labels: readonly unknown[]; kept: readonly number[]; left: readonly string[]; got: string }>([
    { name: 'true among numbers', labels: [0, 1, 1, true], kept: [0, 1, 1], left: ['line 4'], got: 'true' },
    { name: 'numbers among true and false', labels: [true, 0, false, true], kept: [1, 0, 1], left: ['line 2'], got: '0' },
    { name: 'a share among grades', labels: [0, 2, 3, 0.5, 1], kept: [0, 2, 3, 1], left: ['line 4'], got: '0.5' },
    { name: 'a grade among shares', labels: [0.1, 0.5, 4, 1], kept: [0.1, 0.5, 1], left: ['line 3'], got: '4' },
  ])('$name', ({ labels, kept, left, got }) => {
    const { pairs, problems } = read(...labels.map((label) => ({ ...ROW, label })));
    expect(pairs.map(({ label }) => label)).toEqual(kept);
    expect(problems).toEqual([{ what, count: left.length, where: left, message: `Got ${got}` }]);
  });
});

describe('not labelled yet is not wrong', () => {
  test.for([
    { name: 'null', row: { ...ROW, label: null } },
    { name: 'an empty cell', row: { ...ROW, label: '', used: '' } },
    { name: 'no label at all', row: { ...ROW, label: undefined } },
    { name: 'used without an answer', row: { ...ROW, label: null, used: true } },
  ])('$name', ({ row }) => {
    const { pairs, problems, unlabelled } = read(row, ROW);
    expect([pairs.length, pairs[0]?.label, problems, unlabelled]).toEqual([2, undefined, [], 1]);
  });

  test('but a row where only used was filled in is labelled', () => {
    expect(read({ ...ROW, label: null, answer: 'Here it is.', used: false }).unlabelled).toBe(0);
  });

  test('without a query nobody looks at the label', () => {
    const { pairs, problems, unlabelled } = read({ query: '', passage: 'Here.', label: 'entailment', answer: 'Here it is.', used: true });
    expect([pairs.length, problems, unlabelled]).toEqual([1, [], 0]);
  });
});
