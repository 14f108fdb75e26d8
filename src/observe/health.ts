/** Why results may stay away, as far as can be told from inside. */
export type Cause =
  | 'no_spans'
  | 'no_exporter'
  | 'no_meter_provider'
  | 'no_context_manager'
  | 'no_content'
  | 'judge_failing'
  | 'short_of_memory'
  | 'shut_down';

/** Knows what is wired wrongly, or keeps everything from being scored. */
export interface Health {
  /** Not healthy until this cause is over. The message, with the cure in it, is said the first time only. */
  readonly suffers: (cause: Cause, message: string) => void;
  readonly recovers: (cause: Cause) => void;
  readonly isHealthy: () => boolean;
}

/** `warn` may throw: the logger is the user's. */
export function createHealth(warn: (message: string) => void): Health {
  const causes = new Set<Cause>();
  const said = new Set<Cause>();
  return {
    suffers(cause, message) {
      causes.add(cause);
      if (said.has(cause)) return;
      said.add(cause);
      try {
        warn(message);
      } catch {
        // There is nowhere left to say it.
      }
    },
    recovers: (cause) => void causes.delete(cause),
    isHealthy: () => causes.size === 0,
  };
}
