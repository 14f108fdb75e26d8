import { PanelBuilder as BarGaugeBuilder } from '@grafana/grafana-foundation-sdk/bargauge';
import { VizOrientation } from '@grafana/grafana-foundation-sdk/common';
import type { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { LABEL, SERIES } from '../../alerts/metrics.ts';
import { PARAMETERS } from '../../alerts/parameters.ts';
import { by } from '../../alerts/promql.ts';
import { PROMETHEUS } from '../data-sources.ts';
import { colored, describe, lastValue } from '../panels/about.ts';
import { chart, stacked } from '../panels/chart.ts';
import { instant } from '../panels/query.ts';
import { type Selection, selected } from '../selection.ts';

const { windows, judgeFailing, budgetSpent } = PARAMETERS;
const SIZE = { width: 8, height: 8 } as const;

export function latency({ judge }: Selection): PanelBuilder {
  const quantile = (share: number): string =>
    `histogram_quantile(${share}, ${by('sum', ['le', LABEL.judge], `rate(${selected(`${SERIES.judgeDuration}_bucket`, judge)}[$__rate_interval])`)})`;
  return chart({
    title: 'Judge latency',
    description:
      'Time of one call, median and p95. Users never wait for it. Where it grows, the queue fills: see the model, its gateway, or the CPU that the lexical judge has.',
    empty: 'No calls of a judge',
    unit: 's',
    ...SIZE,
    min: 0,
    queries: [
      { expr: quantile(0.5), legend: `{{${LABEL.judge}}} median` },
      { expr: quantile(0.95), legend: `{{${LABEL.judge}}} p95` },
    ],
  });
}

export function errors({ judge }: Selection): PanelBuilder {
  const calls = selected(`${SERIES.judgeDuration}_count`, `${LABEL.errorType}!=""`, judge);
  return stacked(
    {
      title: 'Judge errors',
      description:
        'Calls that failed, by reason. judge_auth is a key, judge_rate_limited a quota, judge_timeout a slow model, invalid_verdict a model that cannot do it. ' +
        'A failure is never a score: retrieval may be as good as ever. Try ragmeter judge check.',
      empty: 'No errors',
      unit: 'suffix: /min',
      ...SIZE,
      queries: [
        {
          expr: `60 * ${by('sum', [LABEL.judge, LABEL.errorType], `rate(${calls}[$__rate_interval])`)}`,
          legend: `{{${LABEL.errorType}}} {{${LABEL.judge}}}`,
        },
      ],
    },
    'normal',
  );
}

export function failing({ evaluation, legend }: Selection): PanelBuilder {
  return chart({
    title: 'Turns that the judge failed, or was not asked about',
    description:
      `Shares of the turns of ${windows.turns}: those for which the judge failed, and those dropped because it was over its budget. Above ${judgeFailing.limit * 100} % failed or ` +
      `${budgetSpent.limit * 100} % over the budget a ticket tells. Over budget: lower the ratio of the evaluation, so that chance chooses, or raise the budget.`,
    empty: 'No failures',
    unit: 'percentunit',
    ...SIZE,
    min: 0,
    queries: [
      { expr: selected(`ragmeter:judge_failed_share:${windows.turns}`, evaluation), legend: `${legend} failed` },
      { expr: selected(`ragmeter:budget_share:${windows.turns}`, evaluation), legend: `${legend} over budget` },
    ],
    limit: { at: judgeFailing.limit, badIs: 'above' },
  });
}

/** Kappa; the steps are those of Landis and Koch, 1977: moderate from .4, substantial from .6. */
export function agreement({ agreement: matchers }: Selection): BarGaugeBuilder {
  const about = {
    title: 'Agreement of the judge with people',
    description:
      'Kappa of the judge and human labels: 0 is chance, 1 the same. Below .4 means and alerts say little: use another judge, or better labels. ' +
      'Empty until ragmeter calibrate --out was run, and after an upgrade that changed the judge.',
    empty: 'Not measured: ragmeter calibrate --out',
    unit: 'none',
    ...SIZE,
  };
  const query = {
    expr: by('max', [LABEL.evaluation, LABEL.judge], selected(SERIES.judgeAgreement, matchers)),
    legend: `{{${LABEL.judge}}}`,
  };
  return describe(new BarGaugeBuilder(), about, PROMETHEUS)
    .withTarget(instant(query, 0))
    .reduceOptions(lastValue())
    .orientation(VizOrientation.Horizontal)
    .decimals(2)
    .min(0)
    .max(1)
    .thresholds(colored('red', [0.4, 'orange'], [0.6, 'green']));
}
