import type { Turn } from '../model/turn.ts';

/** Names one document of a live turn in a file of labels: `TRACE/SPAN/NUMBER`. */
export interface LiveId {
  readonly traceId: string;
  readonly spanId: string;
  /** Among the documents that have a text, from 0: as verdicts count them. */
  readonly index: number;
}

/** The number that is written counts from 1: people read it. */
export function liveIdText({ traceId, evaluatedSpan }: Turn, index: number): string {
  return `${traceId}/${evaluatedSpan.spanId}/${index + 1}`;
}

/** Undefined for what was not written by `liveIdText`. */
export function readLiveId(text: string): LiveId | undefined {
  const [, traceId, spanId, number] = /^([0-9a-f]{32})\/([0-9a-f]{16})\/([1-9]\d{0,5})$/.exec(text) ?? [];
  return traceId === undefined || spanId === undefined ? undefined : { traceId, spanId, index: Number(number) - 1 };
}
