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
import type { LogRecordLike } from './receive/log-record.ts';
import type { ReadableSpanLike } from './receive/readable-span.ts';
import { processorsOf } from './receive/siblings.ts';
import { SpanIntake } from './receive/span-processor.ts';
import { systemClock } from './runtime/clock.ts';
import { sharedInProcess } from './runtime/shared-in-process.ts';
import { textFile } from './runtime/text-file.ts';
import { wire } from './wire.ts';

/** How long `shutdown` and `drain` wait for turns that have no outcome yet, unless told otherwise. Milliseconds. */
const DRAIN_DEADLINE_MS = 5_000;

const NO_EXPORTER =
  "No exporter is behind this processor, so neither your spans nor evaluation spans reach a backend: spanProcessors of NodeSDK replaces its default exporter, give it a BatchSpanProcessor with yours too. Or say that none is wanted: emit: { span: 'off' }.";

export interface DrainOptions {
  /** Milliseconds until turns without an outcome are `dropped(shutdown)`. Default 5000. */
  readonly deadlineMs?: number;
}

/** What a logger provider of the OpenTelemetry SDK, 2 or 3, calls with every log record. */
export interface LogRecordProcessorLike {
  readonly onEmit: (record: LogRecordLike, context?: unknown) => void;
  readonly forceFlush: () => Promise<void>;
  readonly shutdown: () => Promise<void>;
}

/**
 * A span processor for the OpenTelemetry SDK of a Node service: reads RAG traces, scores their turns aside, and puts metrics, events and
 * spans back through the OpenTelemetry API. `spanProcessors` of NodeSDK replaces its default exporter: give it your exporter too.
 *
 *     new NodeSDK({ spanProcessors: [new RagmeterSpanProcessor(), new BatchSpanProcessor(new OTLPTraceExporter())] })
 */
export class RagmeterSpanProcessor {
  /**
   * Reads what instrumentations keep in log records instead of on their spans, as the official ones of OpenTelemetry do with messages. Give it to
   * the SDK beside your own: `logRecordProcessors: [ragmeter.logRecordProcessor, new BatchLogRecordProcessor(…)]`.
   */
  readonly logRecordProcessor: LogRecordProcessorLike;
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
    const around = { clock, claims, counters, warn, modelJudge, agreement, inProcess: true };
    const { pipeline, health } = wire(options, settings, around);
    this.#pipeline = pipeline;
    this.#intake = new SpanIntake(pipeline, {
      clock,
      health,
      warn: oncePerBurst(warn, clock.elapsedMs),
      onFirst: (span) => {
        if (settings.emit.span !== 'off' && processorsOf(span)?.every(isOfOurKind) === true) health.suffers('no_exporter', NO_EXPORTER);
      },
    });
    this.logRecordProcessor = {
      onEmit: (record) => this.#intake.onEmit(record),
      // The spans say when a trace is complete; the SDK flushes and shuts down both.
      forceFlush: async () => {},
      shutdown: async () => {},
    };
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
  async drain({ deadlineMs = DRAIN_DEADLINE_MS }: DrainOptions = {}): Promise<void> {
    this.#intake.flush();
    await this.#pipeline.drain(deadlineMs >= 0 ? deadlineMs : DRAIN_DEADLINE_MS);
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

/** Another copy of this package has another class of the same name. */
function isOfOurKind(processor: unknown): boolean {
  return typeof processor === 'object' && processor !== null && processor.constructor.name === RagmeterSpanProcessor.name;
}
