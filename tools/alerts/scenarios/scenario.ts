import type { Random } from '../../../src/model/random.ts';
import { LABEL } from '../metrics.ts';
import type { InputSeries, Labels } from './series.ts';

export interface Scenario {
  /** Of the file, too. */
  readonly name: string;
  /** Minutes between two scrapes. */
  readonly scrapeMinutes: number;
  /** Minutes between two evaluations of the rules; as between scrapes, unless told otherwise. */
  readonly evaluationMinutes?: number;
  readonly series: (random: Random) => readonly InputSeries[];
  readonly checks: readonly Check[];
  /** What a notification says, word for word. */
  readonly notifications?: readonly Notification[];
}

/** An expression, when it is asked, and all that it must then give. */
export interface Check {
  readonly expr: string;
  readonly minute: number;
  readonly samples: readonly { readonly labels: string; readonly value: number }[];
}

export interface Notification {
  readonly alert: string;
  readonly minute: number;
  readonly labels: Labels;
  readonly annotations: Readonly<Record<string, string>>;
}

const SHOP: Labels = {
  [LABEL.evaluation]: 'context_relevance',
  [LABEL.judge]: 'lexical',
  [LABEL.version]: 'v1',
  [LABEL.service]: 'shop',
};

export const SCORER: Labels = { job: 'ragmeter', instance: 'scorer:4328' };

/** Labels of the raw series of an evaluation: of `shop` by the lexical judge, unless told otherwise. */
export function raw(other: Labels = {}): Labels {
  return { ...SHOP, [LABEL.sample]: 'random', ...SCORER, ...other };
}

/** Labels of what is recorded of it. */
export function recorded(other: Labels = {}): Labels {
  return { ...SHOP, ...other };
}

/** These alerts, and no others, fired at any time from `from` to `to`. */
export function fired(alerts: readonly string[], from: number, to: number): Check {
  return {
    expr: `group by (alertname) (last_over_time(ALERTS{alertstate="firing"}[${to - from}m]))`,
    minute: to,
    samples: alerts.toSorted().map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
  };
}

/** This alert fires at that minute for these labels, and for no others. */
export function firing(alert: string, minute: number, ...labels: readonly Labels[]): Check {
  const names = [...new Set(labels.flatMap((each) => Object.keys(each)))];
  return {
    expr: `group by (${names.join(', ')}) (ALERTS{alertname="${alert}", alertstate="firing"})`,
    minute,
    samples: labels.map((each) => ({ labels: labelSet(each), value: 1 })),
  };
}

export function quiet(alert: string, minute: number): Check {
  return { expr: `ALERTS{alertname="${alert}", alertstate="firing"}`, minute, samples: [] };
}

/** This alert never fired from `from` to `to`, whatever else did. */
export function never(alert: string, from: number, to: number): Check {
  return { expr: `last_over_time(ALERTS{alertname="${alert}", alertstate="firing"}[${to - from}m])`, minute: to, samples: [] };
}

/** A recorded value, to the third decimal. */
export function value(record: string, minute: number, expected: number, labels: Labels): Check {
  return { expr: `round(${record}, 0.001)`, minute, samples: [{ labels: labelSet(labels), value: Math.round(expected * 1000) / 1000 }] };
}

function labelSet(labels: Labels): string {
  return `{${Object.entries(labels)
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `${label}="${text}"`)
    .join(', ')}}`;
}
