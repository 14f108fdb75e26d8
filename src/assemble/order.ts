import type { SpanNode } from '../model/facts.ts';

export function byStart(a: SpanNode, b: SpanNode): number {
  return order(a.startTimeUnixNano, b.startTimeUnixNano) || order(a.spanId, b.spanId);
}

export function byEnd(a: SpanNode, b: SpanNode): number {
  return order(a.endTimeUnixNano, b.endTimeUnixNano) || order(a.spanId, b.spanId);
}

/** For `toSorted`. */
export function order<T extends bigint | string | number>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
