import { defineConfig } from 'vitest/config';

/** `npm run test:alerts`: the alert rules in a real Prometheus. With `--mode full` three seeds, each line of Prometheus, and rules that must not pass. */
export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/alerts/promtool/**/*.check.ts'],
    env: { ALERTS_MODE: mode === 'full' ? 'full' : 'quick' },
    testTimeout: 600_000,
    // A line of Prometheus that has to be built takes its time, once.
    hookTimeout: 3_600_000,
    maxConcurrency: 2,
  },
}));
