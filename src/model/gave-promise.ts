/**
 * Whether a hook that must give its value at once gave a promise. What such a promise is rejected with goes to `rejected`: left alone, it would end
 * the host's process.
 */
export function gavePromise(given: unknown, rejected: (reason: unknown) => void = () => {}): boolean {
  if (typeof given !== 'object' || given === null || !('then' in given) || typeof given.then !== 'function') return false;
  Promise.resolve(given).catch(rejected);
  return true;
}
