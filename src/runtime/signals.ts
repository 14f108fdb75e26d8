/**
 * Runs once, at the first of these signals. The signal is sent again when that is done, so that the process ends by it, unless others listen to it.
 * Returns what takes the handlers away.
 */
export function onSignals(signals: readonly NodeJS.Signals[], run: () => Promise<void>): () => void {
  const remove = (): void => {
    for (const signal of signals) process.off(signal, handle);
  };
  function handle(signal: NodeJS.Signals): void {
    remove();
    const isAlone = process.listenerCount(signal) === 0;
    void run().then(() => {
      if (isAlone) process.kill(process.pid, signal);
    });
  }
  for (const signal of signals) process.on(signal, handle);
  return remove;
}
