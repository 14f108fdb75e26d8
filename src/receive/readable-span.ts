import type { Attributes, SpanEvent, SpanView } from '../model/span.ts';

/** Seconds since 1970, and nanoseconds on top. */
export type HrTimeLike = readonly [seconds: number, nanoseconds: number];

/**
 * An ended span of the OpenTelemetry SDK for JavaScript, 2 or 3, by its shape alone: importing the SDK would tie us to one of
 * them. The optional names are those of version 1.
 */
export interface ReadableSpanLike {
  readonly name: string;
  readonly spanContext: () => SpanContextLike;
  readonly parentSpanContext?: { readonly spanId: string; readonly isRemote?: boolean | undefined } | undefined;
  readonly parentSpanId?: string | undefined;
  readonly startTime: HrTimeLike;
  readonly endTime: HrTimeLike;
  readonly attributes: Attributes;
  readonly events: readonly TimedEventLike[];
  /** 0 unset, 1 ok, 2 error. */
  readonly status: { readonly code: number };
  readonly resource: ResourceLike;
  readonly instrumentationScope?: ScopeLike | undefined;
  readonly instrumentationLibrary?: ScopeLike | undefined;
  readonly droppedAttributesCount?: number | undefined;
}

export interface ResourceLike {
  readonly attributes: Attributes;
  /** True while a detector has not answered yet: then the SDK logs an error on each look at `attributes`. */
  readonly asyncAttributesPending?: boolean | undefined;
  readonly getRawAttributes?: (() => readonly (readonly [key: string, value: unknown])[]) | undefined;
}

export interface SpanContextLike {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
  readonly traceState?: { readonly serialize: () => string } | undefined;
}

export interface TimedEventLike {
  readonly name: string;
  readonly time: HrTimeLike;
  readonly attributes?: Attributes | undefined;
}

export interface ScopeLike {
  readonly name: string;
  readonly version?: string | undefined;
}

const SAMPLED = 0x01;
const NO_ATTRIBUTES: Attributes = {};
const NO_EVENTS: readonly SpanEvent[] = [];

/** The view of a span of this process: the same as OTLP would have brought. It refers to the span's attributes and copies none. */
export function toSpanView(span: ReadableSpanLike): SpanView {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  const { parentSpanContext, resource } = span;
  const parentSpanId = parentSpanContext?.spanId || span.parentSpanId;
  const tracestate = traceState?.serialize();
  return {
    traceId,
    spanId,
    ...(parentSpanId && { parentSpanId }),
    ...(parentSpanId && parentSpanContext && { parentIsRemote: parentSpanContext.isRemote === true }),
    name: span.name,
    startTimeUnixNano: nanoseconds(span.startTime),
    endTimeUnixNano: nanoseconds(span.endTime),
    attributes: span.attributes,
    events: span.events.length === 0 ? NO_EVENTS : span.events.map(toSpanEvent),
    status: statusOf(span.status.code),
    scope: toScope(span.instrumentationScope ?? span.instrumentationLibrary),
    // Read when asked for: most spans never are.
    get resource() {
      return resourceAttributes(resource);
    },
    ...(tracestate && { traceState: tracestate }),
    sampled: (traceFlags & SAMPLED) !== 0,
    droppedAttributesCount: span.droppedAttributesCount ?? 0,
  };
}

/** What is known of a resource by now. Of two raw values of one key the first counts, as in the SDK. */
function resourceAttributes(resource: ResourceLike): Attributes {
  if (resource.asyncAttributesPending !== true || resource.getRawAttributes === undefined) return resource.attributes;
  const isKnown = (value: unknown): boolean => typeof (value as PromiseLike<unknown> | null | undefined)?.then !== 'function';
  return Object.fromEntries(
    resource
      .getRawAttributes()
      .filter(([, value]) => isKnown(value))
      .toReversed(),
  );
}

function toSpanEvent(event: TimedEventLike): SpanEvent {
  return { name: event.name, timeUnixNano: nanoseconds(event.time), attributes: event.attributes ?? NO_ATTRIBUTES };
}

function toScope(scope: ScopeLike | undefined): SpanView['scope'] {
  const name = scope?.name ?? '';
  return scope?.version ? { name, version: scope.version } : { name };
}

function statusOf(code: number): SpanView['status'] {
  if (code === 1) return 'ok';
  return code === 2 ? 'error' : 'unset';
}

/** Users may give times of their own: fractions are cut as the SDK's exporters cut them, and what is no number is 0. */
export function nanoseconds([seconds, rest]: HrTimeLike): bigint {
  if (!Number.isFinite(seconds) || !Number.isFinite(rest)) return 0n;
  return BigInt(Math.trunc(seconds)) * 1_000_000_000n + BigInt(Math.trunc(rest));
}
