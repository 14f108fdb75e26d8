import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { poisson, seeded } from '../../tools/alerts/scenarios/random.ts';
import { drawScore } from '../../tools/alerts/scenarios/scores.ts';
import { notation } from '../../tools/alerts/scenarios/series.ts';
import { BOUNDS, type Phase, scrapes } from '../../tools/alerts/scenarios/traffic.ts';

/** What promtool makes of it: it adds up. */
function expanded(text: string): readonly number[] {
  return text.split(' ').flatMap((part) => {
    const [, first = part, sign = '+', step = '0', more = '0'] = /^(-?[\d.]+)([+-])([\d.]+)x(\d+)$/.exec(part) ?? [];
    const values = [Number(first)];
    for (let left = Number(more); left > 0; left -= 1) values.push((values.at(-1) ?? 0) + Number(`${sign}${step}`));
    return values;
  });
}

test('the notation gives the very same numbers', () => {
  const hundredths = fc.array(fc.record({ step: fc.integer({ min: 0, max: 300 }), times: fc.integer({ min: 1, max: 6 }) }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(hundredths, (stretches) => {
      let sum = 0;
      const values = stretches.flatMap(({ step, times }) =>
        Array.from({ length: times }, () => {
          sum += step;
          return sum / 100;
        }),
      );
      expect(expanded(notation(values))).toEqual(values);
    }),
  );
});

test.for([
  { values: [0, 20, 40, 60], text: '0+20x3' },
  { values: [5, 5, 5, 7], text: '5+0x2 7' },
  { values: [1], text: '1' },
  { values: [3, 1, 2], text: '3 1 2' },
])('$values is written $text', ({ values, text }) => {
  expect(notation(values)).toBe(text);
});

test.for([0.05, 0.2, 0.34, 0.5, 0.85, 1])('scores around %d have that mean', (mean) => {
  const random = seeded(7);
  const scores = Array.from({ length: 20_000 }, () => drawScore(mean, 2, random));
  expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
  expect(scores.reduce((sum, score) => sum + score, 0) / scores.length).toBeCloseTo(mean, 1);
});

test.for([0, 0.2, 20, 100])('of what comes %d times on average as many come', (mean) => {
  const random = seeded(7);
  const counts = Array.from({ length: 5_000 }, () => poisson(mean, random));
  const measured = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  // Five standard errors.
  expect(Math.abs(measured - mean)).toBeLessThanOrEqual(5 * Math.sqrt(mean / counts.length));
});

describe('what is scraped', () => {
  const phases: readonly Phase[] = [
    { minutes: 60, perMinute: 20, mean: 0.85, scores: 'even', unscored: { 'failed/judge_timeout': 0.2 } },
    { minutes: 60, perMinute: 20, mean: 0.5, scores: 'noise' },
  ];

  test('is the same for the same seed, and not for another', () => {
    expect(scrapes(phases, 3, 5, seeded(1))).toEqual(scrapes(phases, 3, 5, seeded(1)));
    expect(scrapes(phases, 3, 5, seeded(1))).not.toEqual(scrapes(phases, 3, 5, seeded(2)));
  });

  test('only grows, until a restart', () => {
    const counts = scrapes([...phases, { ...phases[0]!, restarts: true }], 3, 5, seeded(1));
    for (const part of [counts.slice(0, 24), counts.slice(24)]) {
      for (const [index, { count, sum, buckets }] of part.entries()) {
        const before = part[index - 1];
        expect(count).toBeGreaterThanOrEqual(before?.count ?? 0);
        expect(sum).toBeGreaterThanOrEqual(before?.sum ?? 0);
        // Cumulative, and never more than there are scores.
        expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
        expect(buckets).toHaveLength(BOUNDS.length);
        expect(buckets.at(-1)).toBeLessThanOrEqual(count);
      }
    }
    expect(counts[24]!.count).toBeLessThan(counts[23]!.count);
    expect(counts[11]).toMatchObject({ count: 1200, sum: 102_000, unscored: { 'failed/judge_timeout': 12 } });
  });
});
