import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DASHBOARDS } from './panels.ts';

const README = readFileSync(new URL('../../collector/dashboards/README.md', import.meta.url), 'utf8');

/** The first cells of the table under a heading, without the head. */
function panelsUnder(heading: string): readonly string[] {
  const [section = ''] = README.slice(README.indexOf(`\n## ${heading}\n`) + 1).split(/\n(?=## )/);
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) => row.split('|')[1]?.trim() ?? '');
}

test.for([
  { name: 'overview.json', heading: 'Overview' },
  { name: 'drill-down.json', heading: 'Drill-down' },
])('the README says what each panel of $name answers', ({ name, heading }) => {
  const panels = DASHBOARDS.find((one) => one.name === name)?.dashboard.panels.filter(({ type }) => type !== 'row') ?? [];

  expect(panelsUnder(heading)).toEqual(panels.map(({ title }) => title));
});
