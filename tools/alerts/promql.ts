/** `sum by (a, b) (of)` */
export function by(operator: 'sum' | 'max' | 'group', labels: readonly string[], of: string): string {
  return `${operator} by (${labels.join(', ')}) (${of})`;
}

export function increase(series: string, selector: string, window: string): string {
  return `increase(${series}{${selector}}[${window}])`;
}

/** Joined by `and`, one condition a line; the first gives the value. */
export function allOf(first: string, ...others: readonly string[]): string {
  return [first, ...others.map((other) => `  and ${other}`)].join('\n');
}

/** The variance of a share, and the largest that a mean of numbers in [0, 1] can have. At least .0025: a base of 1 would call anything a change. */
export function variance(mean: string): string {
  return `clamp_min(${mean} * (1 - ${mean}), 0.0025)`;
}

/**
 * Standard deviations by which `above` is above `below`, of which `base` is the usual one. Scores of one hour are more alike than chance
 * would have them, hence the 2.
 */
export function z(above: string, below: string, base: string, countNow: string, countBase: string): string {
  return `(${above} - ${below})\n  / sqrt(2 * ${variance(base)} * (1 / ${countNow} + 1 / ${countBase}))`;
}

/** The same for a limit that is known, not measured: a series, or a number. */
export function zOfLimit(above: string, below: string, limit: string | number, count: string): string {
  const known = typeof limit === 'string' ? variance(limit) : String(Math.max(Number((limit * (1 - limit)).toFixed(6)), 0.0025));
  return `(${above} - ${below}) / sqrt(2 * ${known} / ${count})`;
}
