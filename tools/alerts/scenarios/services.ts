import type { Random } from '../../../src/model/random.ts';
import { LABEL, SERIES } from '../metrics.ts';
import { raw, SCORER } from './scenario.ts';
import { evaluationSeries, gauge, type InputSeries, type Labels } from './series.ts';
import { type Phase, scrapes } from './traffic.ts';

export const HOUR = 60;
export const DAY = 24 * HOUR;

/** Half a day is base enough for most; a whole week would only be slow. Even: what the base is made of need not be noisy. */
export const BEFORE: Phase = { minutes: 10 * HOUR, perMinute: 20, mean: 0.85, scores: 'even' };
export const NOISY: Phase = { ...BEFORE, minutes: 2 * HOUR, scores: 'noise' };
/** When `BEFORE` and `NOISY` are over. */
export const T = 12 * HOUR;

/** What else is told apart from the service `shop` and its judge `lexical`. */
export interface Service {
  readonly labels?: Labels;
  readonly phases: readonly Phase[];
  /** Documents of a turn: the fewer, the wilder its scores. */
  readonly documents?: number;
  /** Minutes before the first scrape of it. */
  readonly beginsAt?: number;
  /** After its last scrape Prometheus misses it. */
  readonly gone?: boolean;
}

/** A service's evaluation. */
export function service(
  { labels, phases, documents = 3, beginsAt = 0, gone = false }: Service,
  scrapeMinutes: number,
  random: Random,
): readonly InputSeries[] {
  return evaluationSeries(raw(labels), scrapes(phases, documents, scrapeMinutes, random), { before: beginsAt / scrapeMinutes, gone });
}

interface Scorer {
  readonly labels?: Labels;
  readonly gone?: boolean;
  readonly floor?: number;
}

/** The scorer's own gauges, for so long. */
export function scorer(
  minutes: number,
  scrapeMinutes: number,
  { labels = SCORER, gone = false, floor = 0.6 }: Scorer = {},
): readonly InputSeries[] {
  const count = minutes / scrapeMinutes;
  const steady = (name: string, value: number, more: Labels = {}): InputSeries =>
    gauge(name, { ...labels, ...more }, [value, count], ...(gone ? [['gone', 1] as const] : []));
  return [
    steady(SERIES.healthy, 1),
    steady(SERIES.queueSize, 3),
    steady(SERIES.queueCapacity, 1000),
    steady(SERIES.floor, floor, { [LABEL.evaluation]: 'context_relevance' }),
  ];
}

/** One service and its scorer. */
export function shop(phases: readonly Phase[], scrapeMinutes: number, random: Random): readonly InputSeries[] {
  return [...service({ phases }, scrapeMinutes, random), ...scorer(lengthOf(phases), scrapeMinutes)];
}

export function lengthOf(phases: readonly Phase[]): number {
  return phases.reduce((sum, { minutes }) => sum + minutes, 0);
}
