import { type IncomingHttpHeaders, request as openRequest } from 'node:http';
import { onTestFinished } from 'vitest';
import type { LogView, SpanView } from '../../src/model/span.ts';
import { createRequestHandler, type RequestHandlerOptions } from '../../src/receive/server.ts';
import { listen } from '../../src/runtime/listen.ts';

export interface Serving {
  readonly url: string;
  readonly port: number;
  readonly spans: SpanView[];
  readonly logs: LogView[];
  readonly warnings: string[];
  /** The server's clock stands still until it is set. */
  readonly clock: { nowMs: number };
}

/** A real server on a free port of this machine, closed when the test ends. */
export async function serving(options: Partial<RequestHandlerOptions> = {}): Promise<Serving> {
  const spans: SpanView[] = [];
  const logs: LogView[] = [];
  const warnings: string[] = [];
  const clock = { nowMs: 1_000_000 };
  const handler = createRequestHandler({
    receiver: { spans: (batch) => void spans.push(...batch), logs: (batch) => void logs.push(...batch) },
    metrics: async () => ({ contentType: 'text/plain; version=0.0.4', body: 'ragmeter_healthy 1\n' }),
    health: () => ({ ok: true, body: { status: 'ok' } }),
    unready: () => undefined,
    warn: (message) => void warnings.push(message),
    nowMs: () => clock.nowMs,
    ...options,
  });
  const { url, port, close } = await listen(handler, { host: '127.0.0.1', port: 0, closeGraceMs: 100 });
  onTestFinished(close);
  return { url, port, spans, logs, warnings, clock };
}

export interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Uint8Array;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
  /** Without a length, as a stream is sent. */
  readonly chunked?: boolean;
}

/** A request on a connection of its own, exactly as given. */
export function send(url: string, sent: Sent = {}): Promise<Answer> {
  const { method = 'POST', headers = {}, body, chunked = false } = sent;
  return new Promise((resolve, reject) => {
    const length: Record<string, string> = chunked || body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const request = openRequest(url, { method, agent: false, headers: { ...length, ...headers } }, (response) => {
      const chunks: Uint8Array[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: response.statusCode, headers: response.headers, text: bytes.toString(), bytes });
      });
      response.on('error', reject);
    });
    request.on('error', reject);
    if (chunked) request.flushHeaders();
    request.end(body);
  });
}

/** A POST of JSON. */
export function post(url: string, document: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return send(url, { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(document) });
}
