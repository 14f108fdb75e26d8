import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { files, RULES_FILE, yaml } from '../../../tools/alerts/files.ts';
import { PARAMETERS } from '../../../tools/alerts/parameters.ts';
import { ruleGroups } from '../../../tools/alerts/rules.ts';
import { scenarioFile } from '../../../tools/alerts/scenarios/file.ts';
import { SCENARIOS, SEED } from '../../../tools/alerts/scenarios/index.ts';
import { NAIVE } from './naive.ts';
import { type Promtool, promtoolOf } from './obtain.ts';
import { checkRules, testRules } from './run.ts';

const IS_FULL = process.env.ALERTS_MODE === 'full';
const LINES = IS_FULL ? (['2', '3'] as const) : (['2'] as const);
const SEEDS = IS_FULL ? [SEED, SEED + 1, SEED + 2] : [SEED];
const RULES = files(PARAMETERS).find(({ name }) => name === RULES_FILE)!;

describe.for(LINES)('Prometheus %s', (line) => {
  let promtool: Promtool;
  let root: string;
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'ragmeter-alerts-'));
    promtool = await promtoolOf(line);
    console.log('missing' in promtool ? `Skipped: ${promtool.missing}` : `promtool ${promtool.version}`);
  });
  afterAll(() => rmSync(root, { recursive: true }));

  const folder = (): string => mkdtempSync(join(root, 'run-'));

  test('takes the rules without a complaint', async ({ skip }) => {
    if ('missing' in promtool) return skip(promtool.missing);
    expect(await checkRules(promtool.path, folder(), RULES)).toMatchObject({ passed: true });
  });

  test('can ask each query that a notification says to run', async ({ skip }) => {
    if ('missing' in promtool) return skip(promtool.missing);
    const rules = ruleGroups(PARAMETERS)
      .flatMap((group) => group.rules)
      .flatMap((rule) =>
        'alert' in rule ? [{ record: `query:${rule.alert}`, expr: rule.annotations.query.replaceAll(/\{\{.*?\}\}/g, 'x') }] : [],
      );
    expect(rules.length).toBeGreaterThan(0);
    expect(
      await checkRules(promtool.path, folder(), { name: 'queries.yaml', text: yaml({ groups: [{ name: 'queries', rules }] }) }),
    ).toMatchObject({
      passed: true,
    });
  });

  const runs = SEEDS.flatMap((seed) => SCENARIOS.map((scenario) => ({ name: scenario.name, scenario, seed })));
  test.concurrent.for(runs)('$name, seed $seed', async ({ scenario, seed }, { expect, skip }) => {
    if ('missing' in promtool) return skip(promtool.missing);
    expect(await testRules(promtool.path, folder(), RULES, scenarioFile(scenario, seed))).toMatchObject({ passed: true });
  });

  const naive = NAIVE.filter(({ always = false }) => always || (IS_FULL && line === '2'));
  test.concurrent.for(naive)('a naive rule fails: $name ($scenario)', async ({ scenario: name, instead }, { expect, skip }) => {
    if ('missing' in promtool) return skip(promtool.missing);
    const scenario = SCENARIOS.find((each) => each.name === name)!;
    const rules = { name: RULES_FILE, text: instead(RULES.text) };
    expect(rules.text).not.toBe(RULES.text);
    // Well formed: it fails for what it does.
    expect(await checkRules(promtool.path, folder(), rules)).toMatchObject({ passed: true });

    const { passed, said } = await testRules(promtool.path, folder(), rules, scenarioFile(scenario, SEED));
    expect({ passed, said }).toMatchObject({ passed: false, said: expect.stringMatching(/exp:[\s\S]*got:/) });
  });
});
