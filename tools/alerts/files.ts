import { stringify } from 'yaml';
import { inhibitions } from './inhibitions.ts';
import type { Parameters } from './parameters.ts';
import { ruleGroups } from './rules.ts';

/** Name of the rule file, which scenarios refer to. */
export const RULES_FILE = 'ragmeter.rules.yaml';

const NOTE = ' Made from tools/alerts by `npm run alerts`: change it there.';

export interface File {
  readonly name: string;
  readonly text: string;
}

/** What is copied into production. */
export function files(parameters: Parameters): readonly File[] {
  const groups = ruleGroups(parameters);
  return [
    { name: RULES_FILE, text: yaml({ groups }) },
    {
      name: 'ragmeter.prometheusrule.yaml',
      text: yaml({
        apiVersion: 'monitoring.coreos.com/v1',
        kind: 'PrometheusRule',
        metadata: { name: 'ragmeter', labels: { 'app.kubernetes.io/name': 'ragmeter' } },
        spec: { groups },
      }),
    },
    { name: 'alertmanager.inhibit.yaml', text: yaml({ inhibit_rules: inhibitions(parameters).map(inhibitRule) }) },
  ];
}

/** YAML as we commit it: no line is folded, so that a difference is one of content. */
export function yaml(value: unknown): string {
  return `#${NOTE}\n${stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })}`;
}

function inhibitRule({ source, target, equal }: ReturnType<typeof inhibitions>[number]) {
  return {
    source_matchers: [matcher(source)],
    target_matchers: [matcher(target)],
    equal,
  };
}

function matcher(alerts: readonly string[]): string {
  return `alertname =~ "${alerts.join('|')}"`;
}
