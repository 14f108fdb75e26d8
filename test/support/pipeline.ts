import { SERVICE_COMPLETION } from '../../src/config/defaults.ts';
import type { Options } from '../../src/config/options.ts';
import { resolve } from '../../src/config/resolve.ts';
import { createMetrics } from '../../src/emit/metrics.ts';
import type { Settlement } from '../../src/model/evaluation.ts';
import type { Result } from '../../src/model/result.ts';
import { type Claims, createClaims } from '../../src/observe/claims.ts';
import { createCounters } from '../../src/observe/counters.ts';
import { createHealth } from '../../src/observe/health.ts';
import { createPipeline, evaluationsOf } from '../../src/pipeline.ts';
import { virtualClock } from '../../src/testing/virtual-clock.ts';
import { type SpanShape, START_MS, span } from './builders.ts';

export const GRACE_MS: number = SERVICE_COMPLETION.graceMs;
export const IDLE_MS: number = SERVICE_COMPLETION.idleMs;

interface Around {
  readonly claims?: Claims;
  readonly clock?: ReturnType<typeof virtualClock>;
  readonly inProcess?: boolean;
}

/** A pipeline as in the service, with everything that it tells collected. */
export function setUpPipeline(options: Options = {}, around: Around = {}) {
  const clock = around.clock ?? virtualClock(START_MS);
  const settings = resolve(options, SERVICE_COMPLETION);
  const evaluations = evaluationsOf(options);
  const results: Result[] = [];
  const settlements: Settlement[] = [];
  const warnings: string[] = [];
  const measured: [metric: string, value: number][] = [];
  const claims = around.claims ?? createClaims(settings.limits.maxDone);
  const counters = createCounters({ maxSeries: settings.limits.maxSeries });
  const health = createHealth((message) => warnings.push(message));
  const metrics = createMetrics({
    counters,
    measure: (metric, value) => measured.push([metric, value]),
    evaluations,
    healthy: health.isHealthy,
  });
  const pipeline = createPipeline(
    {
      ...options,
      onResult(result) {
        results.push(result);
        return options.onResult?.(result);
      },
    },
    settings,
    evaluations,
    {
      clock,
      metrics,
      emitters: [{ emit: (settlement) => settlements.push(settlement) }],
      claims,
      warn: (message) => warnings.push(message),
      health,
      inProcess: around.inProcess === true,
    },
  );
  return {
    pipeline,
    clock,
    health,
    claims,
    evaluations,
    results,
    settlements,
    warnings,
    counters,
    measured,
    /** One question with one retrieval and one answer, whole, and its root ended. */
    ask(traceId: string, retrieval: SpanShape = {}) {
      pipeline.span(span('r', { traceId, parent: 'root', at: 10, query: 'Why?', documents: ['Because.'], ...retrieval }));
      pipeline.span(span('g', { traceId, parent: 'root', at: 20, messages: ['Tell me.'], output: 'So.' }));
      pipeline.span(span('root', { traceId, ends: 30 }));
    },
    /** `scored`, or the outcome with its reason, of each result. */
    outcomes: () => results.map(({ outcome, reason }) => (reason === undefined ? outcome : `${outcome}: ${reason}`)),
  };
}
