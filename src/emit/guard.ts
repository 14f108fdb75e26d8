import { diag } from '@opentelemetry/api';

/** Runs something that must not throw into its caller. Says the first failure of each kind; the others are the same news. */
export type Guard = (kind: string, run: () => void) => void;

export function createGuard(): Guard {
  const said = new Set<string>();
  return (kind, run) => {
    try {
      run();
    } catch (error) {
      if (said.has(kind)) return;
      said.add(kind);
      warn(`ragmeter could not write ${kind}; further failures of this kind are not reported`, error);
    }
  };
}

function warn(message: string, error: unknown): void {
  try {
    diag.warn(message, error);
  } catch {
    // The logger is the user's, and there is nowhere left to say it.
  }
}
