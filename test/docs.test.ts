import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { SERVICE_COMPLETION } from '../src/config/defaults.ts';
import { parseConfig } from '../src/config/file.ts';
import { resolve } from '../src/config/resolve.ts';
import { optionsOf } from '../src/config/values.ts';
import { EVENT_NAME, METRIC, METRICS, SPAN_NAME_PREFIX } from '../src/emit/names.ts';
import { prometheusName } from '../src/emit/prometheus.ts';
import { CONVENTIONS } from '../src/extract/registry.ts';
import { labelOf } from '../src/model/outcome.ts';
import { run } from './cli/ragmeter.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const README = textOf('README.md');
const ARCHITECTURE = textOf('docs/architecture.md');

const SOURCES = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true });
const FILE_NAMES = new Set(SOURCES.filter((entry) => entry.isFile()).map(({ name }) => name));

function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Without fenced blocks: what is in those is code. */
function proseOf(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```$/gm, '');
}

function blocksOf(markdown: string, language: string): readonly string[] {
  return [...markdown.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) => code);
}

/** The cells of a table's rows, the head not counted. */
function tableUnder(markdown: string, firstHead: RegExp): readonly (readonly string[])[] {
  const lines = markdown.split('\n');
  const head = lines.findIndex((line) => line.startsWith('|') && firstHead.test(line.split('|')[1] ?? ''));
  const end = lines.findIndex((line, index) => index > head && !line.startsWith('|'));
  return lines.slice(head + 2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** What stands between backticks and looks like a path of this repository; `ragmeter.yaml` is the user's own. */
function pathsIn(markdown: string): readonly string[] {
  const quoted = [...proseOf(markdown).matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
  const isPath = (text: string): boolean => /^[\w-][\w.-]*(\/[\w.-]+)*(\/|\.(ts|js|json|md|grit))$/.test(text) && !text.startsWith('dist/');
  return [...new Set(quoted.filter(isPath))];
}

/** Paths are told from the root, from `src/`, in a table of the tree from `examples/`; files also by their name alone. */
function isThere(path: string): boolean {
  if (['', 'src', 'examples'].some((folder) => existsSync(join(ROOT, folder, path)))) return true;
  return !path.includes('/') && FILE_NAMES.has(path);
}

const DOCUMENTS = [
  { name: 'README.md', markdown: README, atLeast: 1 },
  { name: 'docs/architecture.md', markdown: ARCHITECTURE, atLeast: 30 },
];

describe('what the documents speak of is there', () => {
  test.for(DOCUMENTS)('paths in $name', ({ markdown, atLeast }) => {
    // Of tables too, so that a change of their form does not leave nothing to check.
    const paths = pathsIn(markdown);

    expect(paths.length).toBeGreaterThanOrEqual(atLeast);
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });

  test.for(DOCUMENTS)('links in $name', ({ name, markdown }) => {
    const links = [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link));

    expect(links.filter((link) => !existsSync(join(ROOT, dirname(name), link.replace(/#.*/, ''))))).toEqual([]);
  });

  test('scripts of package.json', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const named = [...README.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, script]) => script);

    expect(named.length).toBeGreaterThan(0);
    for (const script of named) expect(Object.keys(scripts)).toContain(script);
  });
});

test('the architecture names every folder and every file that stands directly in src/', () => {
  const top = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));

  // In backticks, alone or as the start of a longer path; stages and entries stand in the drawings, too.
  const isNamed = (name: string): boolean => ARCHITECTURE.includes(`\`${name}`) || ARCHITECTURE.includes(`\`src/${name}`);
  const drawn = (name: string): boolean =>
    blocksOf(ARCHITECTURE, 'text').some((block) =>
      new RegExp(`(^|[\\s,])${name.replace('.', '\\.').replace('/', '\\b')}`, 'm').test(block),
    );
  expect(top.filter((name) => !isNamed(name) && !drawn(name))).toEqual([]);
});

describe('README', () => {
  let help = '';
  beforeAll(async () => {
    help = (await run(['serve', '--help'])).stdout;
  });

  test('has the options of serve as serve --help has them', () => {
    const rows = tableUnder(README, /option of `serve`/);
    const documented = rows.map(([option = '', value = '']) => ({
      option: option.replaceAll('`', '').toLowerCase(),
      value: value.replaceAll('`', ''),
    }));

    const options = help
      .split(/^ {2}(?=-)/m)
      .slice(1)
      .map((text) => text.replace(/\s+/g, ' '));
    const told = options
      .filter((text) => text.startsWith('--'))
      .map((text) => ({
        option: (/^(--[\w-]+ <[^>]+>)/.exec(text)?.[1] ?? text).replace(/[<>]/g, ''),
        value: /\(default: ([^)]+)\)/.exec(text)?.[1] ?? '',
      }));
    expect(told.length).toBeGreaterThan(0);
    expect(documented).toEqual(told);
  });

  test('has the defaults that serve has', () => {
    const milliseconds = (value: string): number =>
      Number(value.slice(0, -1)) * { s: 1_000, m: 60_000, h: 3_600_000 }[value.slice(-1) as 's' | 'm' | 'h'];
    const values = new Map(
      tableUnder(README, /option of `serve`/).map(([option = '', value = '']) => [
        option.split(' ')[0]?.slice(1),
        value.replaceAll('`', ''),
      ]),
    );

    const { graceMs, idleMs, tooOldMs } = SERVICE_COMPLETION;
    expect(['--grace', '--idle', '--too-old'].map((option) => milliseconds(values.get(option) ?? ''))).toEqual([graceMs, idleMs, tooOldMs]);
  });

  test('has a ragmeter.yaml that can be used as it is', () => {
    const samples = blocksOf(README, 'yaml');

    expect(samples.length).toBeGreaterThan(0);
    for (const sample of samples) {
      const options = optionsOf(parseConfig(sample, 'README.md'));
      expect(() => resolve(options, SERVICE_COMPLETION)).not.toThrow();
      expect(Object.keys(options)).not.toEqual([]);
    }
  });

  test('has the labels where they begin', () => {
    const rows = tableUnder(README, /^ label /).map(([label, from]) => ({ label, from: Number(from) }));

    expect(rows).toHaveLength(5);
    for (const [index, { label, from }] of rows.entries()) {
      expect(labelOf(from)).toBe(label);
      if (from > 0) expect(labelOf(from - 1e-6)).toBe(rows[index + 1]?.label);
    }
  });

  test('names the metrics that there are, and queries them as Prometheus knows them', () => {
    const names = [...README.matchAll(/^\| metric `([^`]+)`/gm)].map(([, name]) => name);
    const queried = blocksOf(README, 'promql').flatMap((query) =>
      [...query.matchAll(/(ragmeter_\w+)_(?:sum|count)\[/g)].map(([, name]) => name),
    );
    const labels = blocksOf(README, 'promql').flatMap((query) =>
      [...query.matchAll(/by \(([^)]+)\)/g)].flatMap(([, list = '']) => list.split(', ')),
    );
    const score = METRICS.find(({ name }) => name === METRIC.score)!;

    expect(names.length).toBeGreaterThanOrEqual(3);
    expect(METRICS.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    expect(new Set(queried)).toEqual(new Set([prometheusName(score)]));
    expect(labels.length).toBeGreaterThan(0);
    expect(score.keys.map((key) => key.replaceAll('.', '_'))).toEqual(expect.arrayContaining(labels));
    expect(README).toContain(`event \`${EVENT_NAME}\``);
    expect(README).toContain(`span \`${SPAN_NAME_PREFIX}context_relevance\``);
  });

  test('names commands that there are', async () => {
    const { stdout } = await run(['--help']);
    const named = new Set(
      [...README.matchAll(/ragmeter (?:-- )?(serve|score|explain|demo|[a-z]+) (?:--|FILE|traces)/g)].map(([, command = '']) => command),
    );

    expect(named.size).toBeGreaterThanOrEqual(2);
    for (const command of named) expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
  });

  test('shows turns of the demo as the demo shows them', async () => {
    const { stdout } = await run(['demo', '--once']);
    const [sample = ''] = blocksOf(README, 'text');
    const shown = sample.trimEnd().split('\n');

    expect(shown.length).toBeGreaterThanOrEqual(3);
    for (const line of shown) expect(stdout.split('\n')).toContain(line);
  });
});

test('docs/conventions.md has a row for every convention that is read, in the order in which they are asked', () => {
  const rows = [...textOf('docs/conventions.md').matchAll(/^\| `([a-z0-9-]+)` *\|/gm)].map(([, name]) => name);
  expect(rows).toEqual(CONVENTIONS.map(({ name }) => name));
});

test('the sample of docs/conventions.md is a configuration', () => {
  const [sample = ''] = blocksOf(textOf('docs/conventions.md'), 'yaml');
  expect(parseConfig(sample, 'sample').conventions).toMatchObject([{ name: 'our-search', documents: 'app.search.result.hits' }]);
});
