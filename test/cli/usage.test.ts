import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { linesOf, ROOT, run } from './ragmeter.ts';
import { folderWith } from './recordings.ts';

const folder = folderWith({
  'unknown.yaml': 'completion:\n  graceMs: 100\n  graceSeconds: 1\n',
  'no-yaml.yaml': 'ratio: [1\n',
  'listen.yaml': 'listen: nowhere\n',
  'scorer.yaml': 'evaluations: [{ scorer: vibes }]\n',
});
afterAll(() => rmSync(folder, { recursive: true }));

const COMMANDS = ['serve', 'score', 'explain', 'judge', 'calibrate', 'config', 'demo'];

test('--help tells the commands and the exit codes on stdout', async () => {
  const { code, stdout, stderr } = await run(['--help']);

  for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^ {2}${command} .*\\S`, 'm'));
  expect(stdout).toContain('Exit codes: 0 done, 1 some input could not be read, 2 wrong usage.');
  for (const line of linesOf(stdout)) expect(line.length, line).toBeLessThanOrEqual(80);
  expect(stderr).toBe('');
  expect(code).toBe(0);
});

test.for(COMMANDS)('%s --help fits into 80 columns and is for people', async (command) => {
  const { code, stdout } = await run([command, '--help']);

  expect(stdout).toMatch(new RegExp(`^Usage: ragmeter ${command} `));
  for (const line of linesOf(stdout)) expect(line.length, line).toBeLessThanOrEqual(80);
  expect(stdout).not.toMatch(/[{}]|undefined|\[object/);
  expect(code).toBe(0);
});

test('--version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { version: string };

  expect(await run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test('no command: the help, on stderr, as wrong usage', async () => {
  const { code, stdout, stderr } = await run([]);

  expect(stdout).toBe('');
  expect(stderr).toMatch(/^Usage: ragmeter /);
  expect(code).toBe(2);
});

const OTHER = 'OTEL_EXPORTER_OTLP_ENDPOINT';

test.for<{ args: string[]; says: string; environment?: Record<string, string> }>([
  { args: ['measure'], says: "unknown command 'measure'" },
  { args: ['explain'], says: "missing required argument 'file'" },
  { args: ['score'], says: "missing required argument 'file'" },
  { args: ['calibrate'], says: "missing required argument 'file'" },
  { args: ['serve', '--verbose'], says: "unknown option '--verbose'" },
  { args: ['serve', '--grace', 'soon'], says: 'Expected a duration such as 500ms, 4s, 2m or 1h, got soon' },
  { args: ['serve', '--grace', '5'], says: 'Expected a duration such as 500ms, 4s, 2m or 1h, got 5' },
  { args: ['serve', '--idle', '-4s'], says: 'Expected a duration such as 500ms, 4s, 2m or 1h, got -4s' },
  { args: ['serve', '--too-old', '1d'], says: 'Expected a duration such as 500ms, 4s, 2m or 1h, got 1d' },
  { args: ['serve', '--listen', 'nowhere'], says: 'Expected HOST:PORT such as 127.0.0.1:4328, got nowhere' },
  { args: ['serve', '--listen', '127.0.0.1:65536'], says: 'Expected HOST:PORT such as 127.0.0.1:4328, got 127.0.0.1:65536' },
  { args: ['judge', 'check', '--judge', 'gpt'], says: "Expected judge to be 'lexical', a model such as 'openai/gpt-4.1-mini'" },
  { args: ['judge', 'check', '--model', 'a/b'], says: "unknown option '--model'" },
  { args: ['serve', '--config', 'missing.yaml'], says: 'missing.yaml: Expected a file, got a path where nothing is: check the name' },
  {
    args: ['serve', '--config', 'unknown.yaml'],
    says: 'unknown.yaml: unknown key "graceSeconds" under completion: expected one of graceMs, idleMs, maxAgeMs, tooOldMs',
  },
  { args: ['serve', '--config', 'no-yaml.yaml'], says: 'no-yaml.yaml: expected YAML, got something else: ' },
  { args: ['serve', '--config', 'listen.yaml'], says: 'listen.yaml: listen: expected HOST:PORT such as 127.0.0.1:4328, got nowhere' },
  {
    args: ['serve', '--config', 'scorer.yaml'],
    says: 'Expected evaluations[].scorer to be one of context_relevance, statement_relevance, context_precision,',
  },
  { args: ['serve', '--config', 'scorer.yaml'], says: 'faithfulness, context_recall, or your own, got "vibes"' },
  {
    args: ['serve', '--listen', '127.0.0.1:4999'],
    environment: { [OTHER]: 'http://localhost:4999' },
    says: `Expected an OTEL_EXPORTER_OTLP_* endpoint other than our own listener, got http://localhost:4999; results go to your Collector`,
  },
  {
    args: ['serve', '--listen', '127.0.0.1:4999'],
    environment: { OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'http://127.0.0.1:4999/v1/logs' },
    says: 'Expected an OTEL_EXPORTER_OTLP_* endpoint other than our own listener, got http://127.0.0.1:4999/v1/logs',
  },
  {
    args: ['serve', '--listen', '127.0.0.1:0'],
    environment: { [OTHER]: 'collector:4318' },
    says: 'Expected OTEL_EXPORTER_OTLP_ENDPOINT to be a URL such as http://127.0.0.1:4318, got "collector:4318": set it to that of your',
  },
])('wrong usage is exit code 2 and says what was expected: $args', async ({ args, says, environment = {} }) => {
  const { code, stdout, stderr } = await run(args, { folder, environment });

  expect(stderr).toContain(says);
  // The line that says it, and where help is to be had.
  expect(linesOf(stderr).length).toBeLessThanOrEqual(2);
  expect(stderr).not.toMatch(/^ +at /m);
  expect(stdout).toBe('');
  expect(code).toBe(2);
});

test.for([
  { name: 'stdout', closed: 'stdout' as const },
  { name: 'stderr', closed: 'stderr' as const },
])('a reader that closes $name early, as head does, is no error', async ({ closed }) => {
  // More than a pipe holds, on each of the two.
  const missing = Array.from({ length: 3_000 }, (_, index) => `missing-${index}.json`);
  const example = fileURLToPath(new URL('../../examples/traces/langchain-v1-openinference.otlp.json.gz', import.meta.url));
  const args = closed === 'stdout' ? ['explain', '--json', ...Array(60).fill(example)] : ['explain', '--json', ...missing, example];
  const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
  const child = spawn(process.execPath, [main, ...args], { env: { PATH: process.env.PATH }, stdio: ['ignore', 'pipe', 'pipe'] });
  child[closed].destroy();
  let other = '';
  child[closed === 'stdout' ? 'stderr' : 'stdout'].setEncoding('utf8').on('data', (text) => {
    other += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];

  if (closed === 'stdout') expect({ code, other }).toEqual({ code: 0, other: '' });
  else {
    // Some input was missing; the rest is done, though nobody hears of it.
    expect(code).toBe(1);
    expect(linesOf(other).length).toBeGreaterThan(0);
  }
});
