import { context, createContextKey, ROOT_CONTEXT } from '@opentelemetry/api';

/** The key that the OpenTelemetry SDKs and instrumentations look at: @opentelemetry/core, `suppress-tracing`. Keys are equal by name. */
const SUPPRESS_TRACING = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');

/**
 * Runs what is not the host's own work outside of the host's trace, with tracing suppressed: judges, extractors and hooks may call what is instrumented,
 * and scoring never scores itself.
 */
export function untraced<T>(run: () => T): T {
  return context.with(ROOT_CONTEXT.setValue(SUPPRESS_TRACING, true), run);
}

/** False where no context manager is registered: then nothing keeps what runs here out of traces. */
export function canBeUntraced(): boolean {
  return untraced(() => context.active().getValue(SUPPRESS_TRACING) === true);
}
