import { HeatmapCellLayout, VisibilityMode } from '@grafana/grafana-foundation-sdk/common';
import {
  PanelBuilder as HeatmapBuilder,
  HeatmapColorMode,
  HeatmapColorOptionsBuilder,
  RowsHeatmapOptionsBuilder,
} from '@grafana/grafana-foundation-sdk/heatmap';
import type { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { RANDOM, SERIES } from '../../alerts/metrics.ts';
import { by } from '../../alerts/promql.ts';
import { PROMETHEUS } from '../data-sources.ts';
import { describe } from '../panels/about.ts';
import { chart, HALF, OF_SCORES } from '../panels/chart.ts';
import { buckets } from '../panels/query.ts';
import { type Selection, selected } from '../selection.ts';
import { quantile } from '../usual.ts';

/** Its rows are the bounds of the histogram: it has no other axis. */
export function distribution({ evaluation }: Selection): HeatmapBuilder {
  const about = {
    title: 'Distribution of scores',
    description:
      'How many turns scored what, darker for more; dots are single turns, one opens its trace. Two bands mean two kinds of questions, of which one fails. One band only, ' +
      'always the same, is a judge that is stuck.',
    empty: OF_SCORES.empty,
    unit: 'none',
    ...HALF,
  };
  return describe(new HeatmapBuilder(), about, PROMETHEUS)
    .interval('1m')
    .withTarget(
      buckets(
        {
          expr: by('sum', ['le'], `increase(${selected(`${SERIES.score}_bucket`, RANDOM, evaluation)}[$__rate_interval])`),
          exemplars: true,
        },
        0,
      ),
    )
    .calculate(false)
    .rowsFrame(new RowsHeatmapOptionsBuilder().layout(HeatmapCellLayout.Le))
    .color(new HeatmapColorOptionsBuilder().mode(HeatmapColorMode.Scheme).scheme('Blues').steps(64))
    .showValue(VisibilityMode.Never);
}

export function quantiles(selection: Selection): PanelBuilder {
  return chart({
    title: 'Median and worst tenth (p10)',
    description:
      'Half of the turns score below the median, a tenth below p10. Where p10 falls alone, a part of the questions fails: open dots at the bottom. Where both fall, ' +
      'all do. Values are interpolated between the bounds of the histogram.',
    ...OF_SCORES,
    ...HALF,
    queries: [
      { expr: quantile(selection, 0.5), legend: 'median', exemplars: true },
      { expr: quantile(selection, 0.1), legend: 'p10' },
    ],
  });
}
