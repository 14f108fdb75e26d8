import { METRIC, METRICS } from '../../../src/emit/names.ts';
import type { Random } from '../../../src/model/random.ts';
import { poisson, seeded } from './random.ts';
import { drawScore } from './scores.ts';

/** A number, or one that moves with the minutes since the phase began. */
type Moving = number | ((minute: number) => number);

/** A stretch of time in which a service behaves alike. */
export interface Phase {
  readonly minutes: number;
  /** Scores a minute, on average. */
  readonly perMinute: Moving;
  /** Mean score. */
  readonly mean: Moving;
  /** `noise`: scores come by chance, and are drawn. `even`: as often and as good as on average when the phase begins. `same`: all are the mean. */
  readonly scores: 'noise' | 'even' | 'same';
  /** Turns a minute that get no score, by `outcome/reason`. */
  readonly unscored?: Readonly<Record<string, number>>;
  /** The process, and with it each counter, begins anew. */
  readonly restarts?: boolean;
}

/** What was counted: since the start, or within one interval. */
export interface Counts {
  readonly count: number;
  /** Hundredths of a score: sums stay exact. */
  readonly sum: number;
  /** Cumulative, as Prometheus has them, without `+Inf`. */
  readonly buckets: readonly number[];
  readonly unscored: Readonly<Record<string, number>>;
}

type Scored = Omit<Counts, 'unscored'>;

export const BOUNDS: readonly number[] = METRICS.find(({ name }) => name === METRIC.score)?.bounds ?? [];

/** Draws that tell how scores of one mean fall into buckets. */
const DRAWS = 4_000;

/** What the counters show at each scrape. */
export function scrapes(phases: readonly Phase[], documents: number, intervalMinutes: number, random: Random): readonly Counts[] {
  const none: Counts = { count: 0, sum: 0, buckets: BOUNDS.map(() => 0), unscored: {} };
  const seen: Counts[] = [];
  let total = none;
  for (const phase of phases) {
    if (phase.restarts === true) total = none;
    const usual = evenly(phase, intervalMinutes, documents);
    for (let minute = 0; minute < phase.minutes; minute += intervalMinutes) {
      const scored = phase.scores === 'even' ? usual : within(phase, minute, intervalMinutes, documents, random);
      total = plus(total, { ...scored, unscored: unscoredIn(phase, minute, intervalMinutes) });
      seen.push(total);
    }
  }
  return seen;
}

function within(phase: Phase, minute: number, intervalMinutes: number, documents: number, random: Random): Scored {
  const mean = at(phase.mean, minute);
  const expected = at(phase.perMinute, minute) * intervalMinutes;
  const count = phase.scores === 'noise' ? poisson(expected, random) : Math.round(expected);
  const draw = phase.scores === 'noise' ? drawing(mean, documents, random) : () => mean;
  return counted(Array.from({ length: count }, draw));
}

function evenly(phase: Phase, intervalMinutes: number, documents: number): Scored {
  const mean = at(phase.mean, 0);
  const count = Math.round(at(phase.perMinute, 0) * intervalMinutes);
  const usual = counted(Array.from({ length: DRAWS }, drawing(mean, documents, seeded(1))));
  return {
    count,
    sum: Math.round(count * mean * 100),
    buckets: usual.buckets.map((drawn) => Math.round((count * drawn) / DRAWS)),
  };
}

/** Whole turns, however few a minute. */
function unscoredIn({ unscored = {} }: Phase, minute: number, intervalMinutes: number): Counts['unscored'] {
  const until = (perMinute: number, end: number): number => Math.floor(perMinute * end + 1e-9);
  return Object.fromEntries(
    Object.entries(unscored).map(([reason, perMinute]) => [reason, until(perMinute, minute + intervalMinutes) - until(perMinute, minute)]),
  );
}

function at(value: Moving, minute: number): number {
  return typeof value === 'number' ? value : value(minute);
}

function drawing(mean: number, documents: number, random: Random): () => number {
  return () => drawScore(mean, documents, random);
}

function counted(scores: readonly number[]): Scored {
  return {
    count: scores.length,
    sum: scores.reduce((sum, score) => sum + Math.round(score * 100), 0),
    buckets: BOUNDS.map((bound) => scores.filter((score) => score <= bound).length),
  };
}

function plus(a: Counts, b: Counts): Counts {
  const reasons = new Set([...Object.keys(a.unscored), ...Object.keys(b.unscored)]);
  return {
    count: a.count + b.count,
    sum: a.sum + b.sum,
    buckets: a.buckets.map((count, index) => count + (b.buckets[index] ?? 0)),
    unscored: Object.fromEntries([...reasons].map((reason) => [reason, (a.unscored[reason] ?? 0) + (b.unscored[reason] ?? 0)])),
  };
}
