/** Where version 6 of the AI SDK keeps the telemetry integrations of the whole process. It calls them also where telemetry is off. */
const INTEGRATIONS = 'AI_SDK_TELEMETRY_INTEGRATIONS';

/**
 * Begins a call of the AI SDK that no registered integration hears of: scoring must not score itself. The SDK takes the list in the synchronous
 * part of a call, so it is away for no longer than that, and nobody else's call can come in between.
 */
export function unheard<T>(begin: () => T): T {
  const home = globalThis as { [INTEGRATIONS]?: unknown };
  const registered = home[INTEGRATIONS];
  if (registered === undefined) return begin();
  home[INTEGRATIONS] = undefined;
  try {
    return begin();
  } finally {
    home[INTEGRATIONS] = registered;
  }
}
