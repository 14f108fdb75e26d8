import { TraceBuffer } from './assemble/trace-buffer.ts';
import { turnsOf } from './assemble/turns.ts';
import { FILE_COMPLETION, FILE_LIMITS } from './config/defaults.ts';
import { isOwnScope } from './emit/names.ts';
import { nodeFrom, recordFrom } from './extract/extract.ts';
import { CONVENTIONS } from './extract/registry.ts';
import type { Clock } from './model/clock.ts';
import type { SpanNode, TraceFacts } from './model/facts.ts';
import type { LogView, SpanView } from './model/span.ts';
import type { Turn } from './model/turn.ts';

/** One trace of a recording, with what was found in it. */
export interface RecordedTrace {
  readonly traceId: string;
  readonly spanCount: number;
  readonly nodes: readonly SpanNode[];
  readonly turns: readonly Turn[];
}

/** Every trace of a recording, in order of first appearance, also those without a turn. Held whole: nothing is late, nothing is evicted. */
export function assembleRecorded(spans: readonly SpanView[], logs: readonly LogView[], clock: Clock): readonly RecordedTrace[] {
  const found = new Map<string, TraceFacts>();
  const spanIds = new Map<string, Set<string>>();
  const buffer = new TraceBuffer({ ...FILE_COMPLETION, ...FILE_LIMITS }, clock, (trace) => found.set(trace.traceId, trace));
  for (const span of spans) {
    const known = spanIds.get(span.traceId);
    if (known === undefined) spanIds.set(span.traceId, new Set([span.spanId]));
    else known.add(span.spanId);
    if (!isOwnScope(span.scope.name)) buffer.add(span.traceId, nodeFrom(span, CONVENTIONS), span.parentSpanId === undefined);
  }
  for (const log of logs) {
    const record = recordFrom(log, CONVENTIONS);
    if (record !== undefined) buffer.addRecord(log.traceId, record);
  }
  buffer.releaseAll();
  return [...spanIds].map(([traceId, { size: spanCount }]) => {
    const trace = found.get(traceId);
    return { traceId, spanCount, nodes: trace?.nodes ?? [], turns: trace === undefined ? [] : turnsOf(trace) };
  });
}
