import { RANDOM, SERIES } from '../alerts/metrics.ts';
import { PARAMETERS, type Parameters } from '../alerts/parameters.ts';
import { by, variance } from '../alerts/promql.ts';
import { type Selection, selected } from './selection.ts';

/** The numbers of the alerts: what a dashboard draws is what they compare. */
const { windows, scoreDropped }: Parameters = PARAMETERS;

/** What all that is selected scored of late. */
export function meanNow({ evaluation }: Selection): string {
  const sum = `sum(${selected(`ragmeter:score_sum:increase${windows.short}`, evaluation)})`;
  return `${sum}\n  / (${`sum(${selected(`ragmeter:score_count:increase${windows.short}`, evaluation)})`} > 0)`;
}

/** What it usually scores: each base counts as much as its scores of late do, so that more traffic of a worse service is no drop. */
export function meanUsual(selection: Selection): string {
  const { base, count } = seriesOf(selection);
  return `sum(${base} * ${count})\n  / (sum(${count} and ${base}) > 0)`;
}

/**
 * Where the page for a drop begins, and as far above: `z` standard deviations from what is usual. Of one baseline it is the alert's own formula, of
 * several that of their mean.
 */
export function edgeOfUsual(selection: Selection, side: 'lower' | 'upper'): string {
  const { base, count, countOfBase } = seriesOf(selection);
  const deviation = `sqrt(2 * sum(${variance(base)} * (${count} + ${count} ^ 2 / ${countOfBase})))\n  / (sum(${count} and ${base}) > 0)`;
  const edge = `${meanUsual(selection)}\n  ${side === 'lower' ? '-' : '+'} ${scoreDropped.z} * ${deviation}`;
  return side === 'lower' ? `clamp_min(${edge}, 0)` : `clamp_max(${edge}, 1)`;
}

export function floor({ evaluation }: Selection): string {
  return `max(${selected('ragmeter:score_floor', evaluation)})`;
}

/** Bad turns of all. */
export function badShare({ evaluation }: Selection): string {
  const share = selected(`ragmeter:bad_share:${windows.long}`, evaluation);
  const count = selected(`ragmeter:score_count:increase${windows.long}`, evaluation);
  return `sum(${share} * ${count})\n  / (sum(${count}) > 0)`;
}

/** The score below which that share of turns is, between the bounds of the histogram. */
export function quantile({ evaluation }: Selection, share: number): string {
  const rates = by('sum', ['le'], `rate(${selected(`${SERIES.score}_bucket`, RANDOM, evaluation)}[${windows.short}])`);
  return `histogram_quantile(${share}, ${rates})`;
}

function seriesOf({ evaluation }: Selection): { readonly base: string; readonly count: string; readonly countOfBase: string } {
  return {
    base: selected('ragmeter:score_mean:base', evaluation),
    count: selected(`ragmeter:score_count:increase${windows.short}`, evaluation),
    countOfBase: selected('ragmeter:score_count:base', evaluation),
  };
}
