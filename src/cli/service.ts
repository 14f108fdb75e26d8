import { agreementIn } from '../calibrate/agreement-file.ts';
import { SERVICE_COMPLETION } from '../config/defaults.ts';
import type { Options } from '../config/options.ts';
import { resolve } from '../config/resolve.ts';
import { prometheusMetrics } from '../emit/prometheus.ts';
import { modelJudge } from '../judges.ts';
import { createClaims } from '../observe/claims.ts';
import { createCounters } from '../observe/counters.ts';
import { createMemoryGuard } from '../observe/memory-guard.ts';
import { oncePerBurst } from '../observe/once-per-burst.ts';
import type { Pipeline } from '../pipeline.ts';
import { bearerTokens } from '../receive/bearer.ts';
import { createRequestHandler } from '../receive/server.ts';
import { systemClock } from '../runtime/clock.ts';
import type { Io } from '../runtime/io.ts';
import { listen } from '../runtime/listen.ts';
import { memoryShare } from '../runtime/memory.ts';
import { isInstalled } from '../runtime/packages.ts';
import { exportEndpoints, startTelemetry } from '../runtime/telemetry.ts';
import { textFile } from '../runtime/text-file.ts';
import { wire } from '../wire.ts';
import type { Endpoint } from './endpoint.ts';
import { requirePackages } from './needed-packages.ts';
import { refuseOwnEndpoint } from './own-endpoint.ts';

export interface Service {
  readonly url: string;
  readonly pipeline: Pipeline;
  /** True where results are sent on by the OpenTelemetry SDK. */
  readonly exports: boolean;
  /** Refuses what is new, drains what is held, flushes and closes. */
  readonly stop: (deadlineMs: number) => Promise<void>;
}

/** The scoring service: OTLP in, results out by the OpenTelemetry SDK where an endpoint is configured, `/metrics` always. */
export async function startService(options: Options, at: Endpoint, io: Io): Promise<Service> {
  const settings = resolve(options, SERVICE_COMPLETION);
  const agreement = options.agreement === undefined ? [] : agreementIn(textFile(options.agreement));
  const endpoints = exportEndpoints(io.environment);
  refuseOwnEndpoint(endpoints, at);
  requirePackages({ options, exports: endpoints.length > 0 }, isInstalled);
  const warn = (message: string): void => io.err(`ragmeter: ${message}`);
  const clock = systemClock;
  const warnOfExport = oncePerBurst(warn, clock.elapsedMs);
  // The last chance to say that results are lost, whatever was said before: each problem once.
  const warnAtStop = oncePerBurst(warn, clock.elapsedMs);
  let isStopping = false;
  const received = { spans: 0, logRecords: 0 };

  const stopTelemetry =
    endpoints.length > 0
      ? await startTelemetry(io.environment, (message) => (isStopping ? warnAtStop(message, message) : warnOfExport('export', message)))
      : async () => {};
  const counters = createCounters({ maxSeries: settings.limits.maxSeries });
  const prometheus = await prometheusMetrics({ counters, gauges: () => gauges(), keys: settings.emit.keys });
  const claims = createClaims(settings.limits.maxDone);
  const { measure } = prometheus;
  const { pipeline, gauges, health } = wire(options, settings, { clock, claims, counters, warn, modelJudge, measure, agreement });
  const isShortOfMemory = createMemoryGuard(memoryShare, health);
  const handler = createRequestHandler({
    receiver: {
      spans(spans) {
        received.spans += spans.length;
        spans.forEach(pipeline.span);
      },
      logs(logs) {
        received.logRecords += logs.length;
        logs.forEach(pipeline.log);
      },
    },
    metrics: () => prometheus.expose(),
    health: () => ({
      ok: true,
      body: { status: isStopping ? 'stopping' : 'ok', received, held: { traces: pipeline.held() }, ...pipeline.stats() },
    }),
    unready: () => (isStopping ? 'shutting down' : isShortOfMemory() ? 'short of memory' : undefined),
    ...(at.tokens !== undefined && { authorize: bearerTokens(at.tokens) }),
    nowMs: clock.nowMs,
    warn,
  });
  const server = await listen(handler, at).catch(async (error: unknown) => {
    await stopTelemetry();
    throw error;
  });
  return {
    url: server.url,
    pipeline,
    exports: endpoints.length > 0,
    async stop(deadlineMs) {
      isStopping = true;
      await pipeline.drain(deadlineMs);
      await stopTelemetry();
      await server.close();
    },
  };
}
