import { afterEach, expect, test } from 'vitest';
import { logs, record } from '../receive/requests.ts';
import { ragSpans, traces } from './recordings.ts';
import { type Service, serve } from './service.ts';
import { type Sink, sink, turnsIn } from './sink.ts';

let backend: Sink | undefined;
let service: Service | undefined;
afterEach(async () => {
  await service?.kill();
  backend?.close();
});

const TRACES_A_BATCH = 20;
const SENDERS = 8;
const ENOUGH = 400;
/** Far fewer turns may wait for a judge than are held. */
const LIMITS = { RAGMETER_LIMITS_MAX_QUEUE: '10' };

test('SIGTERM under load: every turn that was taken has its outcome, and it was sent on before the end', { timeout: 60_000 }, async () => {
  backend = await sink();
  // An hour's grace: whatever is taken is still held when the signal comes.
  service = await serve(['--listen', '127.0.0.1:0', '--grace', '1h'], {
    environment: { ...LIMITS, OTEL_EXPORTER_OTLP_ENDPOINT: backend.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
  });
  const { url, signal, ended } = service;
  const taken: string[] = [];
  let refused = 0;
  let isTold = false;
  const send = async (sender: number): Promise<void> => {
    for (let batch = 0; ; batch += 1) {
      const ids = Array.from({ length: TRACES_A_BATCH }, (_, at) =>
        `${sender + 1}${batch.toString(16).padStart(8, '0')}${at.toString(16).padStart(2, '0')}`.padEnd(32, '7'),
      );
      const body = JSON.stringify(traces(ids.flatMap((traceId) => ragSpans({ traceId }))));
      const response = await fetch(`${url}/v1/traces`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(
        () => undefined,
      );
      if (response?.status === 200) taken.push(...ids);
      else {
        if (response?.status === 503) refused += 1;
        return;
      }
      // A second signal would end it at once.
      if (taken.length >= ENOUGH && !isTold) signal('SIGTERM');
      isTold ||= taken.length >= ENOUGH;
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, (_, sender) => send(sender)));
  const { code, stderr } = await ended;

  expect(code).toBe(0);
  expect(stderr).toMatch(new RegExp(`^ragmeter: stopped; context_relevance: ${taken.length} scored$`, 'm'));
  expect(refused).toBeGreaterThan(0);
  expect(turnsIn(backend)).toEqual({ scored: taken.length });
  const told = new Set(backend.logs().map(({ traceId }) => traceId));
  expect(taken.filter((traceId) => !told.has(traceId))).toEqual([]);
  expect(backend.spans()).toHaveLength(taken.length);
});

test('/healthz tells what was received and what is held of it', async () => {
  service = await serve(['--listen', '127.0.0.1:0', '--grace', '1h']);
  const told = async () => JSON.parse((await service?.send('/healthz', { method: 'GET' }))?.text ?? '{}');
  expect(await told()).toMatchObject({ received: { spans: 0, logRecords: 0 }, held: { traces: 0 } });
  const ids = ['a', 'b', 'c'].map((digit) => digit.repeat(32));
  await service.post('/v1/traces', traces(ids.flatMap((traceId) => ragSpans({ traceId }))));
  await service.post('/v1/logs', logs(record({ traceId: ids[0] })));

  expect(await told()).toMatchObject({ received: { spans: 6, logRecords: 1 }, held: { traces: 3 } });
});
