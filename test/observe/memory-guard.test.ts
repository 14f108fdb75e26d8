import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHealth } from '../../src/observe/health.ts';
import { createMemoryGuard } from '../../src/observe/memory-guard.ts';

function watched(shares: readonly number[]) {
  const left = [...shares];
  const warnings: string[] = [];
  const health = createHealth((message) => void warnings.push(message));
  const isAtRisk = createMemoryGuard(() => left.shift() ?? 0, health);
  const told = shares.map(() => ({ isAtRisk: isAtRisk(), isHealthy: health.isHealthy() }));
  return { told, warnings };
}

test.for([
  { name: 'there is room', shares: [0, 0.5, 0.89], risk: [false, false, false], warnings: 0 },
  { name: 'it is short', shares: [0.9, 0.95, 1.2], risk: [true, true, true], warnings: 1 },
  {
    name: 'it stays short until there is room again',
    shares: [0.9, 0.85, 0.8, 0.79, 0.85],
    risk: [true, true, true, false, false],
    warnings: 1,
  },
  { name: 'it is short again, and has been said', shares: [0.95, 0.5, 0.95], risk: [true, false, true], warnings: 1 },
])('$name', ({ shares, risk, warnings }) => {
  const seen = watched(shares);

  expect(seen.told).toEqual(risk.map((isAtRisk) => ({ isAtRisk, isHealthy: !isAtRisk })));
  expect(seen.warnings).toHaveLength(warnings);
});

test('between the two bounds nothing changes, below is no risk, above always one', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }), (shares) => {
      let before = false;
      for (const [index, { isAtRisk }] of watched(shares).told.entries()) {
        const share = shares[index] ?? 0;
        expect(isAtRisk).toBe(share >= 0.9 || (before && share >= 0.8));
        before = isAtRisk;
      }
    }),
  );
});
