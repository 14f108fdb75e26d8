import type { Settlement } from '../model/evaluation.ts';

/** Puts one settlement into telemetry. Must not throw; what it cannot do it says through its own warning. */
export interface Emitter {
  readonly emit: (settlement: Settlement) => void;
}
