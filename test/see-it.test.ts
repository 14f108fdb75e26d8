import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { giveNewIds } from '../src/cli/new-trace-ids.ts';
import { documentsOf } from '../src/cli/send-recordings.ts';
import { width } from '../src/cli/text.ts';
import { exampleTraces } from '../src/runtime/examples.ts';
import { files } from '../tools/dashboards/files.ts';
import { objectsOf, ROOT, run } from './cli/ragmeter.ts';

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const DOCUMENT = textOf('docs/see-it.md');
const BLOCKS = [...DOCUMENT.matchAll(/^```text\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
const PROSE = DOCUMENT.replace(/^```[\s\S]*?^```$/gm, '');
/** What is named as it stands on a screen or in a query. */
const QUOTED = [...PROSE.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);

/** A line `name  value`, which may go on in the next. */
function shown(name: string): string | undefined {
  const [, value] = new RegExp(`^${name.replaceAll('.', '\\.')}  +(\\S.*(?:\\n {20,}\\S.*)*)$`, 'm').exec(BLOCKS.join('\n')) ?? [];
  return value?.replace(/\n +/g, ' ');
}

interface Scored {
  readonly query: string;
  readonly score: number;
  readonly label: string;
  readonly explanation: string;
  readonly verdicts: { readonly documents: readonly { readonly level: string; readonly used: boolean }[] };
}

interface Titled {
  readonly title: string;
  /** Of a dashboard, and of a row that is closed at first. */
  readonly panels?: readonly Titled[];
}

function titlesIn({ title, panels = [] }: Titled): readonly string[] {
  return [title, ...panels.flatMap(titlesIn)];
}

test('what is drawn fits a terminal', () => {
  expect(BLOCKS.length).toBeGreaterThanOrEqual(9);
  expect(BLOCKS.flatMap((block) => block.split('\n')).filter((line) => width(line) > 80)).toEqual([]);
});

test('the turn that is shown is scored so', async () => {
  const recorded = ['openai-chat-otel.otlp.json.gz', 'openai-chat-otel.logs.otlp.json.gz'].map((name) => `examples/traces/${name}`);
  const { stdout } = await run(['score', '--json', ...recorded]);
  const turn = objectsOf<Scored>(stdout).find(({ query }) => query === shown('gen_ai.retrieval.query.text'));

  expect(turn).toBeDefined();
  expect({
    score: Number(shown('gen_ai.evaluation.score.value')),
    label: shown('gen_ai.evaluation.score.label'),
    explanation: shown('gen_ai.evaluation.explanation'),
    levels: JSON.parse(shown('ragmeter.documents.levels') ?? ''),
    used: JSON.parse(shown('ragmeter.documents.used') ?? ''),
  }).toEqual({
    score: turn?.score,
    label: turn?.label,
    explanation: turn?.explanation,
    levels: turn?.verdicts.documents.map(({ level }) => level),
    used: turn?.verdicts.documents.map(({ used }) => String(used)),
  });
});

test('the demo sends as many traces as it says', async () => {
  const documents = documentsOf(await exampleTraces());
  const [, traces, recordings] = /^sent (\d+) traces of (\d+) recordings/m.exec(DOCUMENT) ?? [];

  expect([Number(traces), Number(recordings)]).toEqual([giveNewIds(documents, () => 0), documents.length]);
});

test('what is named stands in the dashboards and in the menu', () => {
  const titles = files().flatMap(({ dashboard }) => titlesIn(dashboard as Titled));
  const { menu } = JSON.parse(textOf('collector/jaeger/ui-config.json')) as {
    readonly menu: readonly { readonly label: string; readonly items: readonly { label: string }[] }[];
  };
  const named = QUOTED.filter((text) => /^[A-Z][a-z]+( |$)/.test(text) || text.startsWith('ragmeter:'));
  const labels = menu.flatMap(({ items }) => items.map(({ label }) => label));

  expect(named.length).toBeGreaterThanOrEqual(12);
  expect(named.filter((name) => ![...titles, ...labels].includes(name))).toEqual([]);
  expect(menu.map(({ label }) => `**${label}**`).filter((label) => !DOCUMENT.includes(label))).toEqual([]);
});

test('the alerts that are named are rules, and the notification is that of the rule', () => {
  const rules = textOf('collector/alerts/ragmeter.rules.yaml');
  const named = [...DOCUMENT.matchAll(/\bRag[A-Z]\w+/g)].map(([name]) => name);
  const flat = (text: string): string => text.replace(/\s+/g, ' ');
  const notification = BLOCKS.find((block) => block.includes('Look at:'))?.replace(/^query: .*$/m, '') ?? '';

  expect(new Set(named).size).toBeGreaterThanOrEqual(2);
  expect([...new Set(named)].filter((name) => !rules.includes(`alert: ${name}\n`))).toEqual([]);
  expect(flat(rules)).toContain(flat(notification).trim());
});

test.for(['docs/see-it.md', 'collector/README.md'])('links in %s', (name) => {
  const links = [...textOf(name).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link));

  expect(links.length).toBeGreaterThanOrEqual(3);
  expect(links.filter((link) => !existsSync(join(ROOT, dirname(name), link.replace(/#.*/, ''))))).toEqual([]);
});
