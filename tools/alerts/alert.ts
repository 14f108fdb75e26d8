import type { AlertParameters } from './parameters.ts';

export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly parameters: AlertParameters;
  /** One line, as it stands in a notification. */
  readonly summary: string;
  readonly meaning: string;
  /** In this order. */
  readonly lookAt: readonly [string, string, string];
  /** To run in Prometheus. */
  readonly query: string;
}

/** A label's value in a notification. */
export function labelValue(label: string): string {
  return `{{ $labels.${label} }}`;
}

/** `a="…", b="…"` of the alert's own labels. */
export function sameLabels(labels: readonly string[]): string {
  return labels.map((label) => `${label}="${labelValue(label)}"`).join(', ');
}

/** Several series at once; `or` would leave out those whose labels another has. */
export function seriesNamed(names: readonly string[], selector: string): string {
  return `{__name__=~"${names.join('|')}", ${selector}}`;
}
