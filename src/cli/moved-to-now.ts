interface Timed {
  startTimeUnixNano?: string | number;
  endTimeUnixNano?: string | number;
  timeUnixNano?: string | number;
  observedTimeUnixNano?: string | number;
}
interface OtlpSpan extends Timed {
  traceId: string;
  events?: Timed[];
  links?: { traceId: string }[];
}
interface OtlpLog extends Timed {
  traceId?: string;
}

/** OTLP/JSON as far as its times and traces go. */
export interface OtlpDocument {
  resourceSpans?: { scopeSpans: { spans: OtlpSpan[] }[] }[];
  resourceLogs?: { scopeLogs: { logRecords: OtlpLog[] }[] }[];
}

const TIMES = ['startTimeUnixNano', 'endTimeUnixNano', 'timeUnixNano', 'observedTimeUnixNano'] as const;

/** Moves each trace in time, whole, so that its last span ends now. Changes the documents in place. */
export function moveToNow(documents: readonly OtlpDocument[], nowMs: number): void {
  const { spans, logs } = recordsOf(documents);
  const lastEnd = new Map<string, bigint>();
  for (const { traceId, endTimeUnixNano = 0 } of spans) {
    const end = BigInt(endTimeUnixNano);
    if (end > (lastEnd.get(traceId) ?? 0n)) lastEnd.set(traceId, end);
  }
  const nowNano = BigInt(nowMs) * 1_000_000n;
  const shiftOf = (traceId = ''): bigint => nowNano - (lastEnd.get(traceId) ?? nowNano);
  for (const span of spans) {
    for (const timed of [span, ...(span.events ?? [])]) shift(timed, shiftOf(span.traceId));
  }
  for (const log of logs) shift(log, shiftOf(log.traceId));
}

export function recordsOf(documents: readonly OtlpDocument[]): { readonly spans: readonly OtlpSpan[]; readonly logs: readonly OtlpLog[] } {
  return {
    spans: documents.flatMap(({ resourceSpans = [] }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    ),
    logs: documents.flatMap(({ resourceLogs = [] }) =>
      resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap((scope) => scope.logRecords)),
    ),
  };
}

function shift(timed: Timed, by: bigint): void {
  for (const key of TIMES) {
    const time = timed[key];
    if (time !== undefined) timed[key] = String(BigInt(time) + by);
  }
}
