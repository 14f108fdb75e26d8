import { expected } from '../model/errors.ts';

/**
 * Consistent sampling by trace id, as OpenTelemetry specifies it (https://opentelemetry.io/docs/specs/otel/trace/tracestate-probability-sampling/):
 * 56 bits of randomness R, a rejection threshold T = (1 − ratio) · 2^56, kept where R ≥ T. The same trace is kept by every replica and
 * service, and the traces of a lower ratio are a subset of those of a higher one.
 */
export interface Sampler {
  readonly isKept: (traceId: string, traceState?: string) => boolean;
  /** The share of all traces that come this far, as the trace state tells: 0..1. An upstream sampler that leaves no `th` is not known. */
  readonly probability: (traceState?: string) => number;
}

const DIGITS = 14;
const RANGE = 2 ** 56;

/** `ratio` is a share of all traces, 0..1. */
export function ratioSampler(ratio: number): Sampler {
  if (!(ratio >= 0 && ratio <= 1)) throw expected('a ratio from 0 to 1', ratio);
  const threshold = ratio === 0 ? undefined : thresholdOf(ratio);
  return {
    isKept: (traceId, traceState) => threshold !== undefined && randomness(traceId, traceState) >= threshold,
    probability: (traceState) => {
      if (threshold === undefined) return 0;
      const upstream = subKey(traceState, 'th')?.padEnd(DIGITS, '0');
      return Math.min(ratio, upstream === undefined ? 1 : 1 - Number.parseInt(upstream, 16) / RANGE);
    },
  };
}

/** 14 hexadecimal digits. A ratio too small for 56 bits keeps the one highest value: 2^56 itself would be a digit longer, and compare as less. */
function thresholdOf(ratio: number): string {
  const rejected = Math.round((1 - ratio) * RANGE);
  return rejected >= RANGE ? 'f'.repeat(DIGITS) : rejected.toString(16).padStart(DIGITS, '0');
}

/** 14 hexadecimal digits: the explicit value in the trace state, else the last 56 bits of the trace id. Fixed width, so text compares as numbers do. */
function randomness(traceId: string, traceState: string | undefined): string {
  const explicit = subKey(traceState, 'rv');
  return explicit?.length === DIGITS ? explicit : traceId.slice(-DIGITS);
}

function subKey(traceState: string | undefined, key: 'rv' | 'th'): string | undefined {
  if (traceState === undefined || !traceState.includes('ot=')) return undefined;
  const vendor = traceState.split(',').find((member) => member.trim().startsWith('ot='));
  const value = vendor
    ?.trim()
    .slice(3)
    .split(';')
    .find((pair) => pair.startsWith(`${key}:`))
    ?.slice(key.length + 1);
  return value !== undefined && /^[0-9a-f]{1,14}$/.test(value) ? value : undefined;
}
