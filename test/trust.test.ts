import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { run } from './cli/ragmeter.ts';

const TRUST = readFileSync(fileURLToPath(new URL('../docs/trust.md', import.meta.url)), 'utf8');

test('the intervals of a mean are those of the formula', () => {
  const [, head = '', ...rows] = /\n(\| n +\|.*)\n\|[- |]+\n((?:\|.*\n)+)/.exec(TRUST) ?? [];
  const deviations = [...head.matchAll(/s = ([\d.]+)/g)].map(([, s]) => Number(s));
  const lines = rows.join('').trimEnd().split('\n');

  expect(deviations.length).toBeGreaterThanOrEqual(3);
  expect(lines.length).toBeGreaterThanOrEqual(5);
  for (const line of lines) {
    const [n = '', ...halves] = line.split('|').slice(1, -1);
    expect(halves.map((half) => half.trim())).toEqual(deviations.map((s) => `± ${((1.96 * s) / Math.sqrt(Number(n))).toFixed(2)}`));
  }
});

test('the commands and options that it names are there', async () => {
  const named = [...TRUST.matchAll(/ragmeter (calibrate|serve|judge check|score)\b[^\n`]*/g)].map(([text]) => text);
  const options = new Set([...TRUST.matchAll(/`(--[a-z-]+)[^`]*`/g)].map(([, option = '']) => option));
  for (const text of named) for (const [option] of text.matchAll(/--[a-z-]+/g)) options.add(option);
  const help = (await Promise.all([['calibrate'], ['serve'], ['judge', 'check'], ['score']].map((command) => run([...command, '--help']))))
    .map(({ stdout }) => stdout)
    .join('');

  expect(named.length).toBeGreaterThan(5);
  expect([...options].filter((option) => !help.includes(`${option} `))).toEqual([]);
});

test.for([
  { name: 'README.md', link: '(docs/trust.md)' },
  { name: 'docs/architecture.md', link: '(trust.md)' },
])('$name leads to it', ({ name, link }) => {
  expect(readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8')).toContain(link);
});
