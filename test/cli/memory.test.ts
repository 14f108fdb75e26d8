import { afterEach, expect, test } from 'vitest';
import { ragSpans, traces } from './recordings.ts';
import { type Service, serve } from './service.ts';

let service: Service | undefined;
afterEach(() => service?.kill());

/** Long, and nowhere the same: equal texts are kept once. */
const long = (what: string) => ({ text: `${what} can be returned. `.repeat(6_000) });
/** Too old to be scored: the end is not about judging all of this. */
const LONG_AGO_MS = 7_200_000;
/** Several times what it may have. */
const MOST_BATCHES = 300;

test('short of memory it refuses traces and says so, where it would die otherwise, and can still be stopped', {
  timeout: 60_000,
}, async () => {
  // An hour's grace: whatever is taken is held.
  service = await serve(['--listen', '127.0.0.1:0', '--grace', '1h'], { environment: { NODE_OPTIONS: '--max-old-space-size=96' } });
  const batch = (at: number) =>
    traces(
      [0, 1, 2, 3].flatMap((trace) => {
        const traceId = `${at}a${trace}`.padStart(32, '1');
        return ragSpans({ traceId, documents: [long(`${traceId} tent`), long(`${traceId} stove`)], endMs: Date.now() - LONG_AGO_MS });
      }),
    );
  let taken = 0;
  let refusal: Awaited<ReturnType<Service['post']>> | undefined;
  while (refusal === undefined && taken < MOST_BATCHES) {
    const answer = await service.post('/v1/traces', batch(taken));
    if (answer.status === 200) taken += 1;
    else refusal = answer;
  }

  expect(taken).toBeGreaterThan(5);
  expect(refusal).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  expect(await service.send('/readyz', { method: 'GET' })).toMatchObject({ status: 503, text: expect.stringContaining('short of memory') });
  expect(await service.send('/healthz', { method: 'GET' })).toMatchObject({ status: 200 });
  expect(await service.metrics()).toContainEqual(expect.objectContaining({ name: 'ragmeter_healthy', value: 0 }));
  await service.says(/Memory is short: traces are refused with 503/);
  service.signal('SIGTERM');
  const { code, stderr } = await service.ended;
  expect({ code, died: stderr.includes('FATAL') }).toEqual({ code: 0, died: false });
});
