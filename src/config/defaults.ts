import type { CompletionOptions, EmitOptions, Limits } from './options.ts';

/** In process every open span is seen, so one second of grace is enough for clocks that differ and spans that end after their root. */
export const IN_PROCESS_COMPLETION: Required<CompletionOptions> = {
  graceMs: 1_000,
  idleMs: Number.POSITIVE_INFINITY,
  maxAgeMs: 600_000,
  tooOldMs: 3_600_000,
};

/** Batches of one trace arrive seconds apart: SDKs export every 5 s, Collectors batch again. */
export const SERVICE_COMPLETION: Required<CompletionOptions> = {
  graceMs: 10_000,
  idleMs: 120_000,
  maxAgeMs: 600_000,
  tooOldMs: 3_600_000,
};

/** Files are read whole: nothing is late, and nothing is too old. */
export const FILE_COMPLETION: Required<CompletionOptions> = {
  graceMs: Number.POSITIVE_INFINITY,
  idleMs: Number.POSITIVE_INFINITY,
  maxAgeMs: Number.POSITIVE_INFINITY,
  tooOldMs: 0,
};

export const LIMITS: Required<Limits> = {
  /** At 20 spans and 20 kB of text a trace: about 200 MB, and minutes of a busy service. */
  maxTraces: 10_000,
  /** Ten times the longest agent run among our recordings. */
  maxSpansPerTrace: 2_000,
  /** Room for 50 documents of 20 kB, in several copies. */
  maxCharactersPerTrace: 4_000_000,
  /** One minute of 15 turns a second. */
  maxQueue: 1_000,
  /** Few enough that a judge is not flooded, enough to hide its latency. */
  workers: 4,
  /** Slow reasoning models need most of this. */
  judgeDeadlineMs: 60_000,
  /** Some hours of a busy service, at about 100 bytes each. */
  maxDone: 100_000,
  /** As in the OpenTelemetry SDKs. */
  maxSeries: 2_000,
};

/** Files have no neighbours to protect. */
export const FILE_LIMITS: Required<Limits> = {
  ...LIMITS,
  maxTraces: Number.POSITIVE_INFINITY,
  maxSpansPerTrace: Number.POSITIVE_INFINITY,
  maxCharactersPerTrace: Number.POSITIVE_INFINITY,
  maxQueue: Number.POSITIVE_INFINITY,
};

export const EMIT: Required<EmitOptions> = { metrics: true, event: true, span: 'child', content: false, keys: [] };
