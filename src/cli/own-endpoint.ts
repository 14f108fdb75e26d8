import { RagmeterError } from '../model/errors.ts';
import type { Address } from './address.ts';

/** Results that come back in would go round for ever. */
export function refuseOwnEndpoint(endpoints: readonly string[], { host, port }: Address): void {
  for (const endpoint of endpoints) {
    const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
    const isLocal = url !== undefined && ['localhost', '127.0.0.1', '0.0.0.0', '[::1]', '[::]', host].includes(url.hostname);
    if (isLocal && portOf(url) === port) {
      throw new RagmeterError(
        'own_endpoint',
        `Expected an OTEL_EXPORTER_OTLP_* endpoint other than our own listener, got ${withoutUser(url)}; results go to your Collector or backend, usually on port 4318`,
      );
    }
  }
}

/** A URL leaves out the port that its protocol has anyway. */
function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** As it was written, but for a name and a password. */
function withoutUser({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}
