import { createServer, type RequestListener, type Server } from 'node:http';
import { expected } from '../model/errors.ts';
import { listenError } from './listen-error.ts';

/** A client that has not sent its headers by then is not one of ours. */
const HEADERS_TIMEOUT_MS = 20_000;
/** 64 MiB over a slow line of 10 Mbit/s. */
const REQUEST_TIMEOUT_MS = 60_000;
/** Longer than load balancers keep an idle connection (60 s), so that they close first and never write to a closed one. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** Longer than any of the above: a client that neither sends nor reads. */
const SOCKET_TIMEOUT_MS = 120_000;
/** Exporters keep one connection each, Collectors a few. */
const MAX_CONNECTIONS = 1_024;
/** A request that is under way at `close()` may end; one that hangs may not hold up the shutdown. */
const CLOSE_GRACE_MS = 5_000;

export interface ListenOptions {
  readonly host: string;
  /** 0 = any free one. */
  readonly port: number;
  /** How long `close()` waits for requests that are under way before it cuts them off. */
  readonly closeGraceMs?: number;
}

/** A listening socket. `host` and `port` are those that it was bound to. */
export interface Listening {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** Takes no more connections, lets requests that are under way end, and resolves when all are closed. Twice is fine. */
  close(): Promise<void>;
}

/** Opens an HTTP server. Rejects with a `RagmeterError`: `port_in_use`, `port_forbidden`, `unknown_host` or `listen_failed`. */
export async function listen(handler: RequestListener, options: ListenOptions): Promise<Listening> {
  const { host, port, closeGraceMs = CLOSE_GRACE_MS } = options;
  // No host means every interface to node:http: too much to happen by mistake.
  if (host === '') throw expected('host to be a name or an address, such as 127.0.0.1', host);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw expected('port to be a whole number from 0 to 65535', port);

  let closing: Promise<void> | undefined;
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  });
  server.timeout = SOCKET_TIMEOUT_MS;
  server.maxConnections = MAX_CONNECTIONS;
  server.on('request', (request, response) => {
    // node:http closes idle connections once, at close(); one that becomes idle later would stay until its timeout.
    response.on('close', () => closing && setImmediate(() => server.closeIdleConnections()));
    handler(request, response);
  });
  await bound(server, host, port);
  // From here on an error is one failed accept, such as for want of file descriptors: it costs that connection alone.
  server.on('error', () => {});

  const address = server.address();
  if (address === null || typeof address === 'string') throw listenError(new Error('no address'), host, port);
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}`,
    host: address.address,
    port: address.port,
    close() {
      closing ??= closed(server, closeGraceMs);
      return closing;
    },
  };
}

function bound(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error) => reject(listenError(error, host, port));
    server.once('error', onError);
    server.listen({ host, port }, () => {
      server.off('error', onError);
      resolve();
    });
  });
}

function closed(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // node:http stops looking after its own timeouts at close(), so a stalled client needs an end of its own.
    const deadline = setTimeout(() => server.closeAllConnections(), graceMs).unref();
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
    server.closeIdleConnections();
  });
}
