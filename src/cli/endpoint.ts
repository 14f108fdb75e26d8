import type { TlsOptions } from '../runtime/listen.ts';
import type { Address } from './address.ts';

/** Where the service listens, and to whom. */
export interface Endpoint extends Address {
  /** Bearer tokens that are let in; without any everybody is. */
  readonly tokens?: readonly string[];
  readonly tls?: TlsOptions;
}
