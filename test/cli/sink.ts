import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface KeyValue {
  readonly key: string;
  readonly value: Record<string, unknown>;
}

export interface Exported {
  readonly resourceSpans?: readonly {
    readonly resource: Attributed;
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
  readonly resourceLogs?: readonly {
    readonly resource: Attributed;
    readonly scopeLogs: readonly { readonly logRecords: readonly LogRecord[] }[];
  }[];
  readonly resourceMetrics?: readonly {
    readonly resource: Attributed;
    readonly scopeMetrics: readonly { readonly metrics: readonly Metric[] }[];
  }[];
}

export interface Attributed {
  readonly attributes: readonly KeyValue[];
}

export interface Span extends Attributed {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
}

export interface LogRecord extends Attributed {
  readonly traceId: string;
  readonly spanId: string;
  readonly eventName?: string;
}

export interface Metric {
  readonly name: string;
  readonly histogram?: { readonly dataPoints: readonly (Attributed & { readonly count: number | string; readonly sum: number })[] };
  readonly sum?: { readonly dataPoints: readonly (Attributed & { readonly asInt?: number | string; readonly asDouble?: number })[] };
}

export interface Sink {
  readonly url: string;
  readonly requests: { readonly path: string; readonly body: Exported }[];
  readonly spans: () => readonly Span[];
  readonly logs: () => readonly LogRecord[];
  readonly metrics: () => readonly Metric[];
  readonly close: () => void;
}

/** A backend that takes OTLP/HTTP as JSON. One that does not answer keeps every request waiting. */
export async function sink({ answers = true }: { answers?: boolean } = {}): Promise<Sink> {
  const requests: Sink['requests'] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      requests.push({ path: request.url ?? '', body: JSON.parse(body) as Exported });
      if (answers) response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    spans: () =>
      requests.flatMap(({ body }) => body.resourceSpans ?? []).flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    logs: () =>
      requests.flatMap(({ body }) => body.resourceLogs ?? []).flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords)),
    metrics: () =>
      requests
        .flatMap(({ body }) => body.resourceMetrics ?? [])
        .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)),
    close,
  };
}

/** What a counter said last, by `outcome` or `outcome(reason)`. */
export function turnsIn({ metrics }: Sink): Readonly<Record<string, number>> {
  const points = metrics().findLast(({ name }) => name === 'ragmeter.turns')?.sum?.dataPoints ?? [];
  const turns: Record<string, number> = {};
  for (const point of points) {
    const { 'ragmeter.outcome': outcome, 'ragmeter.reason': reason } = plain(point);
    const key = reason === undefined ? String(outcome) : `${outcome}(${reason})`;
    turns[key] = (turns[key] ?? 0) + Number(point.asInt ?? point.asDouble);
  }
  return turns;
}

/** Attributes as keys and values. */
export function plain({ attributes }: Attributed): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
