import { expect, test, vi } from 'vitest';
import type { ContextExtractor } from '../src/model/context-extractor.ts';
import { scriptedJudge } from '../src/testing/scripted-judge.ts';
import { answered, span, TRACE_ID } from './support/builders.ts';
import { GRACE_MS, setUpPipeline } from './support/pipeline.ts';

const judge = () => scriptedJudge([answered('high'), answered('high')]);

function chat(set: ReturnType<typeof setUpPipeline>, output = 'Within 60 days.'): void {
  set.pipeline.span(span('g', { parent: 'root', at: 10, messages: ['How long do I have?'], output }));
  set.pipeline.span(span('root', { question: 'How long do I have?', attributes: { 'app.user': 'u-1' } }));
}

test('it is called once, with what was said, and its documents are judged', async () => {
  const contextExtractor = vi.fn<ContextExtractor>(() => ['Tents go back within 60 days.']);
  const set = setUpPipeline({ judge: judge(), contextExtractor });
  chat(set);
  await set.clock.advance(GRACE_MS);

  expect(contextExtractor).toHaveBeenCalledTimes(1);
  const [input, output, trace] = contextExtractor.mock.calls[0] ?? [];
  expect(input).toMatchObject({
    inputMessages: [{ role: 'user', content: 'How long do I have?' }],
    query: 'How long do I have?',
    metadata: { 'app.user': 'u-1' },
  });
  expect(output).toEqual([{ role: 'assistant', content: 'Within 60 days.' }]);
  expect(trace?.spans.map(({ spanId }) => spanId)).toEqual(['g', 'root']);
  expect(set.results).toMatchObject([
    { outcome: 'scored', score: 1, documentCount: 1, turn: { documents: [{ text: 'Tents go back within 60 days.', rank: 0 }] } },
  ]);
});

test('it wins over the documents on the spans', async () => {
  const set = setUpPipeline({ judge: judge(), contextExtractor: async () => [{ text: 'ours', id: '1', score: 0.5, rank: 9 }] });
  set.ask(TRACE_ID, { documents: ['built in', 'another'] });
  await set.clock.advance(GRACE_MS);
  expect(set.results[0]?.turn.documents).toEqual([{ text: 'ours', id: '1', score: 0.5, rank: 0 }]);
});

test.for<{ name: string; extractor: ContextExtractor; outcome: object | undefined }>([
  { name: 'undefined: this is no RAG turn', extractor: () => undefined, outcome: undefined },
  { name: 'an empty list: nothing was retrieved', extractor: () => [], outcome: { outcome: 'skipped', reason: 'no_documents' } },
  {
    name: 'a throw',
    extractor: () => {
      throw new Error('no store');
    },
    outcome: { outcome: 'failed', reason: 'extractor_error', explanation: 'The context extractor failed: no store' },
  },
  {
    name: 'a rejection',
    extractor: () => Promise.reject(new Error('no store')),
    outcome: { outcome: 'failed', reason: 'extractor_error' },
  },
  {
    name: 'no list',
    extractor: (() => 'text') as unknown as ContextExtractor,
    outcome: {
      outcome: 'failed',
      reason: 'extractor_error',
      explanation:
        'The context extractor failed: Expected the context extractor to return a list of texts or documents, or undefined, got "text"',
    },
  },
  {
    name: 'a list of something else',
    extractor: (() => [3]) as unknown as ContextExtractor,
    outcome: { outcome: 'failed', reason: 'extractor_error' },
  },
])('what it may say: $name', async ({ extractor, outcome }) => {
  const set = setUpPipeline({ judge: judge(), contextExtractor: extractor });
  chat(set);
  await set.clock.advance(GRACE_MS);
  expect(set.results).toMatchObject(outcome === undefined ? [] : [outcome]);
  expect(set.pipeline.stats().evaluations.context_relevance?.seen).toBe(outcome === undefined ? 0 : 1);
});

test('one that hangs fails at the deadline', async () => {
  const set = setUpPipeline({ judge: judge(), contextExtractor: () => new Promise(() => {}), limits: { judgeDeadlineMs: 500 } });
  chat(set);
  await set.clock.advance(GRACE_MS + 500);
  expect(set.results).toMatchObject([{ outcome: 'failed', reason: 'extractor_error' }]);
});

test('a drain does not wait for one that hangs longer than it may', async () => {
  const set = setUpPipeline({ judge: judge(), contextExtractor: () => new Promise(() => {}) });
  chat(set);
  const drained = set.pipeline.drain(200);
  await set.clock.advance(200);
  await drained;
  expect(set.results).toMatchObject([{ outcome: 'dropped', reason: 'shutdown' }]);
});

test('the same trace again is not asked about again', async () => {
  const contextExtractor = vi.fn<ContextExtractor>(() => ['Tents go back within 60 days.']);
  const set = setUpPipeline({ judge: judge(), contextExtractor });
  chat(set);
  await set.clock.advance(GRACE_MS);
  chat(set);
  await set.clock.advance(GRACE_MS);
  expect(contextExtractor).toHaveBeenCalledTimes(1);
  expect(set.results).toHaveLength(1);
});

test('texts of spans that are held for it count against the bound of the trace', async () => {
  const contextExtractor = vi.fn<ContextExtractor>(() => ['Tents go back within 60 days.']);
  const set = setUpPipeline({ judge: judge(), contextExtractor, limits: { maxCharactersPerTrace: 5_000 } });
  set.pipeline.span(span('root', { question: 'How long do I have?' }));
  set.pipeline.span(span('big', { parent: 'root', attributes: { 'app.dump': 'x'.repeat(6_000) } }));
  await set.clock.settle();
  expect(set.results).toMatchObject([{ turn: { flags: expect.arrayContaining(['evicted']) } }]);
});
