import { type DataSourceRef, type ReduceDataOptions, ReduceDataOptionsBuilder } from '@grafana/grafana-foundation-sdk/common';
import { type Threshold, ThresholdsConfigBuilder, ThresholdsMode } from '@grafana/grafana-foundation-sdk/dashboard';

/** What every panel says of itself, and how it stands on the grid of 24 columns. */
export interface About {
  readonly title: string;
  /** What it shows, and what to do where it looks bad. */
  readonly description: string;
  /** Where there is no data: what that means. */
  readonly empty: string;
  readonly unit: string;
  readonly width: number;
  readonly height: number;
}

/** What panels of all kinds have in common. */
interface Panel<Self> {
  title(title: string): Self;
  description(description: string): Self;
  noValue(text: string): Self;
  unit(unit: string): Self;
  span(columns: number): Self;
  height(rows: number): Self;
  datasource(source: DataSourceRef): Self;
}

export function describe<Self extends Panel<Self>>(panel: Self, about: About, source: DataSourceRef): Self {
  return panel
    .title(about.title)
    .description(about.description)
    .noValue(about.empty)
    .unit(about.unit)
    .span(about.width)
    .height(about.height)
    .datasource(source);
}

/** Colors by value: the first from the least value on. */
export function colored(first: string, ...rest: readonly (readonly [from: number, color: string])[]): ThresholdsConfigBuilder {
  const steps: Threshold[] = [{ value: null, color: first }, ...rest.map(([value, color]) => ({ value, color }))];
  return new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps(steps);
}

/** The last value that there is. */
export function lastValue(): { build(): ReduceDataOptions } {
  return new ReduceDataOptionsBuilder().calcs(['lastNotNull']);
}
