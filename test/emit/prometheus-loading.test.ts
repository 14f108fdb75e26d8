import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { prometheusMetrics } from '../../src/emit/prometheus.ts';
import { createCounters } from '../../src/observe/counters.ts';

test('prom-client is loaded when asked for, and not by an import', async () => {
  const { cache } = createRequire(import.meta.url);
  const loaded = () => Object.keys(cache).some((path) => path.includes('/prom-client/'));
  expect(loaded()).toBe(false);
  await prometheusMetrics({ counters: createCounters({ maxSeries: 10 }), gauges: () => [] });
  expect(loaded()).toBe(true);
});
