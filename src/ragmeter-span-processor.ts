import { diag } from '@opentelemetry/api';
import { agreementIn } from './calibrate/agreement-file.ts';
import { IN_PROCESS_COMPLETION } from './config/defaults.ts';
import type { Options } from './config/options.ts';
import { resolve } from './config/resolve.ts';
import type { Stats } from './emit/stats.ts';
import { modelJudge } from './judges.ts';
import { createClaims } from './observe/claims.ts';
import { createCounters } from './observe/counters.ts';
import { oncePerBurst } from './observe/once-per-burst.ts';
import type { Pipeline } from './pipeline.ts';
import type { ReadableSpanLike } from './receive/readable-span.ts';
import { SpanIntake } from './receive/span-processor.ts';
import { systemClock } from './runtime/clock.ts';
import { sharedInProcess } from './runtime/shared-in-process.ts';
import { textFile } from './runtime/text-file.ts';
import { wire } from './wire.ts';

/** How long `shutdown` waits for turns that have no outcome yet, where `drain` was not called before. Milliseconds. */
const SHUTDOWN_DEADLINE_MS = 5_000;

/**
 * A span processor for the OpenTelemetry SDK of a Node service: reads RAG traces, scores their turns aside, and puts metrics, events and
 * spans back through the OpenTelemetry API. `spanProcessors` of NodeSDK replaces its default exporter: give it your exporter too.
 *
 *     new NodeSDK({ spanProcessors: [new RagmeterSpanProcessor(), new BatchSpanProcessor(new OTLPTraceExporter())] })
 */
export class RagmeterSpanProcessor {
  readonly #pipeline: Pipeline;
  readonly #intake: SpanIntake;
  #shutdown: Promise<void> | undefined;

  /** Throws a RagmeterError (`invalid_option`) where an option is not what it should be. */
  constructor(options: Options = {}) {
    const settings = resolve(options, IN_PROCESS_COMPLETION);
    const warn = (message: string): void => diag.warn(`ragmeter: ${message}`);
    const clock = systemClock;
    const counters = createCounters({ maxSeries: settings.limits.maxSeries });
    const claims = sharedInProcess(() => createClaims(settings.limits.maxDone));
    const agreement = options.agreement === undefined ? [] : agreementIn(textFile(options.agreement));
    const around = { clock, claims, counters, warn, modelJudge, agreement, remoteParentIsRoot: true };
    this.#pipeline = wire(options, settings, around).pipeline;
    this.#intake = new SpanIntake(this.#pipeline, clock, oncePerBurst(warn, clock.nowMs));
  }

  onStart(span: ReadableSpanLike, _parentContext?: unknown): void {
    this.#intake.onStart(span);
  }

  onEnd(span: ReadableSpanLike): void {
    this.#intake.onEnd(span);
  }

  /** Hands on the traces that only wait for their grace, and resolves when each of their turns has its outcome. Never rejects. */
  async forceFlush(): Promise<void> {
    this.#intake.flush();
    await this.#pipeline.flush();
  }

  /** Hands on every held trace and waits for its outcomes; at the deadline the rest is `dropped(shutdown)`. Never rejects. Call it before the SDK's shutdown. */
  async drain({ deadlineMs = SHUTDOWN_DEADLINE_MS }: { readonly deadlineMs?: number } = {}): Promise<void> {
    this.#intake.flush();
    await this.#pipeline.drain(deadlineMs);
  }

  /** Drains, and takes no more spans. Can be called twice. */
  shutdown(): Promise<void> {
    this.#shutdown ??= this.drain().finally(() => this.#intake.close());
    return this.#shutdown;
  }

  /** What became of the turns so far. */
  stats(): Stats {
    return this.#pipeline.stats();
  }
}
