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

export function spanOf({ parentSpanId, traceState, flags, ...span }: OtlpSpan): SpanView {
  return {
    ...span,
    ...(parentSpanId !== '' && { parentSpanId }),
    ...(parentSpanId !== '' && (flags & HAS_IS_REMOTE) !== 0 && { parentIsRemote: (flags & IS_REMOTE) !== 0 }),
    ...(traceState !== '' && { traceState }),
    // Many encoders leave the flags out, so a bit that is 0 says nothing; and who exports a span has sampled it.
    sampled: true,
  };
}
