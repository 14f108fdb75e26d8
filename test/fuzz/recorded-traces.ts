import { documentsOf, LOG_FIXTURES, SPAN_FIXTURES } from '../receive/captures.ts';

interface Group {
  readonly scopeSpans?: readonly Scope[];
  readonly scopeLogs?: readonly Scope[];
}

interface Scope {
  readonly spans?: readonly Item[];
  readonly logRecords?: readonly Item[];
}

interface Item {
  readonly traceId?: string;
}

export interface RecordedTrace {
  readonly path: '/v1/traces' | '/v1/logs';
  /** A request of OTLP/JSON that holds this one trace. */
  readonly document: unknown;
}

/** Small ones lead to as much code as large ones, and are soon tried. */
const MAX_CHARACTERS = 20_000;

/** One request for each trace of every recording. */
export function recordedTraces(): readonly RecordedTrace[] {
  const traces = SPAN_FIXTURES.flatMap((name) => documentsOf(name).flatMap((document) => tracesIn(document as { resourceSpans: Group[] })));
  const logs = LOG_FIXTURES.flatMap((name) => documentsOf(name).map((document) => ({ path: '/v1/logs' as const, document })));
  return [...traces, ...logs].filter(({ document }) => JSON.stringify(document).length <= MAX_CHARACTERS);
}

function tracesIn({ resourceSpans }: { resourceSpans: readonly Group[] }): RecordedTrace[] {
  const spans = resourceSpans.flatMap(({ scopeSpans = [] }) => scopeSpans.flatMap((scope) => scope.spans ?? []));
  return [...new Set(spans.map(({ traceId }) => traceId))].map((traceId) => ({
    path: '/v1/traces',
    document: { resourceSpans: resourceSpans.map((group) => onlyOf(traceId, group)).filter(({ scopeSpans }) => scopeSpans.length > 0) },
  }));
}

function onlyOf(traceId: string | undefined, group: Group): Group & { scopeSpans: readonly Scope[] } {
  const scopeSpans = (group.scopeSpans ?? [])
    .map((scope) => ({ ...scope, spans: (scope.spans ?? []).filter((span) => span.traceId === traceId) }))
    .filter(({ spans }) => spans.length > 0);
  return { ...group, scopeSpans };
}
