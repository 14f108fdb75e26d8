import { gunzipSync, gzipSync } from 'node:zlib';
import { RagmeterError } from '../model/errors.ts';
import type { OtlpDocument } from './moved-to-now.ts';

export function documentsOf(files: readonly { readonly bytes: Uint8Array }[]): readonly OtlpDocument[] {
  return files.map(({ bytes }) => JSON.parse(gunzipSync(bytes).toString()) as OtlpDocument);
}

/** Sends recordings as an OTLP/HTTP exporter does. `url` is what OTEL_EXPORTER_OTLP_ENDPOINT would be. */
export async function sendAll(documents: readonly OtlpDocument[], url: string): Promise<void> {
  for (const document of documents) {
    const signal = document.resourceLogs === undefined ? 'traces' : 'logs';
    const refused = await refusal(`${url.replace(/\/$/, '')}/v1/${signal}`, document);
    if (refused !== undefined) throw new RagmeterError('demo_refused', `Expected ${url} to take ${signal} as OTLP/HTTP, got ${refused}`);
  }
}

async function refusal(url: string, document: OtlpDocument): Promise<string | undefined> {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  try {
    const response = await fetch(url, { method: 'POST', headers, body: gzipSync(JSON.stringify(document)) });
    const said = await response.text();
    return response.ok ? undefined : `${response.status}: ${said}`;
  } catch (error) {
    const { message, cause } = error as Error;
    return cause instanceof Error ? cause.message : message;
  }
}
