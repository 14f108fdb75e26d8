/** How an alert reaches people: a page wakes someone up, a ticket waits for the morning. */
export type Severity = 'page' | 'ticket';

/** A duration as Prometheus writes it: `30m`, `6h`, `7d`. */
export type Duration = `${number}${'s' | 'm' | 'h' | 'd' | 'w'}`;

/** What all alerts have. */
export interface AlertParameters {
  readonly severity: Severity;
  /** How long it must be so before anybody is told. */
  readonly for: Duration;
  /** How long it goes on after it is no longer so: one notification, not five, where a value stands at the edge. */
  readonly keepFiringFor?: Duration;
}

/** Compares a window with the base: fires where the change is too large for chance and large enough to matter. */
export interface ChangeParameters extends AlertParameters {
  /** Standard deviations between now and the base. */
  readonly z: number;
  /** Smallest change that matters, of a score or a share in [0, 1]. */
  readonly change: number;
  /** Fewest scores in the window. */
  readonly minScores: number;
}

/** Compares a share of turns with a limit. */
export interface LimitParameters extends AlertParameters {
  readonly limit: number;
  readonly minTurns: number;
}

/** Where chance plays a part: the limit must be passed by `z` standard deviations. */
export interface ChanceLimitParameters extends LimitParameters {
  readonly z: number;
}

export interface Parameters {
  readonly evaluationInterval: Duration;
  /** Labels that series are told apart by beside evaluation, judge, version and service, such as `deployment_environment_name` where `emit.keys` adds it. */
  readonly labels: readonly string[];
  /** What now is compared with: hourly sums over `window`, without the last hour, so that a drop does not become its own base at once. */
  readonly base: { readonly window: Duration; readonly step: Duration; readonly minScores: number };
  /** `short` for pages, `long` for tickets on scores, `turns` for shares of turns. All different. */
  readonly windows: { readonly short: Duration; readonly long: Duration; readonly turns: Duration };
  /** A bound of the histogram that is no whole number, as it stands in `le`: a score up to here is a bad turn. */
  readonly badUpTo: string;
  readonly scoreDropped: ChangeParameters;
  readonly scoreSlowDrop: ChangeParameters;
  readonly badShareHigh: ChangeParameters;
  readonly scoreBelowFloor: AlertParameters & { readonly z: number; readonly minScores: number };
  /** Told where the same hour of yesterday and of a week ago both had so many scores, and this one has none. */
  readonly scoresMissing: AlertParameters & { readonly expected: number };
  /** `memory`: how long a scorer that is gone is missed. */
  readonly scorerAbsent: AlertParameters & { readonly memory: Duration };
  /** Spread is 0 where all scores are in one bucket: told where it is below `spread`, and was above `usualSpread`. */
  readonly scoreStuck: AlertParameters & { readonly minScores: number; readonly spread: number; readonly usualSpread: number };
  readonly coverageLow: ChanceLimitParameters;
  readonly judgeFailing: ChanceLimitParameters;
  readonly budgetSpent: LimitParameters;
  /** `fill`: of the queue, 0 to 1. */
  readonly queueFull: LimitParameters & { readonly fill: number };
}

/** Change these, then `npm run alerts`: rules and scenarios follow. */
export const PARAMETERS: Parameters = {
  evaluationInterval: '1m',
  labels: [],
  // A week has every hour of every weekday once.
  base: { window: '7d', step: '1h', minScores: 200 },
  windows: { short: '30m', long: '6h', turns: '1h' },
  badUpTo: '0.3',
  // At 20 scores a minute .85 → .70 is found in 21 to 24 minutes.
  scoreDropped: { severity: 'page', z: 4.5, change: 0.06, minScores: 50, for: '3m', keepFiringFor: '10m' },
  scoreSlowDrop: { severity: 'ticket', z: 4, change: 0.05, minScores: 50, for: '30m' },
  // A tenth of the questions may fail wholly while the mean hardly moves.
  badShareHigh: { severity: 'ticket', z: 4, change: 0.05, minScores: 50, for: '30m' },
  scoreBelowFloor: { severity: 'ticket', z: 3, minScores: 50, for: '30m' },
  // With 20 expected, none at all comes by chance once in 500 million hours.
  scoresMissing: { severity: 'ticket', expected: 20, for: '5m' },
  // Longer than a restart, and than the 5 minutes after which a Collector forgets a metric.
  scorerAbsent: { severity: 'ticket', memory: '1d', for: '10m' },
  // 200 scores of which a twentieth usually differs are all alike by chance once in 28,000 windows.
  scoreStuck: { severity: 'ticket', minScores: 200, spread: 0.001, usualSpread: 0.05, for: '30m' },
  coverageLow: { severity: 'ticket', limit: 0.8, z: 3, minTurns: 10, for: '30m' },
  judgeFailing: { severity: 'ticket', limit: 0.1, z: 3, minTurns: 10, for: '5m' },
  budgetSpent: { severity: 'ticket', limit: 0.05, minTurns: 10, for: '15m' },
  queueFull: { severity: 'ticket', limit: 0.01, minTurns: 10, fill: 0.9, for: '10m' },
};
