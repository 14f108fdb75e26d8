import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const HOST = fileURLToPath(new URL('./host.mjs', import.meta.url));

/** The SDK's own exporters would look for a Collector as long as they may. */
const env = { ...process.env, OTEL_LOGS_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' };

/** Starts a service, sends it these signals as soon as it is ready, and tells how it ended. */
function stop(
  kind: string,
  ...signals: readonly NodeJS.Signals[]
): Promise<{ said: readonly string[]; code: number | null; signal: string | null }> {
  return new Promise((resolve, reject) => {
    const host = spawn(process.execPath, [HOST, kind], { stdio: ['ignore', 'pipe', 'inherit'], env });
    let said = '';
    host.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const wasReady = said.includes('ready');
      said += chunk;
      if (!wasReady && said.includes('ready')) for (const signal of signals) host.kill(signal);
    });
    host.on('error', reject);
    host.on('close', (code, signal) => resolve({ said: said.split('\n').filter((line) => line !== ''), code, signal }));
  });
}

const counts = (more: object): string => JSON.stringify({ seen: 1, waiting: 0, scored: 0, skipped: {}, failed: {}, dropped: {}, ...more });

test.for(['SIGTERM', 'SIGINT'] as const)('%s: what is held is scored and exported, then the process ends by the signal', async (signal) => {
  const ended = await stop('plain', signal);
  expect(ended.said).toEqual(['search', 'ready', 'evaluate context_relevance', 'shut down']);
  expect(ended).toMatchObject({ code: null, signal });
});

test('a service that listens itself ends when it wants to', async () => {
  const ended = await stop('listens', 'SIGTERM');
  expect(ended.said).toEqual(['search', 'ready', 'evaluate context_relevance', 'shut down', counts({ scored: 1 })]);
  expect(ended).toMatchObject({ code: 7, signal: null });
});

test('a judge that hangs holds the end up until the deadline', async () => {
  const ended = await stop('hangs', 'SIGTERM');
  expect(ended.said).toEqual(['search', 'ready', 'shut down']);
  expect(ended.signal).toBe('SIGTERM');
});

test('handlers that were taken away do nothing', async () => {
  const ended = await stop('removed', 'SIGTERM');
  expect(ended.said).toEqual(['search', 'ready']);
  expect(ended.signal).toBe('SIGTERM');
});
