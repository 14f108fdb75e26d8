import { LABEL } from '../metrics.ts';
import { PARAMETERS } from '../parameters.ts';
import { type AlertingRule, ruleGroups } from '../rules.ts';
import type { Notification } from './scenario.ts';
import type { Labels } from './series.ts';

/** What is sent at that minute: this summary, and the rest as the rule has it, with its labels filled in. */
export function notification(alert: string, minute: number, labels: Labels, summary: string): Notification {
  const { description, query } = annotationsOf(alert);
  return { alert, minute, labels, annotations: { summary, description: filled(description, labels), query: filled(query, labels) } };
}

/** The query that a notification says to run, for these labels. */
export function queryOf(alert: string, labels: Labels): string {
  return filled(annotationsOf(alert).query, labels);
}

function annotationsOf(alert: string): AlertingRule['annotations'] {
  const rules = ruleGroups(PARAMETERS).flatMap((group) => group.rules);
  const rule = rules.find((each) => 'alert' in each && each.alert === alert);
  if (rule === undefined || !('alert' in rule)) throw new TypeError(`Expected the name of an alert, got ${alert}`);
  return rule.annotations;
}

function filled(text: string, labels: Labels): string {
  return Object.values(LABEL).reduce((left, label) => left.replaceAll(`{{ $labels.${label} }}`, labels[label] ?? ''), text);
}
