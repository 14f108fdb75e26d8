import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Recorded requests of real libraries, as they were sent. */
export const SPAN_CAPTURES = ['langchain-v1-openinference-hidden', 'openai-chat-otel-nocontent'] as const;
export const LOG_CAPTURE = 'openai-chat-otel-nocontent.logs';

const FOLDER = new URL('../fixtures/', import.meta.url);
const RECORDINGS = readdirSync(FOLDER).flatMap((name) => /^(.+)\.otlp\.json\.gz$/.exec(name)?.[1] ?? []);

/** All of them; some hold one request a line. */
export const LOG_FIXTURES: readonly string[] = RECORDINGS.filter((name) => name.endsWith('.logs'));
export const SPAN_FIXTURES: readonly string[] = RECORDINGS.filter((name) => !name.endsWith('.logs'));

export function packedCapture(name: string): Uint8Array {
  return readFileSync(new URL(`${name}.otlp.json.gz`, FOLDER));
}

export function captureText(name: string): string {
  return gunzipSync(packedCapture(name)).toString('utf8');
}

export function capture(name: string): unknown {
  return JSON.parse(captureText(name));
}

/** The requests of a recording. */
export function documentsOf(name: string): readonly unknown[] {
  const text = captureText(name);
  try {
    return [JSON.parse(text)];
  } catch {
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  }
}
