import type { HrTime } from '@opentelemetry/api';

/** Unix milliseconds. Never given as a plain number: the SDKs take small ones for time since the process started. */
export function timeOfMs(ms: number): HrTime {
  const seconds = Math.floor(ms / 1_000);
  return [seconds, Math.round((ms - seconds * 1_000) * 1e6)];
}

/** Unix nanoseconds. */
export function timeOfNano(nano: bigint): HrTime {
  return [Number(nano / 1_000_000_000n), Number(nano % 1_000_000_000n)];
}
