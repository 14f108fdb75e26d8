import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { METRIC, METRICS } from '../../src/emit/names.ts';
import { prometheusName } from '../../src/emit/prometheus.ts';
import { inhibitions } from '../../tools/alerts/inhibitions.ts';
import { EVALUATION_LABELS, LABEL } from '../../tools/alerts/metrics.ts';
import { PARAMETERS } from '../../tools/alerts/parameters.ts';
import { type AlertingRule, ruleGroups } from '../../tools/alerts/rules.ts';

const RULES = ruleGroups(PARAMETERS).flatMap(({ rules }) => rules);
const ALERTS = RULES.filter((rule): rule is AlertingRule => 'alert' in rule);
const RECORDS = RULES.flatMap((rule) => ('record' in rule ? [rule.record] : []));

const NAMES = [
  'RagBadShareHigh',
  'RagBudgetSpent',
  'RagCoverageLow',
  'RagJudgeFailing',
  'RagQueueFull',
  'RagScoreBelowFloor',
  'RagScoreDropped',
  'RagScoreSlowDrop',
  'RagScoreStuck',
  'RagScorerAbsent',
  'RagScoresMissing',
];

/** All that we write, as Prometheus names its series. */
const WRITTEN = new Set(
  METRICS.flatMap((metric) => {
    const name = prometheusName(metric);
    return metric.kind === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name];
  }),
);
const BOUNDS = METRICS.find(({ name }) => name === METRIC.score)!.bounds!.map(String);

const namesIn = (expr: string): readonly string[] => expr.match(/\bragmeter_\w+(?=[{[)\s]|$)/g) ?? [];
const labelNames = new Set<string>(Object.values(LABEL));
const recordsIn = (expr: string): readonly string[] => expr.match(/\bragmeter:\w+(:\w+)?/g) ?? [];

test('the alerts are those that are documented', () => {
  expect(ALERTS.map(({ alert }) => alert).toSorted()).toEqual(NAMES);
});

test('a rule reads what was recorded before it, and nothing that is not recorded', () => {
  const known = new Set<string>();
  for (const rule of RULES) {
    for (const record of recordsIn(rule.expr)) if (!('record' in rule && record === rule.record)) expect(known).toContain(record);
    if ('record' in rule) known.add(rule.record);
  }
  expect(new Set(RECORDS).size).toBe(RECORDS.length);
});

test.for(RULES.map((rule) => ({ name: 'record' in rule ? rule.record : rule.alert, expr: rule.expr })))(
  '$name reads metrics that are written, of turns chosen by chance',
  ({ expr }) => {
    const raw = namesIn(expr).filter((name) => !labelNames.has(name));
    for (const name of raw) expect(WRITTEN).toContain(name);
    for (const [, selector = ''] of expr.matchAll(/ragmeter_(?:score|turns)_(?:bucket|sum|count|total)\b(\{[^}]*\})?/g)) {
      expect(selector).toContain('ragmeter_sample="random"');
    }
  },
);

test('bounds of the histogram are named as they are, and none is a whole number', () => {
  const named = RULES.flatMap(({ expr }) => [...expr.matchAll(/\ble="([^"]*)"/g)].map(([, bound = '']) => bound));
  expect(named.length).toBeGreaterThan(0);
  for (const bound of named) {
    expect(BOUNDS).toContain(bound);
    expect(Number.isInteger(Number(bound))).toBe(false);
  }
});

describe.for(ALERTS)('$alert', ({ expr, labels, annotations }) => {
  const texts = Object.values(annotations);

  test('says what it means, what to look at and what to ask', () => {
    const { summary, description, query } = annotations;
    const [meaning = '', ...rest] = description.split('\n');
    expect(summary).not.toContain('\n');
    expect(meaning).toMatch(/^[A-Z].{60,}[.]$/);
    expect(rest.map((line) => line.replace(/ .*/, ''))).toEqual(['Look', '1.', '2.', '3.']);
    const asked = [...namesIn(query).filter((name) => WRITTEN.has(name)), ...recordsIn(query)];
    expect(asked.length).toBeGreaterThan(0);
    for (const name of recordsIn(query)) expect(RECORDS).toContain(name);
  });

  test('fills in labels that are known, and metrics that are written', () => {
    for (const text of texts) {
      for (const [, label] of text.matchAll(/\$labels\.(\w+)/g)) expect(labelNames).toContain(label);
      for (const [name] of text.matchAll(/\bragmeter_\w+\b(?=\{|\[|_bucket| by| is)/g)) {
        expect([...WRITTEN, ...[...WRITTEN].map((series) => series.replace(/_(bucket|sum|count)$/, '')), ...labelNames]).toContain(name);
      }
    }
  });

  test('pages only where users are worse off', () => {
    expect(labels.severity).toBe(expr.startsWith(`ragmeter:score_mean:${PARAMETERS.windows.short}`) ? 'page' : 'ticket');
  });
});

describe('inhibitions', () => {
  const rules = inhibitions(PARAMETERS);
  const severityOf = (name: string) => ALERTS.find(({ alert }) => alert === name)?.labels.severity;

  test.for(rules)('$source over $target', ({ source, target, equal }) => {
    for (const name of [...source, ...target]) expect(NAMES).toContain(name);
    for (const name of target) expect(severityOf(name)).toBe('ticket');
    expect(source.filter((name) => target.includes(name))).toEqual([]);
    // Alertmanager takes labels that both lack for equal: without one that both have, all would hold back all.
    expect(equal).toContain(LABEL.service);
  });

  test('no alert holds itself back through others', () => {
    const heldBy = new Map<string, readonly string[]>();
    for (const { source, target } of rules) for (const name of target) heldBy.set(name, [...(heldBy.get(name) ?? []), ...source]);
    const above = (name: string, seen: readonly string[]): readonly string[] =>
      seen.includes(name) ? [name] : (heldBy.get(name) ?? []).flatMap((source) => above(source, [...seen, name]));
    for (const name of NAMES) expect(above(name, [])).not.toContain(name);
  });
});

test('a label that results are told apart by besides is one of every rule on evaluations, and of the inhibitions', () => {
  const parameters = { ...PARAMETERS, labels: ['deployment_environment_name'] };
  const rules = ruleGroups(parameters).flatMap((group) => group.rules);
  const lists = rules.flatMap(({ expr }) => [...expr.matchAll(/by \(([^)]*)\)/g)].map(([, list = '']) => list.split(', ')));
  const onEvaluations = lists.filter((list) => EVALUATION_LABELS.every((label) => list.includes(label)));

  expect(onEvaluations.length).toBeGreaterThan(10);
  for (const list of onEvaluations) expect(list).toContain('deployment_environment_name');
  expect(inhibitions(parameters).filter(({ equal }) => equal.includes('deployment_environment_name')).length).toBeGreaterThanOrEqual(4);
});

describe('README', () => {
  const README = readFileSync(new URL('../../collector/alerts/README.md', import.meta.url), 'utf8');

  test('has a row for each alert, with its severity and its patience', () => {
    const rows = [...README.matchAll(/^\| `(Rag\w+)` +\| (\w+) +\| (\w+) +\|/gm)].map(([, ...cells]) => cells.join(' '));
    expect(rows).toHaveLength(ALERTS.length);
    expect(rows).toEqual(expect.arrayContaining(ALERTS.map((rule) => `${rule.alert} ${rule.labels.severity} ${rule.for}`)));
  });

  test('names series that are recorded', () => {
    const named = recordsIn(README);
    expect(named.length).toBeGreaterThan(10);
    for (const name of named) expect(RECORDS).toContain(name);
  });
});
