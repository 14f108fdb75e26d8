import { expected, show } from '../model/errors.ts';
import type { LogView, SpanView } from '../model/span.ts';
import { oncePerBurst } from '../observe/once-per-burst.ts';
import type { Authorize } from './bearer.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import { ingest, replyTypeOf } from './ingest.ts';
import type { Signal } from './otlp-signal.ts';
import { exportReply, jsonReply, type Refusal, type Reply, refusalReply } from './reply.ts';
import { discardBody } from './request-body.ts';

/** A Collector's default batch of 8,192 spans, with 8 kB of text on each. */
export const MAX_BODY_BYTES: number = 64 * 1024 * 1024;

/** A restart takes about this long; senders keep a batch for minutes. */
export const RETRY_AFTER_SECONDS = 5;

export interface RequestHandlerOptions {
  /** Takes what came. What it throws is answered with 500. */
  readonly receiver: {
    readonly spans: (spans: readonly SpanView[]) => void;
    readonly logs: (logs: readonly LogView[]) => void;
  };
  readonly metrics: () => Promise<{ contentType: string; body: string }>;
  readonly health: () => { ok: boolean; body: Record<string, unknown> };
  /** Why nothing is taken now, such as `shutting down`: senders are told to come back. Undefined while all is well. */
  readonly unready: () => string | undefined;
  /** Who may send traces and read metrics; everybody unless given. Health is for everybody. */
  readonly authorize?: Authorize;
  /** Of a body as it comes, and again after decompression. */
  readonly maxBodyBytes?: number;
  /** One line, never with content of a body, at most one a minute of each kind. */
  readonly warn: (message: string) => void;
  readonly nowMs: () => number;
}

/**
 * Answers OTLP/HTTP, `/metrics`, `/healthz` and `/readyz`: https://opentelemetry.io/docs/specs/otlp/#otlphttp. The returned function is
 * a listener for `node:http`; it never throws, whatever the client sends or however it goes away.
 *
 * Only "not ready" is answered with a status that lets the sender try again (503). Where our own code fails on a batch
 * (500), the same batch would fail again, and a sender that repeats it holds up all others behind it.
 */
export function createRequestHandler(options: RequestHandlerOptions): (request: HttpRequest, response: HttpResponse) => void {
  const { receiver, metrics, health, unready, authorize = () => true, nowMs, maxBodyBytes = MAX_BODY_BYTES } = options;
  if (!Number.isInteger(maxBodyBytes) || maxBodyBytes < 1) throw expected('maxBodyBytes to be a whole number above 0', maxBodyBytes);
  const warn = oncePerBurst(options.warn, nowMs);

  const routes = new Map<string, Route>([
    ['/v1/traces', { methods: ['POST'], answer: (request) => take(request, 'spans') }],
    ['/v1/logs', { methods: ['POST'], answer: (request) => take(request, 'logs') }],
    ['/metrics', { methods: ['GET', 'HEAD'], answer: readMetrics }],
    ['/healthz', { methods: ['GET', 'HEAD'], isOpen: true, answer: async () => readHealth() }],
    ['/readyz', { methods: ['GET', 'HEAD'], isOpen: true, answer: async () => readReadiness() }],
  ]);

  function refuse(request: HttpRequest, refusal: Refusal): Reply {
    const { status, message, warning = message, kind = String(status) } = refusal;
    warn(kind, `${request.method} ${show(pathOf(request))} was answered with ${status}: ${warning}`);
    return refusalReply(refusal, replyTypeOf(request));
  }

  async function answer(request: HttpRequest): Promise<Reply | undefined> {
    const { method = '' } = request;
    const path = pathOf(request);
    const route = routes.get(path);
    if (route === undefined) {
      const paths = [...routes.keys()].join(', ');
      return refuse(request, { status: 404, message: `Expected one of the paths ${paths}, got ${show(path)}: check the endpoint's URL` });
    }
    const { authorization } = request.headers;
    if (route.isOpen !== true && !authorize(typeof authorization === 'string' ? authorization : undefined)) {
      return refuse(request, unauthorized(path, authorization !== undefined));
    }
    if (!route.methods.includes(method)) {
      const allowed = route.methods.join(', ');
      const message = `Expected ${allowed} for ${path}, got ${method}: use ${route.methods[0]}`;
      return refuse(request, { status: 405, message, headers: { allow: allowed } });
    }
    return route.answer(request);
  }

  async function take(request: HttpRequest, signal: Signal): Promise<Reply | undefined> {
    const before = unready();
    if (before !== undefined) return refusalReply(notReady(before), replyTypeOf(request));
    const ingested = await ingest(request, signal, maxBodyBytes);
    if (ingested.status === 'aborted') return undefined;
    // Asked again: what is taken after the last drain would be answered with 200 and lost.
    const after = unready();
    if (after !== undefined) return refusalReply(notReady(after), replyTypeOf(request));
    if (ingested.status === 'refused') return refuse(request, ingested.refusal);
    const { decoded } = ingested;
    if (decoded.spans.length > 0) receiver.spans(decoded.spans);
    if (decoded.logs.length > 0) receiver.logs(decoded.logs);
    if (decoded.problems.length > 0) {
      const rejected = `${decoded.rejectedSpans} spans and ${decoded.rejectedLogs} log records were rejected`;
      warn('rejected', `POST ${pathOf(request)}: ${rejected}: the reply tells the sender why`);
    }
    return exportReply(decoded, signal, replyTypeOf(request));
  }

  async function readMetrics(): Promise<Reply> {
    return { status: 200, ...(await metrics()) };
  }

  function readHealth(): Reply {
    const { ok, body } = health();
    return jsonReply(ok ? 200 : 503, body);
  }

  function readReadiness(): Reply {
    const reason = unready();
    return reason === undefined ? jsonReply(200, { status: 'ready' }) : jsonReply(503, { status: 'not ready', reason });
  }

  return (request, response) => {
    // A client that goes away in the middle of an answer is no error of ours.
    response.on('error', () => {});
    answer(request)
      .catch((error: unknown) => refuse(request, failure(error)))
      .then((reply) => reply && send(request, response, reply, maxBodyBytes))
      // The last net, for a header that cannot be sent.
      .catch(() => {
        if (!response.headersSent) response.writeHead(500, { 'content-length': 0 });
        response.end();
      });
  };
}

interface Route {
  readonly methods: readonly string[];
  /** True where no token is asked for: probes have none. */
  readonly isOpen?: boolean;
  /** Undefined where the client is gone. */
  readonly answer: (request: HttpRequest) => Promise<Reply | undefined>;
}

function notReady(reason: string): Refusal {
  return {
    status: 503,
    message: `Expected to be ready, got a request while ${reason}: send it again in ${RETRY_AFTER_SECONDS} seconds`,
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  };
}

/** https://www.rfc-editor.org/rfc/rfc6750#section-3 . The body was not read: whoever sends it is a stranger. */
function unauthorized(path: string, hasHeader: boolean): Refusal {
  const got = hasHeader ? 'another' : 'none';
  const advice =
    path === '/metrics'
      ? 'set authorization: { credentials_file: FILE } in the scrape config of Prometheus'
      : 'set OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer%20TOKEN"';
  return {
    status: 401,
    message: `Expected an Authorization header with a bearer token of this service, got ${got}: ${advice}`,
    headers: { 'www-authenticate': `Bearer realm="ragmeter"${hasHeader ? ', error="invalid_token"' : ''}` },
    closes: true,
  };
}

/** The error's place, not its message: messages of parsers repeat what they were given. */
function failure(error: unknown): Refusal {
  const name = error instanceof Error ? error.name : typeof error;
  const place = error instanceof Error ? /^ +at .+$/m.exec(error.stack ?? '')?.[0].trim() : undefined;
  return {
    status: 500,
    message: 'Expected to handle the request, got an error inside of ragmeter: see its log, and do not send this again',
    warning: `Expected to handle it, got ${name}${place === undefined ? '' : ` ${place}`}: please report this`,
  };
}

/** Without the query, in which secrets may stand. */
function pathOf(request: HttpRequest): string {
  const [path = ''] = (request.url ?? '').split('?');
  return path;
}

async function send(request: HttpRequest, response: HttpResponse, reply: Reply, maxDiscardedBytes: number): Promise<void> {
  const { status, contentType, body, headers, closes } = reply;
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
    ...headers,
    ...(closes && { connection: 'close' }),
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  if (closes) {
    // Closing a socket on a client that still sends resets it, and the answer is lost with it: the client would take that for
    // a broken line and send the same again. So the whole answer goes out first, and the socket stays open a little longer.
    response.write(body);
    await discardBody(request, maxDiscardedBytes);
    response.end();
    return;
  }
  response.end(body);
}
