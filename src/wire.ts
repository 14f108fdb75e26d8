import type { Options } from './config/options.ts';
import type { Settings } from './config/resolve.ts';
import { agreementReadings, unmeasured } from './emit/agreement-gauge.ts';
import type { Emitter } from './emit/emitter.ts';
import { eventEmitter } from './emit/event.ts';
import type { GaugeReading, Gauges, Measure } from './emit/measure.ts';
import { createMetrics, type Metrics } from './emit/metrics.ts';
import { ATTRIBUTE, METRIC } from './emit/names.ts';
import { type OtelMetrics, otelMetrics } from './emit/otel-metrics.ts';
import { spanEmitter } from './emit/span.ts';
import type { ModelJudge } from './judge/to-judge.ts';
import type { JudgeAgreement } from './model/agreement.ts';
import type { Clock } from './model/clock.ts';
import type { Evaluation } from './model/evaluation.ts';
import type { Claims } from './observe/claims.ts';
import type { Counters } from './observe/counters.ts';
import { createHealth, type Health } from './observe/health.ts';
import { createPipeline, evaluationsOf, type Pipeline } from './pipeline.ts';

export interface Surroundings {
  readonly clock: Clock;
  readonly claims: Claims;
  readonly warn: (message: string) => void;
  /** Makes the judge of a model's name. */
  readonly modelJudge: ModelJudge;
  readonly inProcess?: boolean;
  readonly counters: Counters;
  /** Where measured values go besides OpenTelemetry, such as the service's own endpoint. */
  readonly measure?: Measure;
  /** How far judges agreed with people, where that was measured. */
  readonly agreement?: readonly JudgeAgreement[];
}

export interface Wired {
  readonly pipeline: Pipeline;
  readonly evaluations: readonly Evaluation[];
  readonly gauges: Gauges;
  readonly health: Health;
}

const NO_METER_PROVIDER =
  'No meter provider is registered, so scores reach no metric: give your SDK a metric reader (metricReaders of NodeSDK), or say that none is wanted: emit: { metrics: false }.';

/** Puts a pipeline and its telemetry together: the same for the span processor and for the service. */
export function wire(options: Options, settings: Settings, around: Surroundings): Wired {
  const { clock, claims, warn, counters, inProcess = false, agreement = [] } = around;
  const { emit } = settings;
  const health = createHealth(warn);
  const evaluations = evaluationsOf(options, around.modelJudge);
  const otel: OtelMetrics | undefined = emit.metrics ? otelMetrics({ counters, gauges }) : undefined;
  const measures = [otel?.measure, around.measure].filter((measure) => measure !== undefined);
  const counted = createMetrics({
    counters,
    measure: (...args) => {
      for (const measure of measures) measure(...args);
    },
    evaluations,
    keys: emit.keys,
    healthy: health.isHealthy,
  });
  const metrics: Metrics = {
    ...counted,
    seen(...args) {
      otel?.refresh();
      if (inProcess && otel !== undefined) {
        if (otel.isHeard()) health.recovers('no_meter_provider');
        else health.suffers('no_meter_provider', NO_METER_PROVIDER);
      }
      counted.seen(...args);
    },
  };
  const told = { content: emit.content, nowMs: clock.nowMs };
  const emitters: Emitter[] = [];
  if (emit.event) emitters.push(eventEmitter(told));
  if (emit.span !== 'off') emitters.push(spanEmitter({ ...told, mode: emit.span }));
  const pipeline = createPipeline(options, settings, evaluations, { clock, metrics, emitters, claims, health, warn, inProcess });

  function* gauges(): Iterable<GaugeReading> {
    yield { name: METRIC.queueSize, value: pipeline.queue.size, keys: {} };
    yield { name: METRIC.queueCapacity, value: pipeline.queue.capacity, keys: {} };
    yield { name: METRIC.healthy, value: health.isHealthy() ? 1 : 0, keys: {} };
    for (const [name, floor] of settings.floors) {
      yield { name: METRIC.scoreFloor, value: floor, keys: { [ATTRIBUTE.evaluationName]: name } };
    }
    yield* agreementReadings(evaluations, agreement);
  }

  for (const message of unmeasured(evaluations, agreement)) warn(message);
  // The host's SDK usually starts right after we were made.
  clock.soon(() => otel?.refresh());
  return { pipeline, evaluations, gauges, health };
}
