import type { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { LABEL, SERIES } from '../../alerts/metrics.ts';
import { PARAMETERS } from '../../alerts/parameters.ts';
import { by } from '../../alerts/promql.ts';
import { chart, HALF, stacked } from '../panels/chart.ts';
import { type Selection, selected } from '../selection.ts';

const { queueFull } = PARAMETERS;
const SIZE = { width: 8, height: 8 } as const;

export function queue(): PanelBuilder {
  return chart({
    title: 'Queue before the judge',
    description:
      `How full the queue of each scorer is. Above ${queueFull.fill * 100} % RagQueueFull tells, and turns are soon dropped; the services that are evaluated are not slowed down. ` +
      'See judge latency; lower the ratio, or add replicas of the scorer.',
    empty: 'No scorer',
    unit: 'percentunit',
    ...SIZE,
    min: 0,
    max: 1,
    queries: [
      {
        expr: by('max', [LABEL.job, 'instance'], `${SERIES.queueSize} / ${SERIES.queueCapacity}`),
        legend: `{{${LABEL.job}}} {{instance}}`,
      },
    ],
    limit: { at: queueFull.fill, badIs: 'above' },
  });
}

export function drops({ evaluation }: Selection): PanelBuilder {
  const dropped = selected(SERIES.turns, `${LABEL.outcome}="dropped"`, evaluation);
  return stacked(
    {
      title: 'Dropped turns',
      description:
        'Turns that were not judged, by reason. queue_full: too many at once. budget: more than the judge may be asked about. too_old or evicted: traces come late, or in too many ' +
        'pieces. shutdown: a restart. duplicate does no harm.',
      empty: 'No drops',
      unit: 'suffix: /min',
      ...SIZE,
      queries: [{ expr: `60 * ${by('sum', [LABEL.reason], `rate(${dropped}[$__rate_interval])`)}`, legend: `{{${LABEL.reason}}}` }],
    },
    'normal',
  );
}

export function delay({ judge }: Selection): PanelBuilder {
  const quantile = (share: number): string =>
    `histogram_quantile(${share}, ${by('sum', ['le'], `rate(${selected(`${SERIES.scoreDelay}_bucket`, judge)}[$__rate_interval])`)})`;
  return chart({
    title: 'Delay of scores',
    description:
      "Time from a turn's end to its score: the grace of the scorer, the queue and the judge; of all services with this judge. Minutes: exporters, Collector or queue hold traces back, and alerts come later.",
    empty: 'No scores',
    unit: 's',
    ...HALF,
    min: 0,
    queries: [
      { expr: quantile(0.5), legend: 'median' },
      { expr: quantile(0.95), legend: 'p95' },
    ],
  });
}
