import { RagmeterError } from '../model/errors.ts';

/** Why no socket could be opened, in one line: what was expected, what came, what to do. */
export function listenError(cause: unknown, host: string, port: number): RagmeterError {
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const system = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const failed = (code: string, message: string) => new RagmeterError(code, message, { cause });
  switch (system) {
    case 'EADDRINUSE':
      return failed(
        'port_in_use',
        `Expected a free port, got ${address} already in use: give another --listen, or port 0 for any free one`,
      );
    case 'EACCES':
      return failed('port_forbidden', `Expected a port that this user may open, got ${address}: give a --listen with a port above 1023`);
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return failed(
        'unknown_host',
        `Expected a host name that can be resolved, got ${host}: give --listen an address of this machine, such as 127.0.0.1`,
      );
    case 'EADDRNOTAVAIL':
      return failed('unknown_host', `Expected an address of this machine, got ${host}: give --listen one of its own, such as 127.0.0.1`);
    default: {
      const reason = cause instanceof Error ? cause.message : String(cause);
      return failed('listen_failed', `Expected to listen on ${address}, got ${reason}: give another --listen`);
    }
  }
}
