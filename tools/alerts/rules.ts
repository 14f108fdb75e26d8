import type { Alert } from './alert.ts';
import type { Parameters } from './parameters.ts';
import { type Recording, recordings } from './recordings.ts';
import { scoreAlerts } from './score-alerts.ts';
import { scorerAlerts } from './scorer-alerts.ts';

export interface AlertingRule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly keep_firing_for?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<'summary' | 'description' | 'query', string>>;
}

/** As Prometheus reads it. */
export interface RuleGroup {
  readonly name: string;
  readonly interval: string;
  readonly rules: readonly (Recording | AlertingRule)[];
}

/** One group: its rules are evaluated in order, so that an alert sees what was recorded in the same minute. */
export function ruleGroups(parameters: Parameters): readonly RuleGroup[] {
  const alerts = [...scoreAlerts(parameters), ...scorerAlerts(parameters)];
  return [{ name: 'ragmeter', interval: parameters.evaluationInterval, rules: [...recordings(parameters), ...alerts.map(alertingRule)] }];
}

function alertingRule({ alert, expr, parameters, summary, meaning, lookAt, query }: Alert): AlertingRule {
  const { severity, keepFiringFor } = parameters;
  return {
    alert,
    expr,
    for: parameters.for,
    ...(keepFiringFor !== undefined && { keep_firing_for: keepFiringFor }),
    labels: { severity },
    annotations: {
      summary,
      description: [meaning, 'Look at:', ...lookAt.map((step, index) => `${index + 1}. ${step}`)].join('\n'),
      query,
    },
  };
}
