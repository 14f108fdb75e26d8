import { LABEL } from '../metrics.ts';
import { PARAMETERS } from '../parameters.ts';
import { ruleGroups } from '../rules.ts';
import type { Notification } from './scenario.ts';
import type { Labels } from './series.ts';

/** What is sent at that minute: this summary, and the rest as the rule has it, with its labels filled in. */
export function notification(alert: string, minute: number, labels: Labels, summary: string): Notification {
  const rules = ruleGroups(PARAMETERS).flatMap((group) => group.rules);
  const rule = rules.find((each) => 'alert' in each && each.alert === alert);
  if (rule === undefined || !('alert' in rule)) throw new TypeError(`Expected the name of an alert, got ${alert}`);
  const filled = (text: string): string =>
    Object.values(LABEL).reduce((left, label) => left.replaceAll(`{{ $labels.${label} }}`, labels[label] ?? ''), text);
  const { description, query } = rule.annotations;
  return { alert, minute, labels, annotations: { summary, description: filled(description), query: filled(query) } };
}
