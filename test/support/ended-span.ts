import type { SpanView } from '../../src/model/span.ts';
import type { ReadableSpanLike } from '../../src/receive/readable-span.ts';

/** A span as the SDK of this process hands it to its processors. The SDK, too, gives the same object at start and end. */
export function endedSpan(view: SpanView): ReadableSpanLike {
  const { traceId, spanId, sampled, parentSpanId, parentIsRemote = false } = view;
  return {
    name: view.name,
    spanContext: () => ({ traceId, spanId, traceFlags: sampled ? 1 : 0 }),
    parentSpanContext: parentSpanId === undefined ? undefined : { spanId: parentSpanId, isRemote: parentIsRemote },
    startTime: hrTime(view.startTimeUnixNano),
    endTime: hrTime(view.endTimeUnixNano),
    attributes: view.attributes,
    events: [],
    status: { code: view.status === 'error' ? 2 : 0 },
    resource: { attributes: view.resource },
    instrumentationScope: view.scope,
  };
}

function hrTime(unixNano: bigint): readonly [number, number] {
  return [Number(unixNano / 1_000_000_000n), Number(unixNano % 1_000_000_000n)];
}
