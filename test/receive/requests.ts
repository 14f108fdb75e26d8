export const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
export const SPAN_ID = 'b7ad6b7169203331';

/** A span of OTLP/JSON, good but for what is given. */
export function span(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { traceId: TRACE_ID, spanId: SPAN_ID, name: 'retrieve', startTimeUnixNano: '1000', endTimeUnixNano: '2000', ...fields };
}

export function traces(...spans: unknown[]): Record<string, unknown> {
  return { resourceSpans: [{ scopeSpans: [{ spans }] }] };
}

export function logs(...logRecords: unknown[]): Record<string, unknown> {
  return { resourceLogs: [{ scopeLogs: [{ logRecords }] }] };
}

/** A log record of OTLP/JSON, good but for what is given. */
export function record(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { traceId: TRACE_ID, spanId: SPAN_ID, timeUnixNano: '1000', ...fields };
}
