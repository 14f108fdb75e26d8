import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { linesOf, objectsOf, run } from '../ragmeter.ts';
import { folderWith } from '../recordings.ts';
import * as labels from './labels.ts';

const { lines, PASSAGES: ROWS } = labels;

const PASSAGES = 'clapnq-passages.jsonl';
const SENTENCES = 'clapnq-sentences.jsonl';
const KOREAN = 'tydiqa-ko.jsonl';

const SUPPORT = [
  { id: '1', query: '', passage: 'The museum opens at nine.', answer: 'It opens at nine.', label: 2, used: true },
  { id: '2', query: '', passage: 'Trams run until midnight.', answer: 'It opens at nine.', label: 0, used: false },
];

const folder = folderWith({
  [PASSAGES]: lines(ROWS),
  [SENTENCES]: lines(labels.SENTENCES),
  [KOREAN]: lines(labels.KOREAN),
  'support.jsonl': lines(SUPPORT),
  'one-bad-in-24.jsonl': lines([...ROWS.slice(1), { ...ROWS[0], passage: '' }]),
  'two-bad-in-24.jsonl': lines([...ROWS.slice(2), '{"query', { ...ROWS[0], label: 'relevant' }]),
  'unlabelled.jsonl': lines(ROWS.map((row) => ({ ...row, label: null }))),
  'relevant-only.jsonl': lines(ROWS.filter(({ label }) => label === 1)),
  'graded.jsonl': lines(ROWS.map((row, index) => ({ ...row, label: row.label * (1 + (index % 3)) }))),
  'ten-grades.jsonl': lines(ROWS.map((row, index) => ({ ...row, label: index % 10 }))),
  'languages.jsonl': lines(
    [...SUPPORT, ...ROWS].map((row, index) => ({ ...row, used: index % 2 === 0, lang: ['zh-Hant', 'pt-BR'][index % 4 > 1 ? 1 : 0] })),
  ),
  'empty.jsonl': '',
  'mails.yaml': 'redact: true\n',
  'other.json': '{"name":"mine"}',
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Printed {
  readonly file: string;
  readonly pairs: number;
  readonly auc: number | null;
  readonly kappa: number | null;
  readonly ci: readonly [number, number] | null;
  readonly used?: { readonly auc: number; readonly kappa: number };
  readonly offTopic?: { readonly pairs: number; readonly auc: number };
  readonly relevance: { readonly positives: number; readonly queries: number };
  readonly languages: Readonly<Record<string, { readonly relevance: { readonly pairs: number } }>>;
  readonly notJudged: readonly { readonly what: string; readonly count: number; readonly where: readonly string[] }[];
  readonly unlabelled: number;
  readonly msPerPair: number | null;
}

async function calibrate(...args: readonly string[]) {
  const { code, stdout, stderr } = await run(['calibrate', '--json', ...args], { folder });
  return { code, stderr, printed: objectsOf<Printed>(stdout) };
}

describe('--json', () => {
  test('prints one line a file, in their order', async () => {
    const { code, printed, stderr } = await calibrate(PASSAGES, SENTENCES, KOREAN, 'support.jsonl');

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(printed.map(({ file, pairs }) => [file, pairs])).toEqual([
      [PASSAGES, 24],
      [SENTENCES, 30],
      [KOREAN, 40],
      ['support.jsonl', 2],
    ]);
    const [passages, sentences, korean, support] = printed;
    for (const one of [passages, sentences, korean]) {
      const [low = Number.NaN, high = Number.NaN] = one?.ci ?? [];
      expect(one?.auc).toBeGreaterThan(0.5);
      expect(low).toBeLessThanOrEqual(one?.auc ?? Number.NaN);
      expect(high).toBeGreaterThanOrEqual(one?.auc ?? Number.NaN);
      expect(one?.kappa).toEqual(expect.any(Number));
      expect(one?.msPerPair).toEqual(expect.any(Number));
    }
    expect(passages).not.toHaveProperty('used');
    expect(sentences?.used).toMatchObject({ auc: expect.any(Number), kappa: expect.any(Number) });
    expect(korean?.languages.ko?.relevance.pairs).toBe(40);
    expect(support).toMatchObject({ auc: null, kappa: null, ci: null, used: { auc: 1, pairs: 2 } });
  });

  test('says the same each time, but for the time that it took', async () => {
    const figures = async () => (await calibrate('--off-topic', '2', PASSAGES)).printed.map(({ msPerPair: _, ...rest }) => rest);
    expect(await figures()).toEqual(await figures());
  });

  test('--off-topic adds negatives, and tells how relevant ones stand against these alone', async () => {
    const [plain] = (await calibrate(PASSAGES)).printed;
    const [more] = (await calibrate(PASSAGES, '--off-topic', '2')).printed;
    expect(more).toMatchObject({ pairs: 24 * 3, relevance: { positives: 12, queries: 24 }, offTopic: { pairs: 12 + 48 } });
    expect(more?.offTopic?.auc).toBeGreaterThan(plain?.auc ?? Number.NaN);
  });

  test('--positive says from which label on a passage is relevant', async () => {
    const positives = async (...args: readonly string[]) => (await calibrate('graded.jsonl', ...args)).printed[0]?.relevance.positives;
    expect(await positives()).toBe(12);
    const atLeastTwo = await positives('--positive', '2');
    const atLeastThree = await positives('--positive', '3');
    expect(atLeastTwo).toBeLessThan(12);
    expect(atLeastThree).toBeLessThan(atLeastTwo ?? 0);
    expect(atLeastThree).toBeGreaterThan(0);
  });

  test('--grouped judges the passages of one query beside each other: the same pairs', async () => {
    const [alone] = (await calibrate(KOREAN)).printed;
    const [grouped] = (await calibrate(KOREAN, '--grouped')).printed;
    expect(grouped).toMatchObject({ pairs: 40, calls: new Set(labels.KOREAN.map(({ query }) => query)).size });
    expect(alone).toMatchObject({ pairs: 40, calls: 40 });
  });
});

describe('for people', () => {
  test.for([
    { name: 'two labels', args: [PASSAGES] },
    { name: 'used, too', args: [SENTENCES] },
    { name: 'several languages', args: [PASSAGES, KOREAN, '--off-topic', '1'] },
    { name: 'grades', args: ['graded.jsonl'] },
    { name: 'ten grades', args: ['ten-grades.jsonl'] },
    { name: 'no query', args: ['support.jsonl'] },
    { name: 'bad rows', args: ['one-bad-in-24.jsonl'] },
  ])('$name: a table that fits into 80 columns', async ({ args }) => {
    const { code, stdout } = await run(['calibrate', ...args], { folder });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ +AUC +kappa +best kappa$/m);
    expect(stdout).toContain('the lexical judge, a heuristic');
    for (const line of linesOf(stdout)) expect(line.length, line).toBeLessThanOrEqual(80);
    expect(stdout).not.toMatch(/NaN|undefined|null|Infinity|\[object/);
  });

  test('languages stand below what their figures are of', async () => {
    const { stdout } = await run(['calibrate', 'languages.jsonl'], { folder });
    const [, table = ''] = /best kappa\n(.*?)\n\n/s.exec(stdout) ?? [];
    expect(table.split('\n').map((line) => line.slice(0, 11).trimEnd())).toEqual([
      'relevance',
      '  zh-Hant',
      '  pt-BR',
      'used',
      '  zh-Hant',
      '  pt-BR',
    ]);
  });

  test('labels stand beside levels, and each is counted once', async () => {
    const { stdout } = await run(['calibrate', 'graded.jsonl'], { folder });
    const [head = '', ...rows] = /^label .*(?:\n\d.*)+/m.exec(stdout)?.[0].split('\n') ?? [];
    expect(head.split(/ +/)).toEqual(['label', 'none', 'low', 'medium', 'high']);
    expect(rows.map((row) => row.split(/ +/)[0])).toEqual(['0', '1', '2', '3']);
    const counts = rows.flatMap((row) => row.split(/ +/).slice(1).map(Number));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(24);
  });
});

describe('what cannot be judged is counted, named and left out', () => {
  test('no more than 5 %: exit code 0', async () => {
    const { code, printed, stderr } = await calibrate('one-bad-in-24.jsonl');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(printed).toMatchObject([{ pairs: 23, notJudged: [{ what: 'no passage', count: 1, where: ['line 24'] }] }]);
  });

  test('more: exit code 1, and the figures of the rest', async () => {
    const { code, printed, stderr } = await calibrate('two-bad-in-24.jsonl', PASSAGES);
    expect(code).toBe(1);
    expect(printed).toMatchObject([
      {
        pairs: 22,
        auc: expect.any(Number),
        notJudged: [
          { what: 'not an object as JSON', count: 1, where: ['line 23'] },
          { what: 'unknown label', count: 1, where: ['line 24'] },
        ],
      },
      { pairs: 24 },
    ]);
    expect(stderr).toBe('two-bad-in-24.jsonl: 2 of 24 could not be judged, more than 5 %: the figures are of the rest\n');
  });

  test.for([
    { file: 'empty.jsonl', unlabelled: 0, says: 'empty.jsonl: Expected rows with query, passage and label, got none' },
    { file: 'unlabelled.jsonl', unlabelled: 24, says: 'unlabelled.jsonl: Expected labels, got none in 24 rows' },
  ])('$file: nothing to compare is exit code 1, and never a 0', async ({ file, unlabelled, says }) => {
    const { code, printed, stderr } = await calibrate(file);
    expect(code).toBe(1);
    expect(printed).toMatchObject([{ file, pairs: 0, auc: null, kappa: null, ci: null, msPerPair: null, unlabelled }]);
    expect(stderr).toContain(says);
  });

  test('a file that is not there is named, and the others are measured', async () => {
    const { code, printed, stderr } = await calibrate('missing.jsonl', PASSAGES);
    expect(code).toBe(1);
    expect(printed.map(({ file }) => file)).toEqual([PASSAGES]);
    expect(stderr).toBe('missing.jsonl: Expected a file, got a path where nothing is: check the name\n');
  });

  test('labels from standard input', async () => {
    const { code, stdout } = await run(['calibrate', '--json', '-'], { folder, input: lines(ROWS) });
    expect(code).toBe(0);
    expect(objectsOf(stdout)).toMatchObject([{ file: '-', pairs: 24 }]);
  });
});

describe('--out', () => {
  const written = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));

  test('writes the mean kappa of the files', async () => {
    const { code, printed } = await calibrate(PASSAGES, KOREAN, '--out', 'agreement.json');
    const [first = Number.NaN, second = Number.NaN] = printed.map(({ kappa }) => kappa ?? Number.NaN);
    expect(code).toBe(0);
    expect(written('agreement.json')).toMatchObject({
      agreement: [{ judge: { id: 'lexical' }, kappa: expect.closeTo((first + second) / 2, 10), files: [{ pairs: 24 }, { pairs: 40 }] }],
    });
  });

  test.for([
    {
      name: 'too much could not be judged',
      args: ['two-bad-in-24.jsonl', '--out', 'never.json'],
      code: 1,
      says: 'never.json was not written',
    },
    { name: 'nothing can be told', args: ['relevant-only.jsonl', '--out', 'never.json'], code: 1, says: 'never.json was not written' },
    { name: 'another file is there', args: [PASSAGES, '--out', 'other.json'], code: 2, says: 'Expected other.json to be a file that' },
  ])('writes nothing where $name', async ({ args, code, says }) => {
    const ended = await calibrate(...args);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain(says);
    expect(() => written('never.json')).toThrow(/ENOENT/);
    expect(written('other.json')).toEqual({ name: 'mine' });
  });
});

test.for([
  { args: ['--positive', '0'], says: 'Expected a number above 0, got 0' },
  { args: ['--off-topic', 'two'], says: 'Expected a whole number from 0 up, got two' },
  { args: ['--sample', '0'], says: 'Expected a whole number from 1 up, got 0' },
  { args: ['--judge', 'lexical', '--recorded', 'kept.jsonl'], says: 'Expected --judge, --recorded or scores, got --judge and --recorded' },
  { args: ['--max-calls', '-1'], says: 'Expected a whole number from 0 up, got -1' },
  { args: ['--judge', 'gpt'], says: "Expected judge to be 'lexical', a model such as" },
  { args: ['--config', 'missing.yaml'], says: 'missing.yaml: Expected a file, got a path where nothing is' },
  { args: ['--out', 'missing/out.json'], says: 'Expected --out to be a file that can be written, got missing/out.json: ENOENT' },
  { args: ['--resume', 'missing/kept.jsonl'], says: 'Expected --resume to be a file that can be written, got missing/kept.jsonl: ENOENT' },
  { args: ['--resume', '.'], says: 'Expected --resume to be a file that can be written, got .: EISDIR' },
])('$args is wrong usage: exit code 2', async ({ args, says }) => {
  const { code, stdout, stderr } = await run(['calibrate', PASSAGES, ...args], { folder });
  expect(stderr).toContain(says);
  expect(stdout).toBe('');
  expect(code).toBe(2);
});
