import { type Context, ROOT_CONTEXT, type SpanContext, TraceFlags, trace } from '@opentelemetry/api';
import type { SpanRef } from '../model/span.ts';

/** The evaluated span as others may point to it. It has ended, here or elsewhere, so it counts as remote and is never written to. */
export function spanContextOf({ traceId, spanId, sampled }: SpanRef): SpanContext {
  return { traceId, spanId, traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true };
}

/** A context that knows of nothing but this span: what happens to be active while we score is someone else's. */
export function contextOf(ref: SpanRef): Context {
  return trace.setSpanContext(ROOT_CONTEXT, spanContextOf(ref));
}
