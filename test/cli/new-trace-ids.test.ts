import { expect, test } from 'vitest';
import { giveNewIds } from '../../src/cli/new-trace-ids.ts';

test('each trace gets another id, the same on its spans, links and log records in all documents', () => {
  const spans = {
    resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: 'a' }, { traceId: 'b', links: [{ traceId: 'a' }, { traceId: 'far' }] }] }] }],
  };
  const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ traceId: 'b' }, {}] }] }] };
  let drawn = 0;
  const random = (): number => drawn++ / 2 ** 32;

  expect(giveNewIds([spans, logs], random)).toBe(2);
  const [a, b] = ['00000000000000010000000200000003', '00000004000000050000000600000007'];
  expect(spans.resourceSpans[0]?.scopeSpans[0]?.spans).toEqual([
    { traceId: a },
    { traceId: b, links: [{ traceId: a }, { traceId: 'far' }] },
  ]);
  expect(logs.resourceLogs[0]?.scopeLogs[0]?.logRecords).toEqual([{ traceId: b }, {}]);
});
