import fc from 'fast-check';
import { expect, test } from 'vitest';
import { turnsOf } from '../../src/assemble/turns.ts';
import type { SpanNode } from '../../src/model/facts.ts';
import type { Turn } from '../../src/model/turn.ts';
import { node, traceOf } from '../support/builders.ts';

function turnsIn(...nodes: SpanNode[]): readonly Turn[] {
  return turnsOf(traceOf(nodes));
}

/** The one turn of these spans, and the same however they arrive. */
function turnIn(...nodes: SpanNode[]): Turn {
  const turns = turnsIn(...nodes);
  expect(turnsIn(...nodes.toReversed())).toEqual(turns);
  expect(turns).toHaveLength(1);
  return turns[0]!;
}

function texts({ documents }: Turn): readonly (string | undefined)[] {
  return documents.map(({ text }) => text);
}

const root = node('root', { ends: 100 });
const noDocuments = node('r', { parent: 'root', at: 10, query: 'rewritten', documents: [] });

test('a turn tells all that its spans told', () => {
  const turn = turnIn(
    node('root', { ends: 100, question: 'Why?', answer: 'echo', route: '/ask', service: 'shop' }),
    node('r', { parent: 'root', at: 10, ends: 20, query: 'why', documents: [{ text: 'a', id: 'd1', score: 0.5 }, 'b'], service: 'search' }),
    node('g', { parent: 'root', at: 30, ends: 90, messages: ['Why?'], output: 'Because.', responseId: 'resp-1' }),
  );
  expect(turn).toEqual({
    traceId: traceOf([]).traceId,
    evaluatedSpan: { traceId: traceOf([]).traceId, spanId: 'r', sampled: true },
    service: 'search',
    route: '/ask',
    endTimeUnixNano: 100n,
    query: 'Why?',
    documents: [
      { text: 'a', id: 'd1', score: 0.5, rank: 0, spanId: 'r' },
      { text: 'b', rank: 1, spanId: 'r' },
    ],
    answer: 'Because.',
    retrievals: [
      {
        spanId: 'r',
        query: 'why',
        documents: [
          { text: 'a', id: 'd1', score: 0.5, rank: 0 },
          { text: 'b', rank: 1 },
        ],
        convention: 'test',
      },
    ],
    flags: [],
    responseId: 'resp-1',
  });
});

test.for([
  { name: 'no spans', nodes: [] },
  { name: 'only plain spans', nodes: [root, node('a', { parent: 'root' })] },
  { name: 'a generation without retrieval', nodes: [root, node('g', { parent: 'root', messages: ['Hello'], output: 'Hi' })] },
  { name: 'a question and an answer without retrieval', nodes: [node('root', { question: 'Why?', answer: 'Because.' })] },
])('a trace without retrieval has no turns: $name', ({ nodes }) => {
  expect(turnsIn(...nodes)).toEqual([]);
});

test.for<{ name: string; nodes: SpanNode[]; documents: (string | undefined)[] }>([
  {
    name: 'three retrievers, in the order in which they started; what the model says is no document',
    nodes: [
      root,
      node('c', { parent: 'root', at: 3, documents: ['C'] }),
      node('b', { parent: 'root', at: 2, documents: ['B1', 'B2'] }),
      node('a', { parent: 'root', at: 1, documents: ['A'] }),
      node('g', { parent: 'root', at: 9, messages: [], output: 'not a document' }),
    ],
    documents: ['A', 'B1', 'B2', 'C'],
  },
  {
    name: 'the same start: by span id',
    nodes: [root, node('b', { parent: 'root', at: 1, documents: ['B'] }), node('a', { parent: 'root', at: 1, documents: ['A'] })],
    documents: ['A', 'B'],
  },
  {
    name: 'an outer retriever supersedes the inner ones',
    nodes: [
      root,
      node('outer', { parent: 'root', at: 1, documents: ['kept'] }),
      node('x', { parent: 'outer', at: 2 }),
      node('inner', { parent: 'x', at: 3, documents: ['kept', 'candidate'] }),
    ],
    documents: ['kept'],
  },
  {
    name: 'an outer retriever that returned nothing supersedes too',
    nodes: [
      root,
      node('outer', { parent: 'root', at: 1, documents: [] }),
      node('inner', { parent: 'outer', at: 2, documents: ['candidate'] }),
    ],
    documents: [],
  },
  {
    name: 'a rerank inside an outer retriever is superseded too',
    nodes: [
      root,
      node('outer', { parent: 'root', at: 1, ends: 9, documents: ['A'] }),
      node('inner', { parent: 'outer', at: 2, documents: ['A', 'B'] }),
      node('k', { parent: 'outer', at: 4, reranked: ['B', 'A'] }),
    ],
    documents: ['A'],
  },
  {
    name: 'pieces of one document share its id, and are documents of their own',
    nodes: [
      root,
      node('a', { parent: 'root', at: 1, documents: [{ id: '1', text: 'first' }] }),
      node('b', {
        parent: 'root',
        at: 2,
        documents: [
          { id: '1', text: 'other' },
          { id: '2', text: 'second' },
        ],
      }),
    ],
    documents: ['first', 'other', 'second'],
  },
  {
    name: 'the same text counts once, white space aside, whatever the ids',
    nodes: [
      root,
      node('a', { parent: 'root', at: 1, documents: [{ id: '1', text: 'one  passage\n' }] }),
      node('b', { parent: 'root', at: 2, documents: [{ id: '2', text: 'one passage' }, 'One passage'] }),
    ],
    documents: ['one  passage\n', 'One passage'],
  },
  {
    name: 'an id is never taken for a text',
    nodes: [root, node('a', { parent: 'root', at: 1, documents: [{ id: 'x' }, 'x', { text: 'y' }, { id: 'y' }] })],
    documents: [undefined, 'x', 'y', undefined],
  },
  {
    name: 'documents that tell neither id nor text are all kept',
    nodes: [root, node('a', { parent: 'root', at: 1, documents: [{ score: 1 }, { score: 2 }] })],
    documents: [undefined, undefined],
  },
  {
    name: 'only what stands in the final prompt, in its order',
    nodes: [
      root,
      node('a', { parent: 'root', at: 1, documents: ['passage one', 'passage two', 'passage three'] }),
      node('g', { parent: 'root', at: 5, messages: [{ role: 'system', content: 'Use:\n[1] passage\nthree\n[2] passage one' }, 'Why?'] }),
    ],
    documents: ['passage three', 'passage one'],
  },
  {
    name: 'a document that is cut in the prompt is still found',
    nodes: [
      root,
      node('a', { parent: 'root', at: 1, documents: ['other passage', `${'long '.repeat(60)}end`] }),
      node('g', { parent: 'root', at: 5, messages: [`Context: ${'long '.repeat(50)}…`] }),
    ],
    documents: [`${'long '.repeat(60)}end`],
  },
  {
    name: 'nothing found in the prompt: all of them, in the order of retrieval',
    nodes: [
      root,
      node('a', { parent: 'root', at: 1, documents: ['passage one', 'passage two'] }),
      node('g', { parent: 'root', at: 5, messages: ['Why?'] }),
    ],
    documents: ['passage one', 'passage two'],
  },
  {
    name: 'a prompt that lost attributes tells nothing about what is not in it',
    nodes: [
      root,
      node('a', { parent: 'root', at: 1, documents: ['passage one', 'passage two'] }),
      node('g', { parent: 'root', at: 5, messages: ['Use passage two'], flags: ['attributes_dropped'] }),
    ],
    documents: ['passage one', 'passage two'],
  },
  {
    name: 'a prompt that was cut tells nothing about what is not in it',
    nodes: [
      root,
      node('a', { parent: 'root', at: 1, documents: ['passage one', 'passage two'] }),
      node('g', { parent: 'root', at: 5, messages: ['Use passage two'], flags: ['truncated'] }),
    ],
    documents: ['passage one', 'passage two'],
  },
  {
    name: 'a blank document is not found in every prompt',
    nodes: [
      root,
      node('a', { parent: 'root', at: 1, documents: ['passage one', ' \n'] }),
      node('g', { parent: 'root', at: 5, messages: ['Why?'] }),
    ],
    documents: ['passage one', ' \n'],
  },
  {
    name: 'a rerank supersedes what was retrieved before it',
    nodes: [
      root,
      node('a', { parent: 'root', at: 1, documents: ['A', 'B'] }),
      node('b', { parent: 'root', at: 2, documents: ['C'] }),
      node('k', { parent: 'root', at: 5, reranked: ['C', 'A'] }),
    ],
    documents: ['C', 'A'],
  },
  {
    name: 'a second rerank of the same supersedes the first',
    nodes: [
      root,
      node('a', { parent: 'root', at: 1, documents: ['A', 'B', 'C'] }),
      node('k1', { parent: 'root', at: 3, reranked: ['C', 'A'] }),
      node('k2', { parent: 'root', at: 5, reranked: ['A'] }),
    ],
    documents: ['A'],
  },
  {
    name: 'two steps with a search and a rerank each: both count',
    nodes: [
      root,
      node('a', { parent: 'root', at: 1, documents: ['A', 'B'] }),
      node('k1', { parent: 'root', at: 3, reranked: ['B'] }),
      node('b', { parent: 'root', at: 5, documents: ['C', 'D'] }),
      node('k2', { parent: 'root', at: 7, reranked: ['D'] }),
    ],
    documents: ['B', 'D'],
  },
  {
    name: 'a search after the rerank is not lost',
    nodes: [
      root,
      node('a', { parent: 'root', at: 1, documents: ['A', 'B'] }),
      node('k', { parent: 'root', at: 3, reranked: ['B'] }),
      node('b', { parent: 'root', at: 5, documents: ['C'] }),
    ],
    documents: ['B', 'C'],
  },
  {
    name: 'a rerank that wraps the search supersedes it',
    nodes: [root, node('k', { parent: 'root', at: 1, ends: 9, reranked: ['B'] }), node('a', { parent: 'k', at: 2, documents: ['A', 'B'] })],
    documents: ['B'],
  },
  {
    name: 'a rerank without texts does not hide the texts of the retrieval',
    nodes: [
      root,
      node('a', { parent: 'root', at: 1, documents: ['A', 'B'] }),
      node('k', { parent: 'root', at: 3, reranked: [{ score: 0.9 }, { score: 0.1 }] }),
    ],
    documents: ['A', 'B'],
  },
])('documents: $name', ({ nodes, documents }) => {
  const turn = turnIn(...nodes);
  expect(texts(turn)).toEqual(documents);
  expect(turn.documents.map(({ rank }) => rank)).toEqual(documents.map((_, rank) => rank));
});

const retrieval = node('r', { parent: 'root', at: 10, query: 'rewritten', documents: ['The sky scatters light.'] });

test.for<{ name: string; nodes: SpanNode[]; query: string | undefined }>([
  {
    name: 'the span above that states the question, over all others',
    nodes: [node('root', { question: 'Why?' }), retrieval, node('g', { parent: 'root', at: 20, messages: ['Say why.'] })],
    query: 'Why?',
  },
  {
    name: 'the outermost of several',
    nodes: [
      node('root', { question: 'Why?' }),
      node('step', { parent: 'root', question: 'inner' }),
      { ...retrieval, parentSpanId: 'step' },
    ],
    query: 'Why?',
  },
  {
    name: "else the last user message, over the retriever's query",
    nodes: [root, retrieval, node('g', { parent: 'root', at: 20, messages: [{ role: 'system', content: 'Be kind.' }, 'Why?'] })],
    query: 'Why?',
  },
  {
    name: 'the last of several turns of a conversation',
    nodes: [
      root,
      retrieval,
      node('g', {
        parent: 'root',
        at: 20,
        messages: ['Hello', { role: 'assistant', content: 'Hi' }, 'Why?', { role: 'tool', content: 'x' }],
      }),
    ],
    query: 'Why?',
  },
  {
    name: 'a stuffed prompt: the labelled question at its end',
    nodes: [
      root,
      retrieval,
      node('g', {
        parent: 'root',
        at: 20,
        messages: ['Question: an example\nUse this.\n\nThe sky scatters light.\n\nQuestion: Why is it blue?\nHelpful Answer:'],
      }),
    ],
    query: 'Why is it blue?',
  },
  {
    name: 'a stuffed prompt whose documents follow the question',
    nodes: [root, retrieval, node('g', { parent: 'root', at: 20, messages: ['Question: Why?\nContext: The sky scatters light.'] })],
    query: 'rewritten',
  },
  {
    name: "a stuffed prompt without a label: the retriever's query",
    nodes: [root, retrieval, node('g', { parent: 'root', at: 20, messages: ['The sky scatters light.\n\nWhy is it blue?'] })],
    query: 'rewritten',
  },
  {
    name: 'a template of which no document is known: the labelled question at its end',
    nodes: [root, noDocuments, node('g', { parent: 'root', at: 20, messages: ['Use the context.\nQuestion: Why?'] })],
    query: 'Why?',
  },
  {
    name: 'what begins with the label is what the user wrote',
    nodes: [root, noDocuments, node('g', { parent: 'root', at: 20, messages: ['Question: Why?'] })],
    query: 'Question: Why?',
  },
  {
    name: 'a label with nothing behind it',
    nodes: [root, retrieval, node('g', { parent: 'root', at: 20, messages: ['The sky scatters light.\nQuestion:  '] })],
    query: 'rewritten',
  },
  { name: "else the retriever's own query", nodes: [root, retrieval], query: 'rewritten' },
  {
    name: 'the first retriever that has one',
    nodes: [root, node('q', { parent: 'root', at: 1, documents: ['x'] }), retrieval],
    query: 'rewritten',
  },
  { name: 'nobody says it', nodes: [root, node('q', { parent: 'root', at: 1, documents: ['x'] })], query: undefined },
])('query: $name', ({ nodes, query }) => {
  expect(turnIn(...nodes).query).toBe(query);
});

test.for<{ name: string; nodes: SpanNode[]; answer: string | undefined; flags?: string[] }>([
  {
    name: 'of the generation that followed',
    nodes: [
      root,
      node('rewrite', { parent: 'root', at: 1, messages: ['Rewrite'], output: 'rewritten' }),
      retrieval,
      node('g', { parent: 'root', at: 20, messages: ['Why?'], output: 'Because.' }),
    ],
    answer: 'Because.',
  },
  {
    name: 'never of a call that rewrote the question, though it ends last',
    nodes: [root, node('rewrite', { parent: 'root', at: 1, ends: 99, messages: ['Rewrite'], output: 'rewritten' }), retrieval],
    answer: undefined,
  },
  {
    name: 'never of a call that the retriever made itself',
    nodes: [root, retrieval, node('expand', { parent: 'r', at: 11, messages: ['Expand'], output: 'expanded' })],
    answer: undefined,
  },
  {
    name: 'never of a call that the reranker made itself',
    nodes: [
      root,
      retrieval,
      node('k', { parent: 'root', at: 12, reranked: ['The sky scatters light.'] }),
      node('grade', { parent: 'k', at: 13, messages: ['Grade'], output: '0.7' }),
    ],
    answer: undefined,
  },
  {
    name: 'of the last of several',
    nodes: [
      root,
      retrieval,
      node('g2', { parent: 'root', at: 30, messages: ['Why?'], output: 'final' }),
      node('g1', { parent: 'root', at: 20, messages: ['Why?'], output: 'thinking' }),
    ],
    answer: 'final',
  },
  {
    name: 'of the span of the question, where the last generation only called a tool',
    nodes: [node('root', { question: 'Why?', answer: 'Because.' }), retrieval, node('g', { parent: 'root', at: 20, messages: ['Why?'] })],
    answer: 'Because.',
  },
  {
    name: 'of the span of the question, where no generation was received',
    nodes: [node('root', { question: 'Why?', answer: 'Because.' }), retrieval],
    answer: 'Because.',
  },
  {
    name: 'none if the last generation failed, whatever the span of the question says',
    nodes: [
      node('root', { question: 'Why?', answer: 'Sorry, something went wrong.' }),
      retrieval,
      node('g1', { parent: 'root', at: 20, messages: ['Why?'], output: 'half' }),
      node('g2', { parent: 'root', at: 30, messages: ['Why?'], output: 'hal', failed: true }),
    ],
    answer: undefined,
  },
  {
    name: 'of the last generation, where an earlier one failed',
    nodes: [
      root,
      retrieval,
      node('g1', { parent: 'root', at: 20, messages: ['Why?'], failed: true }),
      node('g2', { parent: 'root', at: 30, messages: ['Why?'], output: 'Because.' }),
    ],
    answer: 'Because.',
  },
  {
    name: 'none if the span of the question failed and no generation was received',
    nodes: [node('root', { question: 'Why?', answer: 'echo', failed: true }), retrieval],
    answer: undefined,
  },
  { name: 'nobody says it', nodes: [root, retrieval], answer: undefined },
])('answer: $name', ({ nodes, answer }) => {
  const turn = turnIn(...nodes);
  expect(turn.answer).toBe(answer);
  expect(turn.flags.includes('no_answer')).toBe(answer === undefined);
});

test('a rerank alone is the retrieval: what was retrieved before it is not on the spans', () => {
  const turn = turnIn(root, node('k', { parent: 'root', reranked: ['a', 'b'] }));
  expect(turn.documents.map(({ text }) => text)).toEqual(['a', 'b']);
  expect(turn.evaluatedSpan.spanId).toBe('k');
});

test('two questions under a session root that states none are two turns', () => {
  const nodes = [
    node('session', { ends: 100 }),
    node('q2', { parent: 'session', at: 50, ends: 90, question: 'Second?' }),
    node('r2', { parent: 'q2', at: 60, documents: ['B'] }),
    node('g2', { parent: 'q2', at: 70, messages: ['Second?'], output: 'two' }),
    node('q1', { parent: 'session', at: 1, ends: 40, question: 'First?' }),
    node('r1', { parent: 'q1', at: 10, documents: ['A'] }),
    node('g1', { parent: 'q1', at: 20, messages: ['First?'], output: 'one' }),
  ];
  expect(turnsIn(...nodes).map((turn) => [turn.query, texts(turn), turn.answer, turn.endTimeUnixNano])).toEqual([
    ['First?', ['A'], 'one', 40n],
    ['Second?', ['B'], 'two', 90n],
  ]);
});

test('several retrievals of one question are one turn', () => {
  const turn = turnIn(
    node('root', { question: 'Why?' }),
    node('step1', { parent: 'root', at: 1, question: 'sub question 1' }),
    node('step2', { parent: 'root', at: 5, question: 'sub question 2' }),
    node('a', { parent: 'step1', at: 2, documents: ['A'] }),
    node('b', { parent: 'step2', at: 6, documents: ['B'] }),
  );
  expect(turn.retrievals.map(({ spanId }) => spanId)).toEqual(['a', 'b']);
});

test('a retrieval that no question stands above never takes the answer of another question', () => {
  const [asked, loose] = turnsIn(
    node('session', { ends: 100 }),
    node('q', { parent: 'session', at: 5, question: 'Asked?' }),
    node('r', { parent: 'q', at: 6, documents: ['A'] }),
    node('g', { parent: 'q', at: 30, messages: ['Asked?'], output: 'one' }),
    node('loose', { parent: 'never-arrived', at: 7, query: 'loose', documents: ['B'] }),
  );
  expect([asked?.query, asked?.answer]).toEqual(['Asked?', 'one']);
  expect([loose?.query, loose?.answer]).toEqual(['loose', undefined]);
});

test('a retrieval beside the span that generates finds its answer there', () => {
  const turn = turnIn(
    root,
    retrieval,
    node('chain', { parent: 'root', at: 20, question: 'Why?' }),
    node('g', { parent: 'chain', at: 21, messages: ['Why?'], output: 'Because.' }),
  );
  expect([turn.query, turn.answer]).toEqual(['Why?', 'Because.']);
});

test.for<{ name: string; nodes: SpanNode[]; evaluated: string }>([
  { name: 'the retrieval where there is one', nodes: [root, node('a', { parent: 'root', documents: [] })], evaluated: 'a' },
  {
    name: 'the nearest span over several',
    nodes: [
      root,
      node('agent', { parent: 'root', at: 1 }),
      node('step', { parent: 'agent', at: 2 }),
      node('a', { parent: 'step', at: 3, documents: ['A'] }),
      node('b', { parent: 'agent', at: 4, documents: ['B'] }),
      node('c', { parent: 'agent', at: 5, documents: ['C'] }),
    ],
    evaluated: 'agent',
  },
  {
    name: 'no received span over all of them: the generation',
    nodes: [
      node('a', { parent: 'lost-1', at: 1, documents: ['A'] }),
      node('b', { parent: 'lost-2', at: 2, documents: ['B'] }),
      node('g', { parent: 'lost-3', at: 3, messages: ['Why?'] }),
    ],
    evaluated: 'g',
  },
  {
    name: 'the same parent, which never arrived: not known to be over them',
    nodes: [node('a', { parent: 'lost', at: 1, documents: ['A'] }), node('b', { parent: 'lost', at: 2, documents: ['B'] })],
    evaluated: 'a',
  },
])('evaluated span: $name', ({ nodes, evaluated }) => {
  expect(turnIn(...nodes).evaluatedSpan.spanId).toBe(evaluated);
});

test('the evaluated span gives the service and says whether it was sampled; the route is the nearest above', () => {
  const turn = turnIn(
    node('gateway', { route: '/gateway', service: 'gateway' }),
    node('api', { parent: 'gateway', at: 1, route: '/ask/{id}', service: 'api' }),
    node('a', { parent: 'api', at: 2, documents: ['A'], service: 'search', sampled: false }),
  );
  expect([turn.service, turn.route, turn.evaluatedSpan.sampled]).toEqual(['search', '/ask/{id}', false]);
});

test.for<{ name: string; nodes: SpanNode[] }>([
  { name: 'a span that is its own parent', nodes: [node('a', { parent: 'a', documents: ['A'] })] },
  {
    name: 'two retrievals above each other',
    nodes: [node('a', { parent: 'b', at: 1, documents: ['A'] }), node('b', { parent: 'a', at: 2, documents: ['B'] })],
  },
  {
    name: 'a circle above the retrieval',
    nodes: [
      node('x', { parent: 'z', at: 1, question: 'Why?' }),
      node('y', { parent: 'x', at: 2 }),
      node('z', { parent: 'y', at: 3 }),
      node('a', { parent: 'y', at: 4, documents: ['A'] }),
      node('b', { parent: 'z', at: 5, documents: ['B'] }),
    ],
  },
])('circular parents neither hang nor lose a turn: $name', ({ nodes }) => {
  expect(turnIn(...nodes).documents[0]?.text).toBe('A');
});

test.for<{ name: string; nodes: SpanNode[]; evicted?: boolean; flags: string[] }>([
  { name: 'none', nodes: [node('root', { question: 'Why?', answer: 'Because.' }), retrieval], flags: [] },
  { name: 'without an answer', nodes: [root, retrieval], flags: ['no_answer'] },
  {
    name: 'a document without text',
    nodes: [node('root', { question: 'Why?', answer: 'Because.' }), node('a', { parent: 'root', documents: ['A', { id: 'b' }] })],
    flags: ['text_missing'],
  },
  {
    name: 'closed at a bound',
    nodes: [node('root', { answer: 'Because.', question: 'Why?' }), retrieval],
    evicted: true,
    flags: ['evicted'],
  },
  {
    name: 'those of its spans, each once, in order',
    nodes: [
      node('root', { question: 'Why?', flags: ['truncated'] }),
      node('a', { parent: 'root', at: 1, documents: ['A'], flags: ['redacted', 'truncated'] }),
      node('g', { parent: 'root', at: 2, messages: [], output: 'Because.', flags: ['attributes_dropped'] }),
      node('other', { parent: 'root', at: 0, messages: [], output: 'x', flags: ['fragment'] }),
    ],
    flags: ['attributes_dropped', 'redacted', 'truncated'],
  },
])('flags: $name', ({ nodes, evicted = false, flags }) => {
  expect(turnsOf(traceOf(nodes, { evicted }))[0]?.flags).toEqual(flags);
});

test('ten thousand spans in one trace are worked off, however they hang together', () => {
  const count = 10_000;
  const chain = Array.from({ length: count }, (_, place) =>
    node(`s${place}`, { ...(place === 0 ? {} : { parent: `s${place - 1}` }), at: place, documents: [`document ${place}`] }),
  );
  const questions = Array.from({ length: count / 2 }, (_, place) => [
    node(`q${place}`, { parent: 'root', at: place, question: `question ${place}` }),
    node(`r${place}`, { parent: `q${place}`, at: place, documents: [`document ${place}`] }),
  ]).flat();
  expect(turnsIn(...chain)).toHaveLength(1);
  expect(turnsIn(root, ...questions)).toHaveLength(count / 2);
});

const shapes = fc.record({
  parent: fc.option(fc.integer({ min: 0, max: 11 }), { nil: undefined }),
  at: fc.integer({ min: 0, max: 5 }),
  lasts: fc.integer({ min: 0, max: 5 }),
  kind: fc.constantFrom('plain', 'retrieval', 'empty', 'rerank', 'generation', 'question'),
  failed: fc.boolean(),
  text: fc.constantFrom('alpha', 'beta', 'gamma'),
});

/** Any forest, with circles, lost parents, equal times. */
const anyNodes = fc.array(shapes, { maxLength: 10 }).map((all) =>
  all.map(({ parent, at, lasts, kind, failed, text }, place) =>
    node(`s${place}`, {
      ...(parent === undefined ? {} : { parent: `s${parent}` }),
      at,
      ends: at + lasts,
      failed,
      ...(kind === 'retrieval' ? { documents: [text, { id: text }], query: text } : {}),
      ...(kind === 'empty' ? { documents: [] } : {}),
      ...(kind === 'rerank' ? { reranked: [text] } : {}),
      ...(kind === 'generation' ? { messages: [`${text}\nQuestion: ${text} why?`], output: `${text} because` } : {}),
      ...(kind === 'question' ? { question: `${text}?`, answer: `${text}!` } : {}),
    }),
  ),
);

test('any order of arrival gives the same turns', () => {
  fc.assert(
    fc.property(
      anyNodes.chain((nodes) => fc.tuple(fc.constant(nodes), fc.shuffledSubarray(nodes, { minLength: nodes.length }))),
      ([nodes, shuffled]) => {
        expect(turnsIn(...shuffled)).toEqual(turnsIn(...nodes));
      },
    ),
    { numRuns: 2_000 },
  );
});

test('every trace with a retrieval has a turn; no retrieval is in two; ranks count from 0', () => {
  fc.assert(
    fc.property(anyNodes, (nodes) => {
      const turns = turnsIn(...nodes);
      expect(turns.length > 0).toBe(nodes.some(({ facts }) => facts?.retrieval !== undefined || facts?.rerank !== undefined));
      const retrievals = turns.flatMap((turn) => turn.retrievals.map(({ spanId }) => spanId));
      expect(new Set(retrievals).size).toBe(retrievals.length);
      for (const turn of turns) {
        expect(turn.retrievals.length).toBeGreaterThan(0);
        expect(turn.documents.map(({ rank }) => rank)).toEqual(turn.documents.map((_, rank) => rank));
        expect(nodes.some(({ spanId }) => spanId === turn.evaluatedSpan.spanId)).toBe(true);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('the same document in two tool results of the messages counts once, and one that was cut is said to be', () => {
  const found = [
    { query: 'Why?', documents: [{ text: 'Because.', rank: 0 }], tool: { isText: false } },
    {
      query: 'How?',
      documents: [
        { text: 'Because.', rank: 0 },
        { text: 'So.', rank: 1 },
      ],
      isCut: true,
      tool: { isText: false },
    },
  ];
  const generation = { messages: [{ role: 'user', content: 'Why?' }], output: 'Because!', toolRetrievals: found };
  const turn = turnIn({ ...node('g'), facts: { convention: 'test', flags: [], generation } });
  expect(turn.documents.map(({ text, rank }) => [text, rank])).toEqual([
    ['Because.', 0],
    ['So.', 1],
  ]);
  expect(turn.flags).toEqual(['from_tool', 'truncated']);
  expect(turn.retrievals.map(({ query }) => query)).toEqual(['Why?', 'How?']);
});

test.for([
  { name: 'at the moment', at: 10, answer: 'Because.' },
  { name: 'before', at: 9, answer: undefined },
])('a generation that began $name the first retrieval did: clocks are coarse', ({ at, answer }) => {
  const retrieval = node('r', { parent: 'root', at: 10, query: 'why', documents: ['Light.'] });
  expect(turnIn(root, retrieval, node('g', { parent: 'root', at, messages: ['Why?'], output: 'Because.' })).answer).toBe(answer);
});

test.for([
  { name: 'gives way to its retriever, which found them apart', inner: ['Because.', 'So.'], expected: ['Because.', 'So.'] },
  { name: 'stays where its retriever found none', inner: [], expected: ['Because.\n\nSo.'] },
])('a tool that returns its documents as one text $name', ({ inner, expected }) => {
  const retrieval = { query: 'why', documents: [{ text: 'Because.\n\nSo.', rank: 0 }], tool: { isText: true } };
  const tool = { ...node('tool', { parent: 'root', at: 10, ends: 50 }), facts: { convention: 'test', flags: [], retrieval } };
  expect(texts(turnIn(root, tool, node('r', { parent: 'tool', at: 20, query: 'why', documents: inner })))).toEqual(expected);
});
