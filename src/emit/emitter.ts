import type { Result } from '../model/evaluation.ts';

/** Puts one result into telemetry. Must not throw; what it cannot do it says through its own warning. */
export interface Emitter {
  readonly emit: (result: Result) => void;
}
