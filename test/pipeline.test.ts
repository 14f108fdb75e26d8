import { describe, expect, test } from 'vitest';
import type { Options } from '../src/config/options.ts';
import { METRIC, SCOPE } from '../src/emit/names.ts';
import type { Scorer } from '../src/model/evaluation.ts';
import type { Judge, JudgeReply } from '../src/model/judge.ts';
import { FAILURE_REASONS } from '../src/model/outcome.ts';
import type { LogView } from '../src/model/span.ts';
import type { Turn } from '../src/model/turn.ts';
import type { Need } from '../src/model/verdicts.ts';
import { createClaims } from '../src/observe/claims.ts';
import { evaluationsOf } from '../src/pipeline.ts';
import { SCORERS } from '../src/score/registry.ts';
import { contextRelevance } from '../src/score/scorers/context-relevance.ts';
import { scriptedJudge } from '../src/testing/scripted-judge.ts';
import { virtualClock } from '../src/testing/virtual-clock.ts';
import { allOf, answered, everythingOf, type SpanShape, START_MS, span, TRACE_ID, traceId } from './support/builders.ts';
import { GRACE_MS, IDLE_MS, setUpPipeline } from './support/pipeline.ts';

const good = scriptedJudge([allOf('high')]);

function scorer(name: string, score: Scorer['score'], needs: readonly Need[] = ['documents']): Scorer {
  return { name, version: '1', needs, score };
}

const half = scorer('half', () => ({ score: 0.5, parts: {}, explanation: 'half' }));

describe('one outcome for every turn', () => {
  test('a turn is scored', async () => {
    const { ask, clock, results, settlements, pipeline, measured } = setUpPipeline({ judge: scriptedJudge([answered('medium')]) });
    ask(TRACE_ID);
    await clock.advance(GRACE_MS);
    expect(results).toMatchObject([
      {
        traceId: TRACE_ID,
        evaluatedSpanId: 'r',
        evaluation: 'context_relevance',
        version: '1/scripted@1',
        outcome: 'scored',
        score: 0.7,
        label: 'good',
        judge: { id: 'scripted', version: '1' },
        query: 'Tell me.',
        documentCount: 1,
        sample: 'random',
      },
    ]);
    expect(settlements).toMatchObject([{ sampleProbability: 1, verdicts: { documents: [{ index: 0, level: 'medium' }] } }]);
    expect(pipeline.stats()).toEqual({
      evaluations: { context_relevance: { seen: 1, waiting: 0, scored: 1, skipped: {}, failed: {}, dropped: {} } },
      late: 0,
      lost: 0,
      healthy: true,
    });
    expect(measured).toContainEqual([METRIC.score, 0.7]);
  });

  const nothing: SpanShape = { attributes: { 'retrieval.documents': [] }, documents: [] };
  const claims = scorer('claims', half.score, ['claims']);
  const reference = scorer('reference', half.score, ['reference']);
  const everything: Partial<Judge> = { gives: ['documents', 'missing', 'claims', 'reference'] };

  test.for<{ outcome: string; retrieval?: SpanShape; options?: Options; generation?: boolean }>([
    { outcome: 'skipped: no_documents', retrieval: nothing },
    { outcome: 'skipped: text_missing', retrieval: { documents: [{ id: '1' }] } },
    { outcome: 'skipped: redacted', retrieval: { documents: ['__REDACTED__'] } },
    { outcome: 'skipped: no_query', retrieval: { attributes: { 'input.value': '' } }, generation: false },
    {
      outcome: 'skipped: no_answer',
      options: { evaluations: [{ scorer: claims, judge: scriptedJudge([], everything) }] },
      generation: false,
    },
    { outcome: 'skipped: no_reference', options: { evaluations: [{ scorer: reference, judge: scriptedJudge([], everything) }] } },
    {
      outcome: 'skipped: no_relevant',
      options: { evaluations: [{ scorer: scorer('own', () => ({ skipped: 'no_relevant' })), judge: good }] },
    },
    { outcome: 'skipped: too_large', options: { judge: scriptedJudge([{ status: 'skipped', reason: 'too_large', message: 'm' }]) } },
    { outcome: 'failed: judge_timeout', options: { judge: scriptedJudge(['hangs']), limits: { judgeDeadlineMs: 500 } } },
    { outcome: 'failed: judge_error', options: { judge: scriptedJudge([new Error('broken')]) } },
    { outcome: 'failed: invalid_verdict', options: { judge: scriptedJudge([answered('high high')]) } },
    {
      outcome: 'failed: scorer_error',
      options: { evaluations: [{ scorer: scorer('own', () => ({ score: 1.5, parts: {}, explanation: '' })), judge: good }] },
    },
    { outcome: 'dropped: budget', options: { judge: scriptedJudge([{ status: 'dropped', reason: 'budget', message: 'm' }]) } },
    { outcome: 'dropped: too_old', retrieval: {}, options: { completion: { tooOldMs: GRACE_MS - 31 } } },
    ...FAILURE_REASONS.map((reason) => ({
      outcome: `failed: ${reason}`,
      options: { judge: scriptedJudge([{ status: 'failed', reason, retryable: false, message: 'm' }]) },
    })),
  ])('$outcome', async ({ outcome, retrieval = {}, options = {}, generation = true }) => {
    const { clock, pipeline, outcomes, results, measured } = setUpPipeline({ judge: good, ...options });
    pipeline.span(span('r', { parent: 'root', at: 10, query: 'Why?', documents: ['Because.'], ...retrieval }));
    if (generation) pipeline.span(span('g', { parent: 'root', at: 20, ends: 30, messages: ['Tell me.'], output: 'So.' }));
    pipeline.span(span('root', { ends: 30 }));
    await clock.advance(GRACE_MS + 500);
    expect(outcomes()).toEqual([outcome]);
    const [status, reason] = outcome.split(': ');
    const [stats] = Object.values(pipeline.stats().evaluations);
    expect(stats).toEqual({ seen: 1, waiting: 0, scored: 0, skipped: {}, failed: {}, dropped: {}, [status!]: { [reason!]: 1 } });
    expect(results[0]).not.toHaveProperty('score');
    expect(results[0]).not.toHaveProperty('label');
    expect(measured.map(([metric]) => metric)).not.toContain(METRIC.score);
  });

  test('too old is what ended longer ago, not as long ago', async () => {
    const { ask, clock, outcomes } = setUpPipeline({ judge: good, completion: { tooOldMs: GRACE_MS - 21 } });
    ask(TRACE_ID);
    await clock.advance(GRACE_MS);
    expect(outcomes()).toEqual(['scored']);
  });

  test('nothing is too old where tooOldMs is 0', async () => {
    const { ask, clock, outcomes } = setUpPipeline(
      { judge: good, completion: { tooOldMs: 0 } },
      { clock: virtualClock(START_MS + 10 ** 10) },
    );
    ask(TRACE_ID);
    await clock.advance(GRACE_MS);
    expect(outcomes()).toEqual(['scored']);
  });

  test('queue_full: what does not fit is dropped, with one warning for the burst', async () => {
    const judge = scriptedJudge(['hangs']);
    const { ask, clock, outcomes, warnings, pipeline } = setUpPipeline({
      judge,
      limits: { workers: 1, maxQueue: 2, judgeDeadlineMs: 10 ** 6 },
    });
    for (let number = 0; number < 6; number += 1) ask(traceId(number));
    await clock.advance(GRACE_MS);
    expect(outcomes()).toEqual(['dropped: queue_full', 'dropped: queue_full', 'dropped: queue_full']);
    expect(pipeline.stats().evaluations.context_relevance).toMatchObject({ seen: 6, waiting: 3, dropped: { queue_full: 3 } });
    expect([pipeline.queue.size, pipeline.queue.capacity]).toEqual([2, 2]);
    expect(warnings).toEqual([
      'The queue is full (2 turns wait for a judge): turns are dropped. Lower the ratio, or raise limits.workers or limits.maxQueue.',
    ]);
  });

  test('evicted: a trace that is closed early is scored if it can be, else dropped', async () => {
    const { clock, pipeline, outcomes, results } = setUpPipeline({ judge: good, limits: { maxTraces: 1 } });
    pipeline.span(span('r', { traceId: traceId(1), query: 'Why?', documents: ['Because.'] }));
    pipeline.span(span('r', { traceId: traceId(2), documents: ['Because.'] }));
    pipeline.span(span('r', { traceId: traceId(3), query: 'Why?', documents: ['Because.'] }));
    await clock.settle();
    expect(outcomes()).toEqual(['dropped: evicted', 'scored']);
    expect(results.map(({ turn }) => turn.flags.includes('evicted'))).toEqual([true, true]);
  });

  test('duplicate: of two pipelines in one process the first scores, the other says so', async () => {
    const clock = virtualClock(START_MS);
    const claims = createClaims(100);
    const one = setUpPipeline({ judge: good }, { claims, clock });
    const other = setUpPipeline({ judge: good }, { claims, clock });
    for (const { ask } of [one, other]) ask(TRACE_ID);
    await clock.advance(GRACE_MS);
    expect([one.outcomes(), other.outcomes()]).toEqual([['scored'], ['dropped: duplicate']]);
    other.ask(TRACE_ID);
    await clock.advance(GRACE_MS);
    expect(other.outcomes()).toEqual(['dropped: duplicate']);
  });

  test('drain: what is held comes at once and is scored, also more than may wait; what comes later has no such right', async () => {
    const { ask, clock, outcomes, pipeline } = setUpPipeline({ judge: good, limits: { workers: 1, maxQueue: 2 } });
    for (let number = 0; number < 9; number += 1) ask(traceId(number));
    const drained = settled(pipeline.drain(1_000));
    await clock.settle();
    expect([outcomes(), drained()]).toEqual([Array(9).fill('scored'), true]);
    for (let number = 10; number < 19; number += 1) ask(traceId(number));
    await clock.advance(GRACE_MS);
    expect(outcomes().filter((outcome) => outcome === 'dropped: queue_full')).toHaveLength(6);
  });

  test('shutdown: at the deadline what waits and what is worked on is dropped, and drain resolves', async () => {
    const judge = scriptedJudge([allOf('high'), 'hangs']);
    const { ask, clock, outcomes, pipeline } = setUpPipeline({ judge, limits: { workers: 1 } });
    for (let number = 0; number < 4; number += 1) ask(traceId(number));
    const drained = settled(pipeline.drain(1_000));
    await clock.advance(999);
    expect([outcomes(), drained()]).toEqual([['scored'], false]);
    await clock.advance(1);
    expect(outcomes().toSorted(byText)).toEqual(['dropped: shutdown', 'dropped: shutdown', 'dropped: shutdown', 'scored']);
    expect(drained()).toBe(true);
    expect(judge.asked.at(-1)?.signal.aborted).toBe(true);
  });

  test('a judge that fails on its own before the deadline has failed, whoever drains', async () => {
    const { ask, clock, outcomes, pipeline } = setUpPipeline({ judge: scriptedJudge([new Error('broken')]) });
    ask(TRACE_ID);
    const drained = settled(pipeline.drain(1_000));
    await clock.settle();
    expect([outcomes(), drained()]).toEqual([['failed: judge_error'], true]);
  });
});

describe('late, twice, out of order', () => {
  test('the same batch twice is one score, however late the second comes', async () => {
    const { ask, clock, outcomes, pipeline } = setUpPipeline({ judge: good });
    ask(TRACE_ID);
    ask(TRACE_ID);
    await clock.advance(GRACE_MS);
    ask(TRACE_ID);
    await clock.advance(GRACE_MS);
    expect(outcomes()).toEqual(['scored']);
    expect(pipeline.stats().late).toBe(3);
  });

  test('spans that come after their turn was done are counted, and score nothing again', async () => {
    const { ask, clock, outcomes, pipeline } = setUpPipeline({ judge: good });
    ask(TRACE_ID);
    await clock.advance(GRACE_MS);
    pipeline.span(span('g2', { parent: 'root', messages: ['Tell me.'], output: 'So.' }));
    await clock.advance(IDLE_MS);
    expect(outcomes()).toEqual(['scored']);
    expect(pipeline.stats().late).toBe(1);
  });

  test('spans of a trace of which no turn was taken are not late', async () => {
    const { clock, pipeline } = setUpPipeline({ judge: good });
    for (const id of ['a', 'b']) {
      pipeline.span(span(id, { messages: ['Tell me.'], output: 'So.' }));
      await clock.advance(GRACE_MS);
    }
    expect(pipeline.stats().late).toBe(0);
  });

  test('a new question in the same trace is a new turn', async () => {
    const { ask, clock, results, pipeline } = setUpPipeline({ judge: good });
    ask(TRACE_ID);
    await clock.advance(GRACE_MS);
    pipeline.span(span('r2', { parent: 'root', at: 40, query: 'And then?', documents: ['Then.'] }));
    await clock.advance(IDLE_MS);
    expect(results.map(({ query }) => query)).toEqual(['Tell me.', 'And then?']);
    expect(pipeline.stats().late).toBe(0);
  });

  test.for<{ name: string; late: readonly [string, SpanShape][]; isTurn: boolean }>([
    {
      name: 'a retrieval of the same request',
      late: [['r2', { parent: 'root', at: 15, query: 'And then?', documents: ['Then.'] }]],
      isTurn: false,
    },
    { name: 'a retrieval without a query', late: [['r2', { parent: 'root', at: 15, documents: ['Then.'] }]], isTurn: false },
    {
      name: 'a retrieval with the call of the model that it was for',
      late: [
        ['r2', { parent: 'root', at: 15, query: 'And then?', documents: ['Then.'] }],
        ['g2', { parent: 'root', at: 18, messages: ['Tell me.'], output: 'So.' }],
      ],
      isTurn: false,
    },
    {
      name: 'another question, asked meanwhile',
      late: [
        ['q2', { at: 12, question: 'And what else?' }],
        ['r2', { parent: 'q2', at: 15, query: 'else', documents: ['Then.'] }],
      ],
      isTurn: true,
    },
    {
      name: 'the same question, asked again later',
      late: [
        ['q2', { at: 40, question: 'Tell me.' }],
        ['r2', { parent: 'q2', at: 45, query: 'else', documents: ['Then.'] }],
      ],
      isTurn: true,
    },
  ])('after a turn was scored comes $name: a turn of its own is $isTurn, else it is late', async ({ late, isTurn }) => {
    const { ask, clock, outcomes, pipeline } = setUpPipeline({ judge: good });
    ask(TRACE_ID);
    await clock.advance(GRACE_MS);
    for (const [id, shape] of late) pipeline.span(span(id, shape));
    await clock.advance(IDLE_MS);
    expect(outcomes()).toHaveLength(isTurn ? 2 : 1);
    expect(pipeline.stats().late).toBe(isTurn ? 0 : late.length);
  });

  test('once the memory of done turns is full, the oldest can be scored again', async () => {
    const { ask, clock, outcomes } = setUpPipeline({ judge: good, limits: { maxDone: 1 } });
    for (const number of [1, 2, 2, 1]) {
      ask(traceId(number));
      await clock.advance(GRACE_MS);
    }
    expect(outcomes()).toEqual(['scored', 'scored', 'scored']);
  });

  test('log records are content of their span, before or after it', async () => {
    const message = (eventName: string, content: string, order: number): LogView => ({
      traceId: TRACE_ID,
      spanId: 'g',
      eventName,
      timeUnixNano: BigInt(order),
      attributes: {},
      body: { content },
    });
    const { clock, pipeline, results } = setUpPipeline({ judge: good });
    pipeline.log(message('gen_ai.user.message', 'Why is it so?', 1));
    pipeline.span(span('r', { parent: 'root', at: 10, query: 'why', documents: ['Because.'] }));
    pipeline.span(span('g', { parent: 'root', at: 20 }));
    pipeline.span(span('root', { ends: 30 }));
    pipeline.log(message('gen_ai.choice', 'Just so.', 2));
    await clock.advance(GRACE_MS);
    expect(results.map(({ turn }) => [turn.query, turn.answer])).toEqual([['Why is it so?', 'Just so.']]);
  });

  test('our own telemetry is never evaluated', () => {
    const { pipeline } = setUpPipeline({ judge: good });
    pipeline.span(span('r', { query: 'Why?', documents: ['Because.'], scope: SCOPE }));
    expect(pipeline.held()).toBe(0);
    expect([pipeline.wants(TRACE_ID, undefined, SCOPE), pipeline.wants(TRACE_ID, undefined, 'test')]).toEqual([false, true]);
  });

  test.for([
    { inProcess: true, held: 0 },
    { inProcess: false, held: 1 },
  ])('a remote parent is the end of the trace in process, not over OTLP: $inProcess', async ({ inProcess, held }) => {
    const { clock, pipeline } = setUpPipeline({ judge: good }, { inProcess });
    pipeline.span(span('r', { parent: 'elsewhere', parentIsRemote: true, query: 'Why?', documents: ['Because.'] }));
    await clock.advance(GRACE_MS);
    expect(pipeline.held()).toBe(held);
  });
});

describe('several evaluations', () => {
  test('two of one judge share one call, which asks for the needs of both, each once', async () => {
    const judge = scriptedJudge([(turn) => Promise.resolve(everythingOf(turn))], { gives: ['documents', 'claims', 'missing'] });
    const claims = scorer('claims', half.score, ['claims', 'documents']);
    const evaluations = [{ scorer: 'context_relevance' }, { scorer: claims }, { scorer: half }];
    const { ask, clock, results } = setUpPipeline({ judge, evaluations });
    ask(TRACE_ID);
    await clock.advance(GRACE_MS);
    expect(judge.asked.map(({ needs }) => needs)).toEqual([['documents', 'missing', 'claims']]);
    expect(results.map(({ evaluation, score }) => [evaluation, score])).toEqual([
      ['context_relevance', 1],
      ['claims', 0.5],
      ['half', 0.5],
    ]);
  });

  test('all six scorers share one call, and each result has what its scorer asked for and no more', async () => {
    const gives = ['documents', 'missing', 'statements', 'claims', 'reference'] as const;
    const replies = [(turn: Turn) => Promise.resolve(everythingOf(turn, (place) => place !== 1, 'high* none'))];
    const judge = scriptedJudge(replies, { gives });
    const names = [...SCORERS.keys()];
    const match = { 'app.kind': 'search' };
    const paths = { query: 'app.q', documents: 'app.found', answer: 'app.a', reference: 'app.truth' };
    const { pipeline, clock, results } = setUpPipeline({
      judge,
      conventions: [{ name: 'ours', match, ...paths }],
      evaluations: names.map((scorer) => ({ scorer })),
    });
    const attributes = {
      'app.kind': 'search',
      'app.q': 'How long?',
      'app.found': JSON.stringify([{ content: 'Sixty days. Or less.' }, { content: 'Stoves need a brush.' }]),
      'app.a': 'Sixty days. Stoves too.',
      'app.truth': 'Sixty days. Not for stoves. Ask first.',
    };
    pipeline.span(span('s', { attributes }));
    await clock.advance(GRACE_MS);

    expect(judge.asked.map(({ needs, turn }) => [needs, turn.reference])).toEqual([[gives, attributes['app.truth']]]);
    expect(results.map(({ evaluation, score, verdicts }) => [evaluation, score, Object.keys(verdicts ?? {})])).toEqual([
      ['context_relevance', 0.4, ['documents', 'missing']],
      ['statement_relevance', 2 / 3, ['statements']],
      ['context_precision', 1, ['documents']],
      ['context_utilization', 0, ['documents']],
      ['faithfulness', 0.5, ['claims']],
      ['context_recall', 2 / 3, ['reference']],
    ]);
  });

  test('two judges are asked each, and one that fails takes nothing from the other', async () => {
    const broken = scriptedJudge([new Error('broken')], { id: 'broken' });
    const { ask, clock, outcomes, pipeline } = setUpPipeline({
      evaluations: [
        { scorer: half, judge: broken },
        { scorer: half, judge: good },
      ],
    });
    ask(TRACE_ID);
    await clock.advance(GRACE_MS);
    expect(outcomes().toSorted(byText)).toEqual(['failed: judge_error', 'scored']);
    expect(Object.keys(pipeline.stats().evaluations)).toEqual(['half (broken)', 'half (scripted)']);
  });

  test('one that cannot be scored is not asked for, the other is', async () => {
    const judge = scriptedJudge([allOf('high')], { gives: ['documents', 'missing', 'reference'] });
    const reference = scorer('reference', half.score, ['reference']);
    const { ask, clock, outcomes } = setUpPipeline({ judge, evaluations: [{ scorer: reference }, { scorer: half }] });
    ask(TRACE_ID);
    await clock.advance(GRACE_MS);
    expect(outcomes()).toEqual(['skipped: no_reference', 'scored']);
    expect(judge.asked.map(({ needs }) => needs)).toEqual([['documents']]);
  });

  test('their ratios nest: the turns of a lower one are among those of a higher one', async () => {
    const named = (name: string) => scorer(name, half.score);
    const { ask, clock, settlements, pipeline } = setUpPipeline({
      judge: good,
      ratio: 0.8,
      evaluations: [
        { scorer: named('all') },
        { scorer: named('half'), ratio: 0.5 },
        { scorer: named('tenth'), ratio: 0.1 },
        { scorer: named('none'), ratio: 0 },
      ],
      limits: { maxQueue: 1_000 },
    });
    for (let number = 0; number < 200; number += 1) ask(traceId(number));
    await clock.advance(GRACE_MS);
    const scored = (name: string) => settlements.filter(({ evaluation }) => evaluation.name === name);
    const traces = (name: string) => new Set(scored(name).map(({ turn }) => turn.traceId));
    const sizes = ['all', 'half', 'tenth', 'none'].map((name) => traces(name).size);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(sizes.map((size) => size > 0)).toEqual([true, true, true, false]);
    expect(sizes[0]).toBeLessThan(200);
    expect([...traces('half')].every((trace) => traces('all').has(trace))).toBe(true);
    expect([...traces('tenth')].every((trace) => traces('half').has(trace))).toBe(true);
    expect(['all', 'half', 'tenth'].map((name) => scored(name)[0]?.sampleProbability)).toEqual([0.8, 0.5, 0.1]);
    expect(pipeline.stats().evaluations.none).toMatchObject({ seen: 0 });
  });

  test('what the ratio at the door leaves out is not held at all, nor its log records', () => {
    const { ask, pipeline } = setUpPipeline({ judge: good, ratio: 0 });
    ask(TRACE_ID);
    pipeline.log({
      traceId: TRACE_ID,
      spanId: 'g',
      eventName: 'gen_ai.user.message',
      timeUnixNano: 1n,
      attributes: {},
      body: { content: 'x' },
    });
    expect([pipeline.wants(TRACE_ID), pipeline.held()]).toEqual([false, 0]);
  });

  test('what an upstream sampler left out is in the probability', async () => {
    const { clock, pipeline, settlements } = setUpPipeline({ judge: good, ratio: 0.5 });
    pipeline.span(span('r', { query: 'Why?', documents: ['Because.'], traceState: 'ot=th:c;rv:ffffffffffffff' }));
    await clock.advance(GRACE_MS);
    expect(settlements.map(({ sampleProbability }) => sampleProbability)).toEqual([0.25]);
  });
});

describe('what the judge reads', () => {
  test('documents without text are left out and said so; verdicts stand for the documents of the result', async () => {
    const { ask, clock, results } = setUpPipeline({ judge: scriptedJudge([answered('high none')]) });
    ask(TRACE_ID, { documents: [{ id: '1' }, 'Because.', 'Something else.'] });
    await clock.advance(GRACE_MS);
    const [result] = results;
    expect(result).toMatchObject({ score: 0.5, documentCount: 2, parts: { documents: 2, leftOut: 1 } });
    expect(result?.turn.flags).toEqual(['text_missing']);
    expect(result?.verdicts?.documents?.map(({ index, level }) => [result.turn.documents[index]?.text, level])).toEqual([
      ['Because.', 'high'],
      ['Something else.', 'none'],
    ]);
  });

  test('a turn that was cut to fit is told as it was read', async () => {
    const judge = scriptedJudge([answered('low')], {
      fit: (turn) => ({ ...turn, documents: turn.documents.slice(0, 1), flags: ['truncated'] }),
    });
    const { ask, clock, results } = setUpPipeline({ judge });
    ask(TRACE_ID, { documents: ['one', 'two', 'three'] });
    await clock.advance(GRACE_MS);
    expect(results).toMatchObject([{ score: 0.3, documentCount: 1, parts: { documents: 1, leftOut: 2 }, turn: { flags: ['truncated'] } }]);
    expect(results[0]?.turn.retrievals[0]?.documents).toHaveLength(3);
  });
});

describe('what users give never breaks the pipeline', () => {
  test.for<{ name: string; onResult: () => unknown }>([
    {
      name: 'throws',
      onResult: () => {
        throw new Error('full disk');
      },
    },
    { name: 'rejects', onResult: () => Promise.reject(new Error('full disk')) },
    {
      name: 'rejects by a promise of another kind',
      // biome-ignore lint/suspicious/noThenProperty: what libraries' own promises look like.
      onResult: () => ({ then: (_: unknown, reject: (reason: unknown) => void) => reject(new Error('full disk')) }),
    },
  ])('onResult that $name: every result is counted, one warning for the burst', async ({ onResult }) => {
    const { ask, clock, pipeline, warnings, results } = setUpPipeline({ judge: good, onResult });
    for (let number = 0; number < 3; number += 1) ask(traceId(number));
    await clock.advance(GRACE_MS);
    expect(results).toHaveLength(3);
    expect(pipeline.stats().evaluations.context_relevance).toMatchObject({ seen: 3, scored: 3, waiting: 0 });
    expect(warnings).toEqual(['onResult threw, the result itself is counted and emitted: full disk']);
  });

  test.for<{ name: string; reply: unknown }>([
    { name: 'a usage of null', reply: { ...answered('high'), usage: null } },
    {
      name: 'a failure with a usage of null',
      reply: { status: 'failed', reason: 'judge_auth', retryable: false, message: 'm', usage: null },
    },
    { name: 'nothing', reply: () => Promise.resolve(undefined) },
  ])('a judge that replies $name settles its turn, and the next is asked about', async ({ reply }) => {
    const judge = scriptedJudge([reply as JudgeReply, allOf('high')]);
    const { ask, clock, pipeline, results } = setUpPipeline({ judge, limits: { workers: 1 } });
    for (let number = 0; number < 2; number += 1) ask(traceId(number));
    await clock.advance(GRACE_MS);
    expect(results).toHaveLength(2);
    expect(pipeline.stats().evaluations.context_relevance).toMatchObject({ seen: 2, waiting: 0 });
  });
});

describe('flush and drain', () => {
  test('flush hands on what only waits for its grace; what has no root, or is open, stays', async () => {
    const { ask, clock, outcomes, pipeline } = setUpPipeline({ judge: good });
    ask(traceId(1));
    pipeline.span(span('r', { traceId: traceId(2), parent: 'root', query: 'Why?', documents: ['Because.'] }));
    for (let started = 0; started < 4; started += 1) pipeline.opened(traceId(3));
    ask(traceId(3));
    const flushed = settled(pipeline.flush());
    await clock.settle();
    expect([outcomes(), flushed(), pipeline.held()]).toEqual([['scored'], true, 2]);
  });

  test('drain hands on every trace', async () => {
    const { clock, outcomes, pipeline } = setUpPipeline({ judge: good });
    pipeline.span(span('r', { traceId: traceId(2), parent: 'root', query: 'Why?', documents: ['Because.'] }));
    pipeline.opened(traceId(3));
    pipeline.opened(traceId(3));
    pipeline.span(span('r', { traceId: traceId(3), parent: 'root', query: 'Why?', documents: ['Because.'] }));
    const drained = settled(pipeline.drain(1_000));
    await clock.settle();
    expect([outcomes(), drained(), pipeline.held()]).toEqual([['scored', 'scored'], true, 0]);
  });

  test('the deadline of a drain that is over drops nothing of what comes later', async () => {
    const { ask, clock, outcomes, pipeline } = setUpPipeline({ judge: scriptedJudge([allOf('high'), 'hangs']) });
    ask(traceId(1));
    const drained = settled(pipeline.drain(1_000));
    await clock.settle();
    expect(drained()).toBe(true);
    ask(traceId(2));
    void pipeline.flush();
    await clock.advance(2_000);
    expect(outcomes()).toEqual(['scored']);
    expect(pipeline.stats().evaluations.context_relevance?.waiting).toBe(1);
  });

  test.for<'flush' | 'drain'>(['flush', 'drain'])('%s resolves though there is always more to do', async (how) => {
    const clock = virtualClock(START_MS);
    const slow = scriptedJudge([
      (turn) =>
        new Promise((resolve) => {
          clock.after(100, () => void allOf('high')(turn).then(resolve));
        }),
    ]);
    const { ask, pipeline, results } = setUpPipeline({ judge: slow, limits: { workers: 2 }, completion: { graceMs: 0 } }, { clock });
    for (let number = 0; number < 4; number += 1) ask(traceId(number));
    await clock.settle();
    const over = settled(how === 'flush' ? pipeline.flush() : pipeline.drain(1_000));
    for (let number = 4; number < 30; number += 1) {
      ask(traceId(number));
      await clock.advance(10);
    }
    expect(pipeline.stats().evaluations.context_relevance?.waiting).toBeGreaterThan(0);
    expect(results.length).toBeGreaterThanOrEqual(4);
    expect(over()).toBe(true);
  });

  test('both can be called with nothing to do, together, and again', async () => {
    const { ask, clock, pipeline, outcomes } = setUpPipeline({ judge: good });
    const first = settled(Promise.all([pipeline.drain(1_000), pipeline.flush(), pipeline.drain(0)]));
    await clock.advance(1_000);
    expect(first()).toBe(true);
    ask(TRACE_ID);
    const second = settled(pipeline.drain(1_000));
    await clock.advance(0);
    expect([second(), outcomes()]).toEqual([true, ['scored']]);
  });
});

test('ten thousand turns of one trace each get their outcome', async () => {
  const count = 10_000;
  const limits = { maxSpansPerTrace: count * 3, maxCharactersPerTrace: 10 ** 9, maxQueue: count, judgeDeadlineMs: 10 ** 9 };
  const { clock, pipeline } = setUpPipeline({ judge: good, limits });
  for (let number = 0; number < count; number += 1) {
    pipeline.span(span(`q${number}`, { parent: 'root', at: number, question: `Question ${number}?` }));
    pipeline.span(span(`r${number}`, { parent: `q${number}`, at: number, documents: [`Document ${number}.`] }));
  }
  pipeline.span(span('root', { ends: count }));
  await clock.advance(GRACE_MS);
  expect(pipeline.stats().evaluations.context_relevance).toMatchObject({ seen: count, scored: count, waiting: 0 });
});

describe('evaluationsOf', () => {
  test('without configuration: context relevance by the lexical judge, for all', () => {
    const [evaluation, ...others] = evaluationsOf({});
    expect(evaluation).toMatchObject({ name: 'context_relevance', judge: { id: 'lexical' }, ratio: 1 });
    expect(others).toEqual([]);
  });

  test('its version names scorer and judge with their versions: a change of any is another', () => {
    const version = (scorer: Scorer, judge: Judge) => evaluationsOf({ evaluations: [{ scorer, judge }] })[0]?.version;
    const versions = [
      version(half, scriptedJudge([])),
      version({ ...half, version: '2' }, scriptedJudge([])),
      version(half, scriptedJudge([], { id: 'other' })),
      version(half, scriptedJudge([], { version: '2' })),
      version(contextRelevance({ missingContextPerItem: 0.2 }), scriptedJudge([])),
    ];
    expect(versions).toEqual(['1/scripted@1', '2/scripted@1', '1/other@1', '1/scripted@2', '1(0.1,0.2,0.5)/scripted@1']);
  });

  test('its own judge and ratio, over the common judge', () => {
    const other = scriptedJudge([], { id: 'other' });
    const evaluations = evaluationsOf({ judge: good, evaluations: [{ scorer: half }, { scorer: half, judge: other, ratio: 0.1 }] });
    expect(evaluations.map(({ judge, ratio }) => [judge.id, ratio])).toEqual([
      ['scripted', 1],
      ['other', 0.1],
    ]);
  });

  const same = () => Promise.resolve(answered(''));

  test.for<{ options: unknown; message: string }>([
    {
      options: { evaluations: [{ scorer: 'relevance' }] },
      message:
        'Expected evaluations[].scorer to be one of context_relevance, statement_relevance, context_precision, context_utilization, faithfulness, context_recall, ' +
        'or your own, got "relevance"',
    },
    {
      options: { evaluations: [{ scorer: 'faithfulness' }] },
      message: 'Expected judge to give claims for faithfulness, got "lexical, which lacks claims"',
    },
    {
      options: { evaluations: [{ scorer: { ...half, name: 'Half' } }] },
      message: 'Expected a scorer\'s name to be snake_case, 64 characters at most, got "Half"',
    },
    {
      options: { evaluations: [{ scorer: null }] },
      message: 'Expected a scorer with name, version, needs and score, got null',
    },
    {
      options: { evaluations: [{ scorer: scorer('claims', half.score, ['documents', 'claims', 'reference']), judge: good }] },
      message: 'Expected judge to give documents and claims and reference for claims, got "scripted, which lacks claims and reference"',
    },
    {
      options: { judge: 'llm' },
      message: `Expected judge to be 'lexical', a model such as 'openai/gpt-4.1-mini', a function, or a judge with id, version, gives and ask, got "llm"`,
    },
    {
      options: { evaluations: [{ scorer: half }, { scorer: half, ratio: 0.1 }], judge: good },
      message: 'Expected evaluations that differ in scorer or in the id or version of the judge, got "half 1/scripted@1 twice"',
    },
    {
      options: {
        evaluations: [
          { scorer: half, judge: same },
          { scorer: half, judge: () => same() },
        ],
      },
      message: 'Expected evaluations that differ in scorer or in the id or version of the judge, got "half 1/function@1 twice"',
    },
  ])('refused: $message', ({ options, message }) => {
    expect(() => evaluationsOf(options as Options)).toThrow(expect.objectContaining({ message, code: 'invalid_option' }));
  });

  test.for([Number.NaN, -1, 1.1])('a ratio of %d is refused', (ratio) => {
    expect(() => setUpPipeline({ evaluations: [{ scorer: half, ratio }], judge: good })).toThrow(
      `Expected a ratio from 0 to 1, got ${ratio}`,
    );
  });
});

/** Whether it has settled so far. */
function settled(promise: Promise<unknown>): () => boolean {
  let isSettled = false;
  void promise.then(() => {
    isSettled = true;
  });
  return () => isSettled;
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}
