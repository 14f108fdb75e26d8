import { X509Certificate } from 'node:crypto';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { expected, messageOf, RagmeterError } from '../model/errors.ts';
import { listenError } from './listen-error.ts';

/** A client that has not sent its headers by then is not one of ours. Nor is one that has not agreed on TLS. */
const HEADERS_TIMEOUT_MS = 20_000;
/** 64 MiB over a slow line of 10 Mbit/s. */
const REQUEST_TIMEOUT_MS = 60_000;
/** Longer than load balancers keep an idle connection (60 s), so that they close first and never write to a closed one. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** Longer than any of the above: a client that neither sends nor reads. */
const SOCKET_TIMEOUT_MS = 120_000;
/** How often the two above are looked after. */
const LOOK_EVERY_MS = 5_000;
/** Exporters keep one connection each, Collectors a few. */
const MAX_CONNECTIONS = 1_024;
/** A request that is under way at `close()` may end; one that hangs may not hold up the shutdown. */
const CLOSE_GRACE_MS = 5_000;

const NO_CLIENT_CA = 'Expected the certificates of those who sign for clients as PEM (tls.clientCa), got a file that does not do';

/** What is in the files, as PEM. */
export interface TlsOptions {
  readonly cert: Uint8Array;
  readonly key: Uint8Array;
  /** Who signs the certificates of clients. Where it is given, only clients with such a certificate are let in. */
  readonly clientCa?: Uint8Array;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 = any free one. */
  readonly port: number;
  /** How long `close()` waits for requests that are under way before it cuts them off. */
  readonly closeGraceMs?: number;
  readonly tls?: TlsOptions;
  /** How long a client may take over its headers, and over a whole request; and how many connections there may be. */
  readonly headersTimeoutMs?: number;
  readonly requestTimeoutMs?: number;
  readonly lookEveryMs?: number;
  readonly maxConnections?: number;
}

/** A listening socket. `host` and `port` are those that it was bound to. */
export interface Listening {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** Takes no more connections, lets requests that are under way end, and resolves when all are closed. Twice is fine. */
  close(): Promise<void>;
}

/** Opens an HTTP server. Rejects with a `RagmeterError`: `port_in_use`, `port_forbidden`, `unknown_host`, `listen_failed` or `invalid_tls`. */
export async function listen(handler: RequestListener, options: ListenOptions): Promise<Listening> {
  const { host, port, closeGraceMs = CLOSE_GRACE_MS } = options;
  // No host means every interface to node:http: too much to happen by mistake.
  if (host === '') throw expected('host to be a name or an address, such as 127.0.0.1', host);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw expected('port to be a whole number from 0 to 65535', port);

  let closing: Promise<void> | undefined;
  const { tls, headersTimeoutMs = HEADERS_TIMEOUT_MS, requestTimeoutMs = REQUEST_TIMEOUT_MS } = options;
  const server = serverOf(tls, headersTimeoutMs, {
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: options.lookEveryMs ?? LOOK_EVERY_MS,
  });
  server.timeout = SOCKET_TIMEOUT_MS;
  server.maxConnections = options.maxConnections ?? MAX_CONNECTIONS;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
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
    url: `${tls === undefined ? 'http' : 'https'}://${name}:${address.port}`,
    host: address.address,
    port: address.port,
    close() {
      closing ??= closed(server, sockets, closeGraceMs);
      return closing;
    },
  };
}

/** Throws what `listen` would reject with: `invalid_tls`. */
export function checkTls(tls: TlsOptions): void {
  serverOf(tls, HEADERS_TIMEOUT_MS, {});
}

function serverOf(tls: TlsOptions | undefined, handshakeTimeout: number, options: ServerOptions): Server {
  if (tls === undefined) return createServer(options);
  const { cert, key, clientCa } = tls;
  if (clientCa !== undefined) checkClientCa(clientCa);
  const clients = clientCa === undefined ? {} : { ca: Buffer.from(clientCa), requestCert: true, rejectUnauthorized: true };
  try {
    return createTlsServer({ ...options, handshakeTimeout, cert: Buffer.from(cert), key: Buffer.from(key), ...clients });
  } catch (cause) {
    const message = `Expected a certificate and its key as PEM (tls.cert, tls.key), got files that do not do (${messageOf(cause)})`;
    throw new RagmeterError('invalid_tls', message, { cause });
  }
}

/** Node takes anything for a list of authorities. Where none is in it, nobody could come in, and nothing would say why. */
function checkClientCa(clientCa: Uint8Array): void {
  try {
    new X509Certificate(clientCa);
  } catch (cause) {
    throw new RagmeterError('invalid_tls', `${NO_CLIENT_CA} (${messageOf(cause)})`, { cause });
  }
  // It takes DER too, which TLS does not.
  if (!Buffer.from(clientCa).includes('-----BEGIN ')) throw new RagmeterError('invalid_tls', `${NO_CLIENT_CA} (it is DER)`);
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

function closed(server: Server, sockets: ReadonlySet<Socket>, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // node:http stops looking after its own timeouts at close(), so a stalled client needs an end of its own.
    // Those that have not agreed on TLS are no connections of HTTP yet.
    const deadline = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, graceMs).unref();
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
    server.closeIdleConnections();
  });
}
