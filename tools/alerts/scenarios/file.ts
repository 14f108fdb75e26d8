import { type File, RULES_FILE, yaml } from '../files.ts';
import { seeded } from './random.ts';
import type { Notification, Scenario } from './scenario.ts';

/** A scenario as `promtool test rules` reads it. */
export function scenarioFile(scenario: Scenario, seed: number): File {
  const { name, scrapeMinutes, evaluationMinutes = scenario.scrapeMinutes, series, checks, notifications = [] } = scenario;
  return {
    name: `${name}.test.yaml`,
    text: yaml({
      rule_files: [RULES_FILE],
      evaluation_interval: `${evaluationMinutes}m`,
      tests: [
        {
          name,
          interval: `${scrapeMinutes}m`,
          input_series: series(seeded(seed)),
          promql_expr_test: checks.map(({ expr, minute, samples }) => ({ expr, eval_time: `${minute}m`, exp_samples: samples })),
          ...(notifications.length > 0 && { alert_rule_test: notifications.map(alertRuleTest) }),
        },
      ],
    }),
  };
}

function alertRuleTest({ alert, minute, labels, annotations }: Notification) {
  return { alertname: alert, eval_time: `${minute}m`, exp_alerts: [{ exp_labels: labels, exp_annotations: annotations }] };
}
