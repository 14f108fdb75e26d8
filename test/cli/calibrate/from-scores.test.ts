import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, test } from 'vitest';
import { objectsOf, run } from '../ragmeter.ts';
import { folderWith, ragSpans, traces } from '../recordings.ts';

const EXAMPLE = fileURLToPath(new URL('../../../examples/traces/langchain-v1-openinference.otlp.json.gz', import.meta.url));
const MAIL = { documents: [{ text: 'Write to jane.roe@example.org about returns.' }, { text: ' ' }, { text: '=1+1 is a sum.' }] };

const folder = folderWith({
  'mail.json': traces(ragSpans(MAIL)),
  'redact.yaml': 'redact: true\n',
  'empty.json': traces([]),
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Row {
  readonly id: string;
  readonly query: string;
  readonly answer: string | null;
  readonly passage: string;
  readonly label: unknown;
  readonly used: unknown;
}

const fromScores = (...args: readonly string[]) => run(['calibrate', '--from-scores', ...args], { folder });

describe('taking turns out', () => {
  test('gives a row for each document that would be scored, with nothing of what a judge says', async () => {
    const { code, stdout, stderr } = await fromScores(EXAMPLE, '--sample', '100');
    const rows = objectsOf<Row>(stdout);
    const { stdout: explained } = await run(['explain', '--json', EXAMPLE]);
    const turns = objectsOf<{ turns: readonly { wouldScore: boolean; query: string; documents: readonly { text: string }[] }[] }>(explained)
      .flatMap((trace) => trace.turns)
      .filter(({ wouldScore }) => wouldScore);

    expect(code).toBe(0);
    expect(turns.length).toBeGreaterThan(2);
    expect(rows.map(({ query, passage }) => `${query} | ${passage}`).toSorted()).toEqual(
      turns.flatMap(({ query, documents }) => documents.map(({ text }) => `${query} | ${text}`)).toSorted(),
    );
    for (const row of rows) {
      expect(Object.keys(row)).toEqual(['id', 'query', 'answer', 'passage', 'label', 'used']);
      expect([row.label, row.used]).toEqual([null, null]);
    }
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(stderr).toContain(`${turns.length} turns of ${turns.length}, ${rows.length} rows to label`);
  });

  test('--sample takes so many turns, the same each time, and a smaller sample is the beginning of a larger one', async () => {
    const turnsOf = async (count: string) => [
      ...new Set(objectsOf<Row>((await fromScores(EXAMPLE, '--sample', count)).stdout).map(({ id }) => id.replace(/\/\d+$/, ''))),
    ];
    const [two, three] = [await turnsOf('2'), await turnsOf('3')];
    expect([two.length, three.length]).toEqual([2, 3]);
    expect(three.slice(0, 2)).toEqual(two);
  });

  test('CSV for a spreadsheet: no formula, and what is redacted stays so', async () => {
    await fromScores('mail.json', '--config', 'redact.yaml', '--out', 'mail.csv');
    const text = readFileSync(join(folder, 'mail.csv'), 'utf8');
    expect(text.startsWith('\ufeff')).toBe(true);
    const rows = parse<Row>(text, { bom: true, columns: true });
    expect(rows.map(({ passage }) => passage)).toEqual(['Write to [EMAIL_1] about returns.', "'=1+1 is a sum."]);
  });

  test('a file that is there is not written over: it may hold labels', async () => {
    writeFileSync(join(folder, 'mine.jsonl'), 'hours of work');
    const { code, stderr } = await fromScores(EXAMPLE, '--out', 'mine.jsonl');
    expect(code).toBe(2);
    expect(stderr).toContain('Expected --out to be a new file, got mine.jsonl, one that is there');
    expect(readFileSync(join(folder, 'mine.jsonl'), 'utf8')).toBe('hours of work');
  });

  test.for([
    {
      name: 'traces in which nothing would be scored',
      args: ['empty.json'],
      says: 'Expected turns that would be scored in the files, got none',
    },
    { name: 'a file that is not there', args: ['missing.json'], says: 'missing.json: Expected a file, got a path where nothing is' },
  ])('$name: exit code 1', async ({ args, says }) => {
    const { code, stdout, stderr } = await fromScores(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(says);
  });
});

describe('reading labels back', () => {
  /** Takes the turns out, and fills in all but the last row as a person would. */
  async function labelled(name: string): Promise<number> {
    const { stdout } = await fromScores(EXAMPLE);
    const rows = objectsOf<Row>(stdout).map((row, index, all) =>
      index === all.length - 1 ? row : { ...row, label: index % 2, used: index % 3 === 0 },
    );
    writeFileSync(join(folder, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    return rows.length;
  }

  test('compares what was said when the turns were scored, and asks nobody; asking again gives the same', async () => {
    const count = await labelled('labels.jsonl');
    writeFileSync(join(folder, 'scores.jsonl'), (await run(['score', '--json', EXAMPLE])).stdout);
    const [then] = objectsOf<Record<string, unknown>>((await fromScores('--json', 'labels.jsonl', 'scores.jsonl')).stdout);
    const [now] = objectsOf<Record<string, unknown>>((await fromScores('--json', 'labels.jsonl')).stdout);

    expect(then).toMatchObject({ pairs: count - 1, unlabelled: 1, notJudged: [], calls: 0, msPerPair: null });
    expect(then?.kappa).toEqual(expect.any(Number));
    for (const key of ['pairs', 'auc', 'kappa', 'ci', 'used', 'relevance']) expect(then?.[key]).toEqual(now?.[key]);
    expect(now?.calls).toBeGreaterThan(0);
  });

  test('a turn that has no score is counted and left out', async () => {
    await labelled('more.jsonl');
    const [, ...scores] = (await run(['score', '--json', EXAMPLE])).stdout
      .trimEnd()
      .split('\n')
      .filter((line) => line.includes('"scored"'));
    writeFileSync(join(folder, 'fewer.jsonl'), `${scores.join('\n')}\n`);
    const { code, stdout } = await fromScores('--json', 'more.jsonl', 'fewer.jsonl');
    expect(code).toBe(1);
    expect(objectsOf(stdout)).toMatchObject([{ notJudged: [{ what: 'judge_error' }] }]);
  });

  test.for([
    { option: ['--judge', 'openai/gpt'], says: 'got --judge and scores' },
    { option: ['--off-topic', '2'], says: 'got scores, which say nothing of added passages' },
  ])('scores hold the verdicts: $option beside them is refused', async ({ option, says }) => {
    await labelled('both.jsonl');
    writeFileSync(join(folder, 'known.jsonl'), (await run(['score', '--json', EXAMPLE])).stdout);
    const { code, stdout, stderr } = await fromScores('both.jsonl', 'known.jsonl', ...option);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(says);
  });

  test('first lines that are no labels do not make traces of a file of labels', async () => {
    await labelled('whole.jsonl');
    writeFileSync(join(folder, 'damaged.jsonl'), `{"id\n{"query":"Where?"}\n${readFileSync(join(folder, 'whole.jsonl'), 'utf8')}`);
    const { stdout } = await fromScores('--json', 'damaged.jsonl');
    expect(objectsOf(stdout)).toMatchObject([
      {
        notJudged: [
          { what: 'not an object as JSON', where: ['line 1'] },
          { what: 'no passage', where: ['line 2'] },
        ],
      },
    ]);
  });

  test('scores alone hold no documents: it says what is wanted', async () => {
    writeFileSync(join(folder, 'only.jsonl'), (await run(['score', '--json', EXAMPLE])).stdout);
    const { code, stderr } = await fromScores('only.jsonl');
    expect(code).toBe(1);
    expect(stderr).toContain('Expected the recorded traces that the scores are of, too');
  });

  test('with scores, turns are taken out only where they have one', async () => {
    const scored = (await run(['score', '--json', EXAMPLE])).stdout.split('\n').filter((line) => line.includes('"scored"'));
    writeFileSync(join(folder, 'two.jsonl'), scored.slice(0, 2).join('\n'));
    const { stdout } = await fromScores('two.jsonl', EXAMPLE);
    const wanted = objectsOf<{ traceId: string; evaluatedSpanId: string }>(scored.slice(0, 2).join('\n'));
    expect(new Set(objectsOf<Row>(stdout).map(({ id }) => id.replace(/\/\d+$/, '')))).toEqual(
      new Set(wanted.map(({ traceId, evaluatedSpanId }) => `${traceId}/${evaluatedSpanId}`)),
    );
  });
});
