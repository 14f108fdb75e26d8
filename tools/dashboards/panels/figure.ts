import { BigValueColorMode, BigValueGraphMode } from '@grafana/grafana-foundation-sdk/common';
import type { ThresholdsConfigBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PROMETHEUS } from '../data-sources.ts';
import { type About, describe, lastValue } from './about.ts';
import { instant, type Query } from './query.ts';

export interface Figure extends About {
  readonly query: Query;
  readonly thresholds: ThresholdsConfigBuilder;
  readonly min?: number;
  readonly max?: number;
  readonly decimals?: number;
}

/** One number, as it is now. */
export function figure({ query, thresholds, min, max, decimals, ...about }: Figure): PanelBuilder {
  const panel = describe(new PanelBuilder(), about, PROMETHEUS)
    .withTarget(instant(query, 0))
    .thresholds(thresholds)
    .colorMode(BigValueColorMode.Background)
    .graphMode(BigValueGraphMode.None)
    .reduceOptions(lastValue());
  if (min !== undefined) panel.min(min);
  if (max !== undefined) panel.max(max);
  if (decimals !== undefined) panel.decimals(decimals);
  return panel;
}
