import { describe, expect, test } from 'vitest';
import { PARAMETERS } from '../../tools/alerts/parameters.ts';
import { DASHBOARDS, PANELS, type Panel } from './panels.ts';

const COLUMNS = 24;

function overlap({ gridPos: one }: Panel, { gridPos: other }: Panel): boolean {
  return one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;
}

describe.for(DASHBOARDS)('$name', ({ text, dashboard }) => {
  const { panels } = dashboard;

  test('panels stand beside each other, within the grid', () => {
    const pairs = panels.flatMap((one, index) => panels.slice(index + 1).map((other) => [one, other] as const));

    expect(panels.filter(({ gridPos: { x, w, h } }) => x < 0 || w < 1 || h < 1 || x + w > COLUMNS)).toEqual([]);
    expect(pairs.filter(([one, other]) => overlap(one, other)).map(([one, other]) => `${one.title} / ${other.title}`)).toEqual([]);
  });

  test('panels have ids and titles of their own', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  });

  test('every variable that is used is there, and every one that is there is used', () => {
    const names = dashboard.templating.list.map(({ name }) => name);
    const used = [...text.matchAll(/\$\{?([a-z]\w*)/g)].map(([, name]) => name);

    expect(new Set(used)).toEqual(new Set(names));
  });

  test('data comes from a source that is chosen', () => {
    const sources = dashboard.templating.list.filter(({ type }) => type === 'datasource').map(({ name, query }) => [`$${name}`, query]);
    const asked = panels.flatMap(({ targets = [] }) => targets.map(({ datasource: { uid, type } }) => [uid, type]));

    for (const source of asked) expect(sources).toContainEqual(source);
  });

  test('it is linked with the other', () => {
    const others = DASHBOARDS.filter((other) => other.dashboard !== dashboard).map((other) => `/d/${other.dashboard.uid}`);

    expect(dashboard.links.map(({ url }) => url)).toEqual(others);
  });
});

describe.for(PANELS)('$name', ({ panel }) => {
  const { title, description, targets, fieldConfig } = panel;

  test('says what it shows, in which unit, and what it means that there is nothing', () => {
    expect(title).not.toBe('');
    expect(description).toMatch(/^[A-Z].{40,}[.?]$/s);
    expect(fieldConfig?.defaults.unit).toBeTruthy();
    expect(fieldConfig?.defaults.noValue).toBeTruthy();
    expect(targets?.length).toBeGreaterThan(0);
    expect(new Set(targets?.map(({ refId }) => refId)).size).toBe(targets?.length);
  });

  // Of a recorded series Prometheus knows none.
  test('shows dots only where there can be any', () => {
    const dotted = (targets ?? []).filter(({ exemplar }) => exemplar === true);

    expect(dotted.filter(({ expr = '' }) => !expr.includes('ragmeter_score_bucket'))).toEqual([]);
  });
});

const OVERVIEW = DASHBOARDS.find(({ dashboard: { uid } }) => uid === 'ragmeter-overview');

test.for(DASHBOARDS)('$name has dots that open a trace', ({ dashboard: { panels } }) => {
  expect(panels.filter(({ targets = [] }) => targets.some(({ exemplar }) => exemplar === true)).length).toBeGreaterThan(0);
});

test('a service of the overview opens its drill-down', () => {
  const links = OVERVIEW?.dashboard.panels.flatMap(({ fieldConfig }) =>
    (fieldConfig?.overrides ?? []).flatMap(({ properties }) => properties.filter(({ id }) => id === 'links')),
  );

  expect(JSON.stringify(links)).toMatch(/"\/d\/ragmeter-drill-down\?var-service=\$\{__data\.fields\.service\}&/);
});

test.for(PANELS.filter(({ panel }) => /^(Mean score|Median)/.test(panel.title)))('$name is a score, from 0 to 1', ({ panel }) => {
  expect(panel.fieldConfig?.defaults).toMatchObject({ min: 0, max: 1 });
});

test.for([
  { title: 'z now, the worst', at: PARAMETERS.scoreDropped.z },
  { title: 'Coverage', at: PARAMETERS.coverageLow.limit },
  { title: 'Queue before the judge', at: PARAMETERS.queueFull.fill },
])('$title is red from where its alert begins', ({ title, at }) => {
  const panel = OVERVIEW?.dashboard.panels.find((one) => one.title === title);

  expect(JSON.stringify(panel?.fieldConfig?.defaults)).toContain(`"value":${at},`);
});
