import { diag } from '@opentelemetry/api';
import { messageOf } from './model/errors.ts';
import type { DrainOptions } from './ragmeter-span-processor.ts';
import { onSignals } from './runtime/signals.ts';

/** What is shut down: a `NodeSDK`, a tracer provider. */
export interface ShutsDown {
  readonly shutdown: () => Promise<unknown>;
}

/** What is drained before: a `RagmeterSpanProcessor`. */
export interface Drains {
  readonly drain: (options?: DrainOptions) => Promise<void>;
}

export interface SignalOptions extends DrainOptions {
  /** Default: SIGTERM and SIGINT. */
  readonly signals?: readonly ('SIGTERM' | 'SIGINT' | 'SIGHUP')[];
}

/**
 * Scores what is held, then shuts the SDK down, which sends the results. The SDK alone shuts spans, logs and metrics down at once, and what is
 * scored after that is lost. `deadlineMs` bounds the scoring; the SDK's own exporters have their own timeouts. Always resolves; trouble goes to `diag`.
 */
export async function shutdownWith(sdk: ShutsDown, processor: Drains, options: DrainOptions = {}): Promise<void> {
  await attempt('drain', () => processor.drain(options));
  await attempt('shut the SDK down', () => sdk.shutdown());
}

/**
 * Does `shutdownWith` at the first SIGTERM or SIGINT. Then the process ends as the signal would have ended it, unless the application listens to
 * the signal as well: then it is the application that ends it. A second signal is not held up. Returns what takes the handlers away again.
 */
export function shutdownOnSignals(
  sdk: ShutsDown,
  processor: Drains,
  { signals = ['SIGTERM', 'SIGINT'], ...options }: SignalOptions = {},
): () => void {
  return onSignals(signals, () => shutdownWith(sdk, processor, options));
}

async function attempt(what: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    diag.error(`ragmeter: could not ${what}: ${messageOf(error)}`);
  }
}
