import type { Stats } from '../emit/stats.ts';

/** What became of all turns, by evaluation, in one line: `context_relevance: 20 scored, 2 skipped(no_documents)`. */
export function outcomeLine({ evaluations }: Pick<Stats, 'evaluations'>): string {
  return Object.entries(evaluations)
    .map(([name, { scored, skipped, failed, dropped }]) => {
      const others = Object.entries({ skipped, failed, dropped }).flatMap(([outcome, reasons]) =>
        Object.entries(reasons).map(([reason, count]) => `${count} ${outcome}(${reason})`),
      );
      return `${name}: ${[`${scored} scored`, ...others].join(', ')}`;
    })
    .join('; ');
}
