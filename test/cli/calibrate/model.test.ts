import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type Asked, type OpenAiServer, openAiServer, type Reply, verdictsFor } from '../../support/openai-server.ts';
import { objectsOf, run } from '../ragmeter.ts';
import { folderWith } from '../recordings.ts';
import { lines, PASSAGES as ROWS } from './labels.ts';

const PASSAGES = 'clapnq-passages.jsonl';
const RELEVANT = new Set(ROWS.filter(({ label }) => label === 1).map(({ passage }) => passage));
const MAIL = { id: '1', query: 'Whom to ask?', passage: 'Write to jane.roe@example.org about it.', label: 1 };

const folder = folderWith({
  [PASSAGES]: lines(ROWS),
  'redact.yaml': 'redact: true\njudge: openai/fake\n',
  'mail.jsonl': `${JSON.stringify(MAIL)}\n${JSON.stringify({ ...MAIL, passage: 'The tram stops here.', label: 0 })}\n`,
});
afterAll(() => rmSync(folder, { recursive: true }));
let server: OpenAiServer | undefined;
afterEach(() => server?.close());

/** A model that knows the labels, but takes the first relevant passage for nothing. */
function nearly({ shown }: Asked): Reply {
  const [wrong] = RELEVANT;
  return JSON.stringify(verdictsFor(shown, { level: (text) => (RELEVANT.has(text) && text !== wrong ? 'high' : 'none') }));
}

interface Printed {
  readonly pairs: number;
  readonly auc: number;
  readonly kappa: number;
  readonly calls: number;
  readonly usage: object;
  readonly msPerPair: number | null;
  readonly notJudged: readonly object[];
}

async function calibrate(replies: readonly (Reply | ((asked: Asked) => Reply))[], ...args: readonly string[]) {
  await server?.close();
  server = await openAiServer(replies);
  const environment = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'secret' };
  const { code, stdout, stderr } = await run(['calibrate', '--json', ...args], { folder, environment });
  const [printed] = objectsOf<Printed>(stdout);
  return { code, stderr, printed, asked: server.asked };
}

const MODEL = ['--judge', 'openai/fake'];

test('a model is asked once a pair, its levels are compared, and what it took is told', async () => {
  const { code, printed, asked } = await calibrate([nearly], ...MODEL, PASSAGES);
  expect(code).toBe(0);
  // 11 of 12 found, 12 of 12 rejected.
  expect(printed).toMatchObject({
    judge: { id: 'llm', version: expect.stringMatching(/:openai.fake$/) },
    pairs: 24,
    auc: expect.closeTo((11 + 0.5) / 12, 10),
    kappa: expect.closeTo(1 - (1 / 24) * 2, 10),
    calls: 24,
    usage: { inputTokens: 2400, outputTokens: 240 },
  });
  expect(asked).toHaveLength(24);
});

test('work that stopped at its budget goes on where it was, and comes to the same', async () => {
  const first = await calibrate([nearly], ...MODEL, PASSAGES, '--resume', 'kept.jsonl', '--max-calls', '10');
  expect(first.code).toBe(1);
  expect(first.printed).toMatchObject({ pairs: 10, notJudged: [{ what: 'budget', count: 14 }] });

  const second = await calibrate([nearly], ...MODEL, PASSAGES, '--resume', 'kept.jsonl');
  expect(second.code).toBe(0);
  expect([first.asked.length, second.asked.length]).toEqual([10, 14]);

  const third = await calibrate([nearly], ...MODEL, PASSAGES, '--resume', 'kept.jsonl');
  const recorded = await calibrate([nearly], PASSAGES, '--recorded', 'kept.jsonl');
  const { calls, usage, msPerPair, ...figures } = second.printed as Printed;
  for (const again of [third, recorded]) {
    expect(again.printed).toEqual({ ...figures, calls: 0, usage: {}, msPerPair: null });
    expect(again.asked).toEqual([]);
  }
  expect(figures.kappa).toBeCloseTo(1 - (1 / 24) * 2, 10);
});

test('pairs without a verdict are counted by reason and left out', async () => {
  const refusing = (asked: Asked): Reply =>
    RELEVANT.has(String(Object.values(asked.shown.documents)[0])) ? nearly(asked) : { status: 400 };
  const { code, printed, stderr } = await calibrate([refusing], ...MODEL, PASSAGES);
  expect(code).toBe(1);
  expect(printed).toMatchObject({ pairs: 12, auc: null, kappa: null, notJudged: [{ what: 'judge_error', count: 12 }] });
  expect(stderr).toContain('12 of 24 could not be judged');
});

test('a recording without these turns gives no verdict, and no figure', async () => {
  await calibrate([nearly], ...MODEL, PASSAGES, '--resume', 'whole.jsonl');
  const { code, printed, stderr } = await calibrate([nearly], 'mail.jsonl', '--recorded', 'whole.jsonl');
  expect(code).toBe(1);
  expect(stderr).toBe('mail.jsonl: none of 2 could be judged: there are no figures\n');
  expect(printed).toMatchObject({ pairs: 0, auc: null, notJudged: [{ what: 'judge_error', count: 2 }] });
});

test('what the configuration redacts does not reach the model', async () => {
  const { code, asked } = await calibrate([nearly], '--config', 'redact.yaml', 'mail.jsonl');
  expect(code).toBe(0);
  const shown = JSON.stringify(asked.map(({ body }) => body));
  expect(shown).toContain('[EMAIL_1]');
  expect(shown).not.toContain('jane.roe');
});

test('the file of verdicts holds no text of the labels', () => {
  const text = readFileSync(join(folder, 'kept.jsonl'), 'utf8');
  for (const { passage } of ROWS) expect(text).not.toContain(passage.slice(0, 30));
});
