import { afterEach, expect, test } from 'vitest';
import { ragSpans, traces } from './recordings.ts';
import { type Service, serve } from './service.ts';
import { type Sink, sink } from './sink.ts';

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

/** A service that takes four traces in ten, and what it sends on. */
async function replica(): Promise<{ readonly service: Service; readonly backend: Sink }> {
  const backend = await sink();
  const service = await serve(['--listen', '127.0.0.1:0', '--grace', '50ms'], {
    environment: { RAGMETER_RATIO: '0.4', OTEL_EXPORTER_OTLP_ENDPOINT: backend.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
  });
  opened.push(() => service.kill(), backend.close);
  return { service, backend };
}

/** Trace ids with their randomness at the end, spread evenly. */
const TRACE_IDS = Array.from({ length: 200 }, (_, at) =>
  `a${Math.imul(at + 1, 0x9e3779b1)
    .toString(16)
    .replace('-', '')
    .padStart(8, '0')
    .repeat(4)}`.slice(0, 32),
);

test('two replicas behind a balancer by trace id choose the same sample as one', { timeout: 60_000 }, async () => {
  const [alone, ...pair] = await Promise.all([replica(), replica(), replica()]);
  const half = (traceId: string): number => Number.parseInt(traceId.slice(-2), 16) % 2;
  const send = (to: Service, ids: readonly string[]) => to.post('/v1/traces', traces(ids.flatMap((traceId) => ragSpans({ traceId }))));
  await send(alone.service, TRACE_IDS);
  for (const [index, { service }] of pair.entries())
    await send(
      service,
      TRACE_IDS.filter((traceId) => half(traceId) === index),
    );
  for (const { service } of [alone, ...pair]) service.signal('SIGTERM');
  await Promise.all([alone, ...pair].map(({ service }) => service.ended));

  const chosen = (backends: readonly { readonly backend: Sink }[]) =>
    backends.flatMap(({ backend }) => backend.logs().map(({ traceId }) => traceId)).sort();
  expect(chosen(pair)).toEqual(chosen([alone]));
  expect(new Set(TRACE_IDS).size).toBe(TRACE_IDS.length);
  // Some of all, and some in each.
  for (const { backend } of [alone, ...pair]) expect(backend.logs().length).toBeGreaterThan(10);
  expect(alone?.backend.logs().length).toBeLessThan(TRACE_IDS.length / 2);
});
