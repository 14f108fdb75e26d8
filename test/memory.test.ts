import { setImmediate as nextTurn } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import { diag } from '@opentelemetry/api';
import { beforeAll, expect, test } from 'vitest';
import { RagmeterSpanProcessor } from '../src/index.ts';
import { span, traceId } from './support/builders.ts';
import { endedSpan } from './support/ended-span.ts';

/** The judge hangs as long as the test takes. */
const LIMITS = { maxTraces: 500, maxQueue: 100, workers: 4, maxDone: 1_000, judgeDeadlineMs: 3_600_000 };
const TRACES = 100_000;
const WARM = 20_000;
/** Traces between two turns of the event loop. */
const BATCH = 10;
const DOCUMENT = 'The warranty lasts ten years. '.repeat(2);

let heapUsed: () => number;

beforeAll(() => {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as () => void;
  heapUsed = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  diag.disable();
});

/** One question and its retrieval. */
function ask(processor: RagmeterSpanProcessor, number: number, isOpen: boolean): void {
  const at = { traceId: traceId(number), at: Date.now() - Date.UTC(2026, 0, 1) };
  const root = endedSpan(span('root', { ...at, question: `Question ${number}?` }));
  const retrieval = endedSpan(
    span(`r${number}`, { ...at, parent: 'root', query: `Question ${number}?`, documents: [`${number} ${DOCUMENT}`] }),
  );
  processor.onStart(root);
  processor.onStart(retrieval);
  processor.onEnd(retrieval);
  if (!isOpen) processor.onEnd(root);
}

test(`a judge that hangs, and roots that never end: memory is flat over ${TRACES} traces, and every turn is counted`, {
  timeout: 120_000,
}, async () => {
  const processor = new RagmeterSpanProcessor({
    judge: () => new Promise(() => {}),
    completion: { graceMs: 0, tooOldMs: 0 },
    limits: LIMITS,
  });
  let warm = 0;
  for (let number = 0; number < TRACES; number += 1) {
    ask(processor, number, number % 3 === 0);
    if (number % BATCH === 0) await nextTurn();
    if (number === WARM) warm = heapUsed();
  }
  const grown = heapUsed() - warm;
  // Five times as many traces came meanwhile; holding one takes about 2 kB, so holding all would take 160 MB.
  expect(grown).toBeLessThan(8_000_000);

  await processor.drain({ deadlineMs: 0 });
  expect(processor.stats().lost).toBe(0);
  const { seen, waiting, scored, skipped, failed, dropped } = processor.stats().evaluations.context_relevance as never;
  expect({ seen, waiting, scored, skipped, failed }).toEqual({ seen: TRACES, waiting: 0, scored: 0, skipped: {}, failed: {} });
  expect(Object.values(dropped as Record<string, number>).reduce((sum, count) => sum + count, 0)).toBe(TRACES);
});
