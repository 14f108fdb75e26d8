import { describe, expect, test } from 'vitest';
import type { Judge, JudgeFunction } from '../src/model/judge.ts';
import { allOf, START_MS, span, TRACE_ID, traceId } from './support/builders.ts';
import { endedSpan } from './support/ended-span.ts';
import { setUpInProcess } from './support/in-process.ts';

const HOUR_MS = 3_600_000;
const hangs: JudgeFunction = () => new Promise(() => {});
type Scene = ReturnType<typeof setUpInProcess>;

/** A whole request of the host, at the time of day that its clock shows. */
function ask({ intake, clock }: Scene, number = 0): void {
  const at = { traceId: traceId(number), at: clock.nowMs() - START_MS - 2 };
  const root = endedSpan(span('root', { ...at, question: 'Why?' }));
  const retrieval = endedSpan(span('r', { ...at, parent: 'root', documents: ['Because.'], query: 'why' }));
  for (const each of [root, retrieval]) intake.onStart(each);
  for (const each of [retrieval, root]) intake.onEnd(each);
}

describe('a clock that is set', () => {
  test.for([
    { name: 'back by an hour', jumpMs: -HOUR_MS },
    { name: 'forward by half an hour', jumpMs: HOUR_MS / 2 },
  ])('$name: a trace waits for its grace, no longer and no shorter', async ({ jumpMs }) => {
    const scene = setUpInProcess({ judge: allOf('high') });
    ask(scene);
    await scene.clock.advance(500);
    scene.clock.jump(jumpMs);
    await scene.clock.advance(499);
    expect(scene.outcomes()).toEqual([]);
    await scene.clock.advance(1);
    expect(scene.outcomes()).toEqual(['scored']);
  });

  test('back by an hour: the judge has its deadline all the same, and no delay is below zero', async () => {
    const scene = setUpInProcess({ judge: hangs, limits: { judgeDeadlineMs: 2_000 } });
    ask(scene);
    await scene.clock.advance(1_000);
    scene.clock.jump(-HOUR_MS);
    await scene.clock.advance(2_000);
    expect(scene.outcomes()).toEqual(['failed: judge_timeout']);
    expect(scene.measured.filter(([, value]) => value < 0)).toEqual([]);
  });
});

describe('a process that is frozen and thawed, as serverless functions are', () => {
  test('flushed before: each request is scored before the freeze', async () => {
    const scene = setUpInProcess({ judge: allOf('high') });
    for (const number of [0, 1, 2]) {
      ask(scene, number);
      const flushed = scene.forceFlush();
      await scene.clock.settle();
      await flushed;
      expect(scene.outcomes()).toHaveLength(number + 1);
      scene.clock.jump(10 * 60_000);
    }
    expect(scene.outcomes()).toEqual(['scored', 'scored', 'scored']);
  });

  test.for([
    { name: 'for minutes: scored after the thaw', frozenMs: 10 * 60_000, outcome: 'scored' },
    { name: 'for hours: too old by then', frozenMs: 3 * HOUR_MS, outcome: 'dropped: too_old' },
  ])('not flushed, $name', async ({ frozenMs, outcome }) => {
    const scene = setUpInProcess({ judge: allOf('high') });
    ask(scene);
    await scene.clock.advance(100);
    scene.clock.jump(frozenMs);
    await scene.clock.advance(900);
    expect(scene.outcomes()).toEqual([outcome]);
  });

  test('a request that is open in the freeze ends after it, and is one turn', async () => {
    const scene = setUpInProcess({ judge: allOf('high') });
    const root = endedSpan(span('root', { question: 'Why?', ends: HOUR_MS / 2 }));
    const retrieval = endedSpan(span('r', { parent: 'root', documents: ['Because.'], query: 'why' }));
    for (const each of [root, retrieval]) scene.intake.onStart(each);
    scene.intake.onEnd(retrieval);
    await scene.clock.advance(10);
    scene.clock.jump(HOUR_MS / 2);
    await scene.clock.advance(5_000);
    expect(scene.outcomes()).toEqual([]);
    scene.intake.onEnd(root);
    await scene.clock.advance(1_000);
    expect(scene.results.map(({ outcome, query }) => [outcome, query])).toEqual([['scored', 'Why?']]);
  });

  test('a judge that was asked before the freeze may answer after it', async () => {
    let answer = (): void => {};
    const judge: Judge['ask'] = (turn) => new Promise((resolve) => (answer = () => resolve(allOf('high')(turn))));
    const scene = setUpInProcess({ judge });
    ask(scene);
    await scene.clock.advance(1_000);
    scene.clock.jump(10 * 60_000);
    answer();
    await scene.clock.settle();
    expect(scene.outcomes()).toEqual(['scored']);
  });
});

describe('turns that wait when the service stops', () => {
  test('those that are done by the deadline are scored, the rest is dropped, and both are told', async () => {
    const scene: Scene = setUpInProcess({
      judge: (turn) => new Promise((resolve) => void scene.clock.after(100, () => resolve(allOf('high')(turn)))),
      limits: { workers: 2 },
    });
    for (let number = 0; number < 20; number += 1) ask(scene, number);
    const drained = scene.drain(450);
    await scene.clock.advance(450);
    await drained;
    const { outcomes } = scene;
    expect(outcomes().filter((outcome) => outcome === 'scored')).toHaveLength(8);
    expect(outcomes().filter((outcome) => outcome === 'dropped: shutdown')).toHaveLength(12);
    expect(scene.settlements).toHaveLength(20);
  });

  test('a service that stops at once drops what it holds, and counts it', async () => {
    const scene = setUpInProcess({ judge: hangs });
    for (let number = 0; number < 20; number += 1) ask(scene, number);
    const drained = scene.drain(0);
    await scene.clock.advance(0);
    await drained;
    expect(new Set(scene.outcomes())).toEqual(new Set(['dropped: shutdown']));
    expect(scene.outcomes()).toHaveLength(20);
  });
});

describe('log records', () => {
  const message = (spanId: string, content: string, more: object = {}) => ({
    hrTime: [1, 0] as const,
    spanContext: { traceId: TRACE_ID, spanId, traceFlags: 1 },
    eventName: 'gen_ai.user.message',
    body: { content },
    attributes: {},
    instrumentationScope: { name: '@opentelemetry/instrumentation-openai' },
    ...more,
  });
  const chat = { 'gen_ai.operation.name': 'chat' };
  const at = { at: -10 };

  /** A retrieval and a call of a model, whose messages are in log records. */
  function request({ intake }: Scene, records: readonly object[]): void {
    const root = endedSpan(span('root', at));
    const retrieval = endedSpan(span('r', { ...at, parent: 'root', documents: ['Because.'] }));
    const model = endedSpan(span('m', { at: -5, parent: 'root', attributes: chat }));
    for (const each of [root, retrieval, model]) intake.onStart(each);
    intake.onEnd(retrieval);
    for (const record of records) intake.onEmit(record as never);
    intake.onEnd(model);
    intake.onEnd(root);
  }

  test('are joined to their span, whatever comes first', async () => {
    const scene = setUpInProcess({ judge: allOf('high') });
    request(scene, [
      message('m', 'Why?'),
      message('m', 'Because of that.', { eventName: 'gen_ai.choice', body: { message: { content: 'Because of that.' } } }),
    ]);
    await scene.clock.advance(1_000);
    expect(scene.results).toMatchObject([{ outcome: 'scored', query: 'Why?', turn: { answer: 'Because of that.' } }]);
  });

  test('may name their event in an attribute, as they did once', async () => {
    const scene = setUpInProcess({ judge: allOf('high') });
    request(scene, [message('m', 'Why?', { eventName: undefined, attributes: { 'event.name': 'gen_ai.user.message' } })]);
    await scene.clock.advance(1_000);
    expect(scene.results).toMatchObject([{ query: 'Why?' }]);
  });

  test.for([
    { name: 'of no span', record: message('m', 'Why?', { spanContext: undefined }) },
    { name: 'of ours', record: message('m', 'Why?', { instrumentationScope: { name: 'ragmeter' } }) },
    { name: 'of another trace', record: message('m', 'Why?', { spanContext: { traceId: traceId(7), spanId: 'm', traceFlags: 1 } }) },
    {
      name: 'that throw at a touch',
      record: new Proxy(
        {},
        {
          get: () => {
            throw new Error('no');
          },
        },
      ),
    },
    { name: 'that are nothing', record: undefined },
  ])('$name change nothing, and throw nothing', async ({ record }) => {
    const scene = setUpInProcess({ judge: allOf('high') });
    request(scene, [record as never]);
    await scene.clock.advance(1_000);
    expect(scene.outcomes()).toEqual(['skipped: no_query']);
    expect(scene.pipeline.held()).toBe(0);
  });

  test('of spans that are not recorded are not held: head sampling leaves them by the million', async () => {
    const scene = setUpInProcess({ judge: allOf('high') });
    for (let number = 0; number < 100; number += 1) {
      scene.intake.onEmit(message('m', 'Why?', { spanContext: { traceId: traceId(number), spanId: 'm', traceFlags: 0 } }));
    }
    await scene.clock.advance(0);
    expect(scene.pipeline.held()).toBe(0);
  });

  test('after the shutdown are left alone', async () => {
    const scene = setUpInProcess({ judge: allOf('high') });
    scene.intake.close();
    scene.intake.onEmit(message('m', 'Why?'));
    await scene.clock.advance(0);
    expect(scene.pipeline.held()).toBe(0);
    expect(scene.warnings).toEqual([]);
  });
});

describe('our own telemetry', () => {
  test.for([
    { name: 'a span of our scope', shape: { scope: 'ragmeter' } },
    { name: 'a span whose scope was renamed', shape: { attributes: { 'ragmeter.evaluation.id': 'a:b:c' } } },
    { name: 'a span of a judge that its author marked', shape: { attributes: { 'ragmeter.judge': true } } },
  ])('$name is refused at the door, and holds no trace up', async ({ shape }) => {
    const scene = setUpInProcess({ judge: allOf('high') });
    const own = endedSpan(span('own', { at: -3, documents: ['Because.'], query: 'why', parent: 'root', ...shape }));
    const root = endedSpan(span('root', { at: -5, question: 'Why?' }));
    const retrieval = endedSpan(span('r', { at: -4, parent: 'root', documents: ['Because.'], query: 'why' }));
    for (const each of [root, retrieval, own]) scene.intake.onStart(each);
    for (const each of [own, retrieval, root]) scene.intake.onEnd(each);
    await scene.clock.advance(1_000);
    expect(scene.results.map(({ documentCount, evaluatedSpanId }) => [documentCount, evaluatedSpanId])).toEqual([[1, 'r']]);
    // Alone, it is nothing.
    const alone = endedSpan(span('alone', { traceId: traceId(9), documents: ['Because.'], query: 'why', ...shape }));
    scene.intake.onStart(alone);
    scene.intake.onEnd(alone);
    await scene.clock.advance(1_000);
    expect(scene.results).toHaveLength(1);
    expect(scene.pipeline.held()).toBe(0);
  });
});

describe('wired wrongly', () => {
  test('no span for five minutes is said once, and over with the first', async () => {
    const scene = setUpInProcess({ judge: allOf('high') });
    await scene.clock.advance(299_999);
    expect([scene.health.isHealthy(), scene.warnings]).toEqual([true, []]);
    await scene.clock.advance(1);
    expect(scene.health.isHealthy()).toBe(false);
    expect(scene.warnings).toEqual([expect.stringMatching(/^No span has come in 5 minutes: .*spanProcessors of NodeSDK/)]);
    expect(scene.pipeline.stats().healthy).toBe(false);
    ask(scene);
    expect(scene.health.isHealthy()).toBe(true);
    await scene.clock.advance(HOUR_MS);
    expect(scene.warnings).toHaveLength(1);
  });

  test('a service that stops before says nothing', async () => {
    const scene = setUpInProcess();
    scene.intake.close();
    await scene.clock.advance(HOUR_MS);
    expect(scene.warnings).toEqual([]);
  });

  test('two pipelines of one process: what the other has taken is said once', async () => {
    const first = setUpInProcess({ judge: allOf('high') });
    const { claims } = first;
    const second = setUpInProcess({ judge: allOf('high') }, { clock: first.clock, claims });
    for (const number of [0, 1, 2]) for (const scene of [first, second]) ask(scene, number);
    await first.clock.advance(HOUR_MS);
    expect(first.outcomes()).toEqual(['scored', 'scored', 'scored']);
    expect(second.outcomes()).toEqual(['dropped: duplicate', 'dropped: duplicate', 'dropped: duplicate']);
    expect(second.warnings.filter((warning) => warning.includes('Another ragmeter of this process'))).toHaveLength(1);
    expect(first.warnings).toEqual([]);
  });
});
