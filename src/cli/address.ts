import { InvalidArgumentError } from 'commander';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** From `HOST:PORT`, `[::1]:PORT`, `:PORT` or `PORT`; without a host the loopback address. Port 0 takes any free one. */
export function address(value: string): Address {
  const match = /^(?:(?:\[([^\]]+)\]|([^:]*)):)?(\d{1,5})$/.exec(value);
  const port = Number(match?.[3]);
  if (match === null || port > 65_535) throw new InvalidArgumentError(`Expected HOST:PORT such as 127.0.0.1:4328, got ${value}.`);
  return { host: match[1] ?? (match[2] || '127.0.0.1'), port };
}

/** False where other machines may reach this host. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
