import { describe, expect, test } from 'vitest';
import type { SpanView } from '../../src/model/span.ts';
import { type ReadableSpanLike, toSpanView } from '../../src/receive/readable-span.ts';
import { assembleRecorded } from '../../src/recorded.ts';
import { virtualClock } from '../../src/testing/virtual-clock.ts';
import { CAPTURES, logsOf, spansOf } from '../support/fixtures.ts';

/** The span as an SDK in the process would hold it. */
function inProcess(span: SpanView): ReadableSpanLike {
  const context = { traceId: span.traceId, spanId: span.spanId, traceFlags: 1 };
  return {
    name: span.name,
    spanContext: () => context,
    ...(span.parentSpanId === undefined ? {} : { parentSpanContext: { ...context, spanId: span.parentSpanId, isRemote: false } }),
    startTime: hrTime(span.startTimeUnixNano),
    endTime: hrTime(span.endTimeUnixNano),
    attributes: { ...span.attributes },
    events: span.events.map(({ name, timeUnixNano, attributes }) => ({ name, time: hrTime(timeUnixNano), attributes: { ...attributes } })),
    status: { code: { unset: 0, ok: 1, error: 2 }[span.status] },
    resource: { attributes: span.resource },
    instrumentationScope: span.scope,
    droppedAttributesCount: span.droppedAttributesCount,
  } as unknown as ReadableSpanLike;
}

function hrTime(unixNano: bigint): [number, number] {
  return [Number(unixNano / 1_000_000_000n), Number(unixNano % 1_000_000_000n)];
}

function turnsIn(spans: readonly SpanView[], logs = logsOf('none')): unknown {
  return assembleRecorded({ spans, logs }, virtualClock()).map(({ traceId, turns }) => ({ traceId, turns }));
}

describe.each(CAPTURES)('%s', (capture) => {
  const spans = spansOf(capture);
  const logs = logsOf(capture);

  test('gives the same turns from spans in the process as over OTLP', () => {
    expect(
      turnsIn(
        spans.map((span) => toSpanView(inProcess(span))),
        logs,
      ),
    ).toEqual(turnsIn(spans, logs));
  });

  test('gives the same turns in several batches, delivered twice in part', () => {
    const half = Math.ceil(spans.length / 2);
    const batches = [...spans.slice(half), ...spans.slice(0, half), ...spans.slice(0, 5)];
    const sorted = (turns: unknown): unknown => (turns as { traceId: string }[]).toSorted((a, b) => a.traceId.localeCompare(b.traceId));
    expect(sorted(turnsIn(batches, logs))).toEqual(sorted(turnsIn(spans, logs)));
  });
});
