import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ratioSampler } from '../../src/sample/ratio.ts';

/** A trace id that ends in these 14 digits. */
function traceIdOf(randomness: string): string {
  return `4bf92f3577b34da6${'00'}${randomness}`;
}

/** R ≥ T with T = (1 − ratio) · 2^56, in whole numbers. Vectors after the specification's own thresholds. */
test.for([
  { ratio: 1, rejects: undefined, keeps: '00000000000000' },
  { ratio: 0.5, rejects: '7fffffffffffff', keeps: '80000000000000' },
  { ratio: 0.25, rejects: 'bfffffffffffff', keeps: 'c0000000000000' },
  { ratio: 0.75, rejects: '3fffffffffffff', keeps: '40000000000000' },
  { ratio: 0.125, rejects: 'dfffffffffffff', keeps: 'e0000000000000' },
  { ratio: 2 ** -10, rejects: 'ffbfffffffffff', keeps: 'ffc00000000000' },
  { ratio: 2 ** -52, rejects: 'ffffffffffffef', keeps: 'fffffffffffff0' },
  { ratio: 2 ** -53, rejects: 'fffffffffffff7', keeps: 'fffffffffffff8' },
  { ratio: 2 ** -60, rejects: 'fffffffffffffe', keeps: 'ffffffffffffff' },
  { ratio: Number.MIN_VALUE, rejects: 'fffffffffffffe', keeps: 'ffffffffffffff' },
])('ratio $ratio keeps from $keeps on', ({ ratio, rejects, keeps }) => {
  const sampler = ratioSampler(ratio);
  expect(sampler.isKept(traceIdOf(keeps))).toBe(true);
  expect(sampler.isKept(traceIdOf('ffffffffffffff'))).toBe(true);
  if (rejects !== undefined) expect(sampler.isKept(traceIdOf(rejects))).toBe(false);
  expect(sampler.isKept(traceIdOf('00000000000000'))).toBe(rejects === undefined);
});

test('the specification: rv:6e6d1a75832a2f is kept at 100 %, not at 50 %, and at 57 %', () => {
  const traceState = 'ot=rv:6e6d1a75832a2f';
  // 0x6e6d1a75832a2f / 2^56 = 0.4313…: kept by every ratio above 1 − 0.4313 = 0.5686….
  expect([1, 0.57, 0.568, 0.5].map((ratio) => ratioSampler(ratio).isKept(traceIdOf('ffffffffffffff'), traceState))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

const LOW = traceIdOf('00000000000001');
const HIGH = traceIdOf('fffffffffffffe');

test.for([
  { name: 'no trace state', traceState: undefined, keeps: 'high' },
  { name: 'an explicit value', traceState: 'ot=rv:ffffffffffffff', keeps: 'both' },
  { name: 'among others', traceState: 'vendor=1, ot=th:8;rv:00000000000000 ,other=2', keeps: 'none' },
  { name: "of another vendor's", traceState: 'foot=rv:ffffffffffffff', keeps: 'high' },
  { name: 'of another key', traceState: 'ot=xrv:ffffffffffffff', keeps: 'high' },
  { name: 'too short', traceState: 'ot=rv:ff', keeps: 'high' },
  { name: 'too long', traceState: 'ot=rv:fffffffffffffff', keeps: 'high' },
  { name: 'in capitals', traceState: 'ot=rv:FFFFFFFFFFFFFF', keeps: 'high' },
  { name: 'no number', traceState: 'ot=rv:zzzzzzzzzzzzzz', keeps: 'high' },
  { name: 'nothing', traceState: 'ot=', keeps: 'high' },
  { name: 'an empty trace state', traceState: '', keeps: 'high' },
])('randomness of the trace state, else of the trace id: $name', ({ traceState, keeps }) => {
  const sampler = ratioSampler(0.5);
  const kept = [sampler.isKept(LOW, traceState), sampler.isKept(HIGH, traceState)];
  expect(kept).toEqual({ high: [false, true], both: [true, true], none: [false, false] }[keeps]);
});

test.for([
  { name: 'nobody sampled before, as far as is known', ratio: 0.25, traceState: undefined, probability: 0.25 },
  { name: 'everything came through', ratio: 0.25, traceState: 'ot=th:0', probability: 0.25 },
  { name: 'a half came through, of which ours is a part', ratio: 0.25, traceState: 'ot=th:8', probability: 0.25 },
  { name: 'less came through than we would keep', ratio: 0.25, traceState: 'ot=th:f', probability: 0.0625 },
  { name: 'in all digits', ratio: 1, traceState: 'ot=th:c0000000000000;rv:ffffffffffffff', probability: 0.25 },
  { name: 'what is no threshold is not known', ratio: 1, traceState: 'ot=th:nonsense', probability: 1 },
  { name: 'nothing is kept', ratio: 0, traceState: 'ot=th:8', probability: 0 },
])('probability: $name', ({ ratio, traceState, probability }) => {
  expect(ratioSampler(ratio).probability(traceState)).toBe(probability);
});

const traceIds = fc.stringMatching(/^[0-9a-f]{32}$/);
const ratios = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1, 2 ** -56, 1 - 2 ** -53));

test('what a lower ratio keeps, every higher one keeps', () => {
  fc.assert(
    fc.property(
      ratios,
      ratios,
      traceIds,
      fc.option(fc.constantFrom('ot=rv:00000000000000', 'ot=rv:ffffffffffffff', 'ot=th:8'), { nil: undefined }),
      (one, other, traceId, traceState) => {
        const isKeptByLower = ratioSampler(Math.min(one, other)).isKept(traceId, traceState);
        const isKeptByHigher = ratioSampler(Math.max(one, other)).isKept(traceId, traceState);
        expect(isKeptByHigher || !isKeptByLower).toBe(true);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('ratio 0 keeps nothing and ratio 1 everything', () => {
  fc.assert(
    fc.property(traceIds, (traceId) => {
      expect([ratioSampler(0).isKept(traceId), ratioSampler(1).isKept(traceId)]).toEqual([false, true]);
    }),
  );
});

test.for([0.01, 0.1, 0.25, 0.5, 0.9])('ratio %d keeps that share of a hundred thousand random trace ids, within 4 sigma', (ratio) => {
  const count = 100_000;
  const sampler = ratioSampler(ratio);
  let kept = 0;
  for (let number = 0; number < count; number += 1) {
    if (sampler.isKept(createHash('md5').update(String(number)).digest('hex'))) kept += 1;
  }
  expect(Math.abs(kept - count * ratio)).toBeLessThan(4 * Math.sqrt(count * ratio * (1 - ratio)));
});

test.for([
  { ratio: Number.NaN, message: 'Expected a ratio from 0 to 1, got NaN' },
  { ratio: -1, message: 'Expected a ratio from 0 to 1, got -1' },
  { ratio: 1.1, message: 'Expected a ratio from 0 to 1, got 1.1' },
  { ratio: Number.POSITIVE_INFINITY, message: 'Expected a ratio from 0 to 1, got Infinity' },
])('a ratio of $ratio is refused', ({ ratio, message }) => {
  expect(() => ratioSampler(ratio)).toThrow(expect.objectContaining({ message, code: 'invalid_option' }));
});
