import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Recorded requests of real libraries, as they were sent. */
export const SPAN_CAPTURES = ['langchain-v1-openinference-hidden', 'openai-chat-otel-nocontent'] as const;
export const LOG_CAPTURE = 'openai-chat-otel-nocontent.logs';

export function packedCapture(name: string): Uint8Array {
  return readFileSync(new URL(`../fixtures/${name}.otlp.json.gz`, import.meta.url));
}

export function captureText(name: string): string {
  return gunzipSync(packedCapture(name)).toString('utf8');
}

export function capture(name: string): unknown {
  return JSON.parse(captureText(name));
}
