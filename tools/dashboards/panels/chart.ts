import {
  GraphThresholdsStyleConfigBuilder,
  GraphThresholdsStyleMode,
  LegendDisplayMode,
  LegendPlacement,
  SortOrder,
  StackingConfigBuilder,
  StackingMode,
  TooltipDisplayMode,
  VisibilityMode,
  VizLegendOptionsBuilder,
  VizTooltipOptionsBuilder,
} from '@grafana/grafana-foundation-sdk/common';
import { FieldColorBuilder, FieldColorModeId } from '@grafana/grafana-foundation-sdk/dashboard';
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { PROMETHEUS } from '../data-sources.ts';
import { type About, colored, describe } from './about.ts';
import { type Query, range } from './query.ts';

/** No finer than this: counters that come by a Collector move once a minute. */
const STEP = '1m';

export interface Chart extends About {
  readonly queries: readonly Query[];
  readonly min?: number;
  readonly max?: number;
  /** A line to stay below, or above. */
  readonly limit?: { readonly at: number; readonly badIs: 'above' | 'below' };
}

/** Half a row. */
export const HALF = { width: 12, height: 9 } as const;

/** The axis of what is a score, or the mean of some. */
export const OF_SCORES = { empty: 'No scores', unit: 'none', min: 0, max: 1 } as const;

/** Lines over time. */
export function chart({ queries, min, max, limit, ...about }: Chart): PanelBuilder {
  const panel = describe(new PanelBuilder(), about, PROMETHEUS)
    .targets(queries.map(range))
    .interval(STEP)
    .lineWidth(1)
    .fillOpacity(0)
    .showPoints(VisibilityMode.Never)
    .legend(
      new VizLegendOptionsBuilder()
        .showLegend(true)
        .displayMode(LegendDisplayMode.List)
        .placement(LegendPlacement.Bottom)
        .calcs(['lastNotNull']),
    )
    .tooltip(new VizTooltipOptionsBuilder().mode(TooltipDisplayMode.Multi).sort(SortOrder.Descending));
  if (min !== undefined) panel.min(min);
  if (max !== undefined) panel.max(max);
  if (limit === undefined) return panel;
  const [below, above] = limit.badIs === 'above' ? ['transparent', 'red'] : ['red', 'transparent'];
  return panel
    .thresholds(colored(below, [limit.at, above]))
    .thresholdsStyle(new GraphThresholdsStyleConfigBuilder().mode(GraphThresholdsStyleMode.Dashed));
}

/** What adds up: areas one upon the other; `percent` shows the shares of each moment. */
export function stacked(options: Chart, mode: 'normal' | 'percent', colors: Readonly<Record<string, string>> = {}): PanelBuilder {
  const panel = chart({ min: 0, ...options })
    .fillOpacity(60)
    .lineWidth(0)
    .stacking(new StackingConfigBuilder().mode(mode === 'percent' ? StackingMode.Percent : StackingMode.Normal));
  return Object.entries(colors).reduce(
    (colorful, [start, color]) => colorful.overrideByRegexp(`/^${start}/`, [{ id: 'color', value: fixed(color) }]),
    panel,
  );
}

export function fixed(color: string): { readonly mode: FieldColorModeId; readonly fixedColor?: string } {
  return new FieldColorBuilder().mode(FieldColorModeId.Fixed).fixedColor(color).build();
}

/** Not what was measured, but what it is compared with. */
export function dashed(color: string): { id: string; value: unknown }[] {
  return [
    { id: 'color', value: fixed(color) },
    { id: 'custom.lineStyle', value: { fill: 'dash', dash: [8, 8] } },
  ];
}
