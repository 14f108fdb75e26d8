import { TraceBuffer } from './assemble/trace-buffer.ts';
import { type Candidate, candidatesOf } from './assemble/turns.ts';
import { FILE_COMPLETION, FILE_LIMITS } from './config/defaults.ts';
import { isMarked, isOwnScope } from './emit/names.ts';
import { adviceOn } from './extract/advice.ts';
import { nodeFrom, recordFrom } from './extract/extract.ts';
import { conventionsFor, type Declared } from './extract/registry.ts';
import type { Clock } from './model/clock.ts';
import type { TraceFacts } from './model/facts.ts';
import type { LogView, SpanView } from './model/span.ts';
import type { Turn } from './model/turn.ts';

/** One trace of a recording, with what was found in it. */
export interface RecordedTrace {
  readonly traceId: string;
  readonly spanCount: number;
  /** Turns, and where the context of each was told. */
  readonly found: readonly Candidate[];
  readonly turns: readonly Turn[];
  /** What could be switched on so that more can be read. */
  readonly advice: readonly string[];
}

export interface Recorded {
  readonly spans: readonly SpanView[];
  readonly logs: readonly LogView[];
  readonly declared?: Declared | undefined;
}

/** Every trace of a recording, in order of first appearance, also those without a turn. Held whole: nothing is late, nothing is evicted. */
export function assembleRecorded(recorded: Recorded, clock: Clock): readonly RecordedTrace[] {
  const conventions = conventionsFor(recorded.declared ?? {});
  const facts = new Map<string, TraceFacts>();
  const seen = new Map<string, { readonly spanIds: Set<string>; readonly advice: Set<string> }>();
  const buffer = new TraceBuffer({ ...FILE_COMPLETION, ...FILE_LIMITS }, clock, (trace) => facts.set(trace.traceId, trace));
  for (const span of recorded.spans) {
    const known = seen.get(span.traceId) ?? { spanIds: new Set(), advice: new Set() };
    seen.set(span.traceId, known);
    known.spanIds.add(span.spanId);
    if (isOwnScope(span.scope.name) || isMarked(span.attributes)) continue;
    const advice = adviceOn(span);
    if (advice !== undefined) known.advice.add(advice);
    buffer.add(span.traceId, nodeFrom(span, conventions), span.parentSpanId === undefined);
  }
  for (const log of recorded.logs) {
    const record = recordFrom(log, conventions);
    if (record !== undefined) buffer.addRecord(log.traceId, record);
  }
  buffer.releaseAll();
  return [...seen].map(([traceId, { spanIds, advice }]) => {
    const trace = facts.get(traceId);
    const found = trace === undefined ? [] : candidatesOf(trace).filter(({ source }) => source !== 'question');
    return { traceId, spanCount: spanIds.size, found, turns: found.map(({ turn }) => turn), advice: [...advice] };
  });
}
