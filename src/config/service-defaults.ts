import { EMIT, LIMITS, SERVICE_COMPLETION } from './defaults.ts';
import type { Values } from './values.ts';

/** Of this machine alone. 4318 is usually the Collector's. */
export const LISTEN = '127.0.0.1:4328';

/** What holds where nothing is said. */
export const SERVICE_DEFAULTS: Values = {
  listen: LISTEN,
  judge: 'lexical',
  evaluations: [{ scorer: 'context_relevance' }],
  ratio: 1,
  completion: SERVICE_COMPLETION,
  limits: LIMITS,
  redact: false,
  emit: EMIT,
};
