import { context, createContextKey, ROOT_CONTEXT } from '@opentelemetry/api';
import type { Judge } from '../model/judge.ts';
import { wrap } from './wrap.ts';

/** The key that the OpenTelemetry SDKs and instrumentations look at: @opentelemetry/core, `suppress-tracing`. Keys are equal by name. */
const SUPPRESS_TRACING = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');

/** Asks outside the host's trace with tracing suppressed, so that no instrumentation records the judge's calls and scoring never scores itself. */
export function untraced(inner: Judge): Judge {
  const untracedContext = ROOT_CONTEXT.setValue(SUPPRESS_TRACING, true);
  return wrap(inner, (turn, needs, signal) => context.with(untracedContext, () => inner.ask(turn, needs, signal)));
}
