import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { LogView, SpanView } from '../../src/model/span.ts';
import { readOtlpBytes } from '../../src/receive/otlp-file.ts';

const FOLDER = new URL('../fixtures/', import.meta.url);
const MAX_BYTES = 100_000_000;

/** What is true about one trace of a capture. */
export interface Truth {
  readonly traceId: string;
  readonly scenario: string;
  readonly query: string;
  readonly documents: readonly { readonly text: string; readonly id?: string; readonly relevant: 'yes' | 'partly' | 'no' }[];
  readonly retrievals?: readonly { readonly query?: string }[];
  readonly answer: string | null;
  readonly scorable: boolean;
  /** A careful system may refuse this one; if it is scored, it must be right. */
  readonly optional?: boolean;
  readonly textOnSpans?: {
    readonly query?: boolean | 'truncated';
    readonly documents?: readonly (boolean | 'truncated')[];
    readonly answer?: boolean | 'truncated';
  };
}

/** Every capture for which there is a truth. */
export const CAPTURES: readonly string[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.expected.json.gz'))
  .map((name) => name.replace('.expected.json.gz', ''))
  .sort();

/** The spans of a capture as they came in over OTLP. */
export function spansOf(capture: string): readonly SpanView[] {
  return readOtlpBytes(bytesOf(`${capture}.otlp.json.gz`), { maxBytes: MAX_BYTES }).spans;
}

/** The log records of a capture; none for most. */
export function logsOf(capture: string): readonly LogView[] {
  const name = `${capture}.logs.otlp.json.gz`;
  return readdirSync(FOLDER).includes(name) ? readOtlpBytes(bytesOf(name), { maxBytes: MAX_BYTES }).logs : [];
}

export function truthsOf(capture: string): readonly Truth[] {
  return JSON.parse(gunzipSync(bytesOf(`${capture}.expected.json.gz`)).toString()) as Truth[];
}

export function bytesOf(name: string): Uint8Array {
  return readFileSync(new URL(name, FOLDER));
}
