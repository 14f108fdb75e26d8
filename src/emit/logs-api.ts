import * as api from '@opentelemetry/api';

/** The part of an OpenTelemetry log record that we write. */
export interface EventRecord {
  readonly eventName: string;
  readonly timestamp: api.HrTime;
  readonly observedTimestamp: api.HrTime;
  readonly severityNumber: number;
  readonly severityText: string;
  readonly attributes: Record<string, unknown>;
  readonly context: api.Context;
}

/** The part of an OpenTelemetry logger provider that we use. */
export interface LoggerProvider {
  readonly getLogger: (name: string, version?: string) => { readonly emit: (record: EventRecord) => void };
}

/** Where `@opentelemetry/api-logs` keeps its provider, behind a function that takes the version of the contract. */
const GLOBAL_KEY: symbol = Symbol.for('io.opentelemetry.js.api.logs');
const CONTRACT_VERSION = 1;

/**
 * The provider that the application registered, if any. It may be registered at any time, so it is looked up at each emission.
 *
 * With SDK 3 the Logs API is part of `@opentelemetry/api`; with SDK 2 it is `@opentelemetry/api-logs`, whose global is read here by hand: importing that
 * package would bring a second, dead Logs API into applications on SDK 3.
 */
export function loggerProvider(): LoggerProvider | undefined {
  const { logs } = api as typeof api & { readonly logs?: LoggerProvider };
  if (logs !== undefined) return logs;
  const getter = (globalThis as { [key: symbol]: unknown })[GLOBAL_KEY];
  return typeof getter === 'function' ? (getter(CONTRACT_VERSION) as LoggerProvider) : undefined;
}
