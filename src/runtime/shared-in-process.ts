/** The one piece of process-wide state: two copies of this package, or two providers, must not score the same turn. */
const KEY = Symbol.for('ragmeter.v1');

interface ProcessState {
  claims?: unknown;
}

/** The process's own value, made by `create` for whoever asks first. */
export function sharedInProcess<T>(create: () => T): T {
  const home = globalThis as { [KEY]?: ProcessState };
  home[KEY] ??= {};
  const state = home[KEY];
  state.claims ??= create();
  return state.claims as T;
}
