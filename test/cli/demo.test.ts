import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { width } from '../../src/cli/text.ts';
import { exampleTraces } from '../../src/runtime/examples.ts';
import { type Ended, linesOf, type Running, run, start } from './ragmeter.ts';

/** Label, score, service, question, and the levels of the documents or why there are none. */
const TURN =
  /^(excellent|good|mixed|poor|very_poor|skipped|failed|dropped) +(\d\.\d\d|-) +(\S+) +(\S.*?) +((?:high|medium|low|none)\b.*|[a-z ]+)$/;
const LEVELS = /^(?:high|medium|low|none)(?:×\d+)?(?: (?:high|medium|low|none)(?:×\d+)?)*$/;

/** Where each label begins. */
const BANDS: readonly (readonly [label: string, from: number])[] = [
  ['excellent', 0.85],
  ['good', 0.65],
  ['mixed', 0.35],
  ['poor', 0.15],
  ['very_poor', 0],
];

interface Turn {
  readonly label: string;
  readonly score: string;
  readonly question: string;
  readonly levels: string;
}

function turnsOf(lines: readonly string[]): readonly Turn[] {
  return lines.flatMap((line) => {
    const [, label, score, , question, levels] = TURN.exec(line) ?? [];
    return label === undefined || score === undefined || question === undefined || levels === undefined
      ? []
      : { label, score, question, levels };
  });
}

describe('demo --once', () => {
  let ended: Ended;
  let lines: readonly string[];
  let turns: readonly Turn[];
  beforeAll(async () => {
    ended = await run(['demo', '--once']);
    lines = linesOf(ended.stdout);
    turns = turnsOf(lines.slice(0, lines.indexOf('')));
  });

  test('ends with exit code 0, and its stdout begins with the turns', () => {
    expect(ended.code).toBe(0);
    expect(turns).toHaveLength(lines.indexOf(''));
  });

  test('shows at least 12 turns from three libraries or more', async () => {
    const libraries = (await exampleTraces()).map(({ name }) => /^[a-z]+/.exec(name)?.[0]);

    expect(turns.length).toBeGreaterThanOrEqual(12);
    expect(new Set(libraries).size).toBeGreaterThanOrEqual(3);
  });

  test('shows good, bad and empty retrievals', () => {
    const labels = turns.map(({ label }) => label);

    expect(labels.filter((label) => label === 'excellent' || label === 'good').length).toBeGreaterThanOrEqual(2);
    expect(labels.filter((label) => label === 'poor' || label === 'very_poor').length).toBeGreaterThanOrEqual(2);
    expect(turns).toContainEqual(expect.objectContaining({ label: 'skipped', score: '-', levels: 'no documents' }));
  });

  test('labels agree with the scores beside them, and levels are those of documents', () => {
    const scored = turns.filter(({ score }) => score !== '-');

    expect(scored.length).toBeGreaterThan(0);
    for (const turn of scored) {
      expect(turn.label, JSON.stringify(turn)).toBe(BANDS.find(([, from]) => Number(turn.score) >= from)?.[0]);
      expect(turn.levels).toMatch(LEVELS);
    }
    for (const { score, label } of turns) expect(score === '-').toBe(/^(skipped|failed|dropped)$/.test(label));
  });

  test('label and score are adjacent', () => {
    expect(lines.filter((line) => /^good +0\.\d\d /.test(line)).length).toBeGreaterThanOrEqual(1);
  });

  test('questions of all scripts are shown', () => {
    const questions = turns.map(({ question }) => question).join('\n');

    expect(questions).toMatch(/\p{Script=Latin}/u);
    expect(questions).toMatch(/\p{Script=Hangul}/u);
    expect(questions).toMatch(/\p{Script=Hiragana}/u);
  });

  test('sums up: turns, outcomes by reason, the mean', () => {
    const numbers = turns.flatMap(({ score }) => (score === '-' ? [] : Number(score)));
    const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

    expect(ended.stdout).toContain(
      `\n${turns.length} turns: ${numbers.length} scored, ${turns.length - numbers.length} skipped(no_documents)\n`,
    );
    const [, shown] = /^mean context relevance (\d\.\d\d) over \d+ scores \(lexical judge, a heuristic\)$/m.exec(ended.stdout) ?? [];
    expect(Math.abs(Number(shown) - mean)).toBeLessThanOrEqual(0.01);
  });

  test('explains the worst turn', () => {
    const worst = Math.min(...turns.flatMap(({ score }) => (score === '-' ? [] : Number(score))));
    const explained = lines.slice(lines.findIndex((line) => line.startsWith('worst turn: ')));

    expect(explained[0]).toMatch(new RegExp(`^worst turn: ${worst.toFixed(2).replace('.', '\\.')} \\w+, trace [0-9a-f]{32}$`));
    for (const part of [/^ {2}question {3}\S/, /^ {2}#1 (high|medium|low|none) +\S/, /^ {2}answer {5}\S/, /^ {2}why {8}\S/]) {
      expect(explained).toContainEqual(expect.stringMatching(part));
    }
  });

  test('no line is wider than 80 columns', () => {
    for (const line of [...lines, ...linesOf(ended.stderr)]) expect(width(line), line).toBeLessThanOrEqual(80);
  });
});

describe('demo', () => {
  let running: Running;
  beforeAll(() => {
    running = start(['demo']);
  });
  afterAll(async () => {
    await running.kill();
  });

  test('says where to look next, goes on serving, and ends with exit code 0 on Ctrl-C', async () => {
    await running.says(/^Where to look next/m);
    const [, url = ''] = await running.says(/curl (http:\/\/127\.0\.0\.1:\d+)\/metrics/);
    await running.says(new RegExp(`OTEL_EXPORTER_OTLP_ENDPOINT=${url}$`, 'm'));
    // The service reads JSON only, and most SDKs send protobuf unless told otherwise.
    await running.says(/OTEL_EXPORTER_OTLP_PROTOCOL=http\/json$/m);

    const metrics = await fetch(`${url}/metrics`);
    expect(await metrics.text()).toMatch(/^ragmeter_score_count\{.*\} [1-9]/m);
    for (const line of linesOf(running.stdout())) expect(width(line), line).toBeLessThanOrEqual(80);

    running.signal('SIGINT');
    expect((await running.ended).code).toBe(0);
  });
});
