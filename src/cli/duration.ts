import { InvalidArgumentError } from 'commander';

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Milliseconds from `500ms`, `4s`, `2m`, `1h` or `0`. */
export function durationMs(value: string): number {
  if (value === '0') return 0;
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(value);
  const unit = UNIT_MS[match?.[2] ?? ''];
  if (match?.[1] === undefined || unit === undefined) {
    throw new InvalidArgumentError(`Expected a duration such as 500ms, 4s, 2m or 1h, got ${value}.`);
  }
  return Number(match[1]) * unit;
}
