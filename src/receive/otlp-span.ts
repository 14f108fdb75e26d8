import type { SpanView } from '../model/span.ts';

/** Bits of a span's `flags` above the eight W3C trace flags: whether the sender knows where the parent lives, and where it does. */
const HAS_IS_REMOTE = 0x100;
const IS_REMOTE = 0x200;

/** What OTLP says of a span, in whichever encoding. What it does not say is empty or 0. */
export interface OtlpSpan extends Omit<SpanView, 'parentSpanId' | 'parentIsRemote' | 'traceState' | 'sampled'> {
  readonly parentSpanId: string;
  readonly traceState: string;
  readonly flags: number;
}

type Unfinished = { -readonly [Key in keyof SpanView]: SpanView[Key] };

/** Field by field: a spread of this many would take as long as reading the span. */
export function spanOf(span: OtlpSpan): SpanView {
  const { parentSpanId, traceState, flags } = span;
  const view: Unfinished = {
    traceId: span.traceId,
    spanId: span.spanId,
    name: span.name,
    startTimeUnixNano: span.startTimeUnixNano,
    endTimeUnixNano: span.endTimeUnixNano,
    attributes: span.attributes,
    events: span.events,
    status: span.status,
    scope: span.scope,
    resource: span.resource,
    // Many encoders leave the flags out, so a bit that is 0 says nothing; and who exports a span has sampled it.
    sampled: true,
    droppedAttributesCount: span.droppedAttributesCount,
  };
  if (parentSpanId !== '') {
    view.parentSpanId = parentSpanId;
    if ((flags & HAS_IS_REMOTE) !== 0) view.parentIsRemote = (flags & IS_REMOTE) !== 0;
  }
  if (traceState !== '') view.traceState = traceState;
  return view;
}
