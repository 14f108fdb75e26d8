import { expect, test } from 'vitest';
import { turnsOf } from '../../src/assemble/turns.ts';
import type { SpanNode } from '../../src/model/facts.ts';
import { node, traceOf } from '../support/builders.ts';

const session = node('session', { ends: 100 });
const search = (id: string, at: number, text: string): SpanNode => node(id, { parent: 'session', at, documents: [text] });
const answer = (id: string, at: number, question: string, output: string): SpanNode =>
  node(id, { parent: 'session', at, messages: [question], output });

interface Expected {
  readonly query: string;
  readonly documents: readonly string[];
  readonly answer: string;
}

test.for<{ name: string; nodes: readonly SpanNode[]; turns: readonly Expected[] }>([
  {
    name: 'two questions, one after the other, are two turns',
    nodes: [search('r1', 1, 'A.'), answer('g1', 2, 'What is a?', 'A!'), search('r2', 3, 'B.'), answer('g2', 4, 'What is b?', 'B!')],
    turns: [
      { query: 'What is a?', documents: ['A.'], answer: 'A!' },
      { query: 'What is b?', documents: ['B.'], answer: 'B!' },
    ],
  },
  {
    name: 'the call that rewrites the second question belongs to it',
    nodes: [
      search('r1', 1, 'A.'),
      answer('g1', 2, 'What is a?', 'A!'),
      answer('w2', 3, 'Rewrite: and b?', 'what is b'),
      search('r2', 4, 'B.'),
      answer('g2', 5, 'And b?', 'B!'),
    ],
    turns: [
      { query: 'What is a?', documents: ['A.'], answer: 'A!' },
      { query: 'And b?', documents: ['B.'], answer: 'B!' },
    ],
  },
  {
    name: 'an agent that searches again for the same question is one turn',
    nodes: [
      search('r1', 1, 'A.'),
      answer('g1', 2, 'What is a?', 'I look again.'),
      search('r2', 3, 'B.'),
      answer('g2', 4, 'What is a?', 'A and B!'),
    ],
    turns: [{ query: 'What is a?', documents: ['A.', 'B.'], answer: 'A and B!' }],
  },
  {
    name: 'several searches before one answer are one turn',
    nodes: [search('r1', 1, 'A.'), search('r2', 2, 'B.'), answer('g1', 3, 'What is a?', 'A!')],
    turns: [{ query: 'What is a?', documents: ['A.', 'B.'], answer: 'A!' }],
  },
  {
    name: 'a search that nothing follows stays with the question before it',
    nodes: [search('r1', 1, 'A.'), answer('g1', 2, 'What is a?', 'A!'), search('r2', 3, 'B.')],
    turns: [{ query: 'What is a?', documents: ['A.', 'B.'], answer: 'A!' }],
  },
])('$name', ({ nodes, turns }) => {
  const found = turnsOf(traceOf([session, ...nodes.toReversed()]));
  expect(found.map(({ query, documents, answer }) => ({ query, documents: documents.map(({ text }) => text), answer }))).toEqual(turns);
});

test('five thousand questions in one trace are five thousand turns', () => {
  const nodes = Array.from({ length: 5_000 }, (_, place) => [
    search(`r${place}`, 2 * place + 1, `Text ${place}.`),
    answer(`g${place}`, 2 * place + 2, `Question ${place}?`, `Answer ${place}.`),
  ]).flat();
  const turns = turnsOf(traceOf([session, ...nodes]));
  expect(turns).toHaveLength(5_000);
  expect(turns[4_321]).toMatchObject({ query: 'Question 4321?', answer: 'Answer 4321.', documents: [{ text: 'Text 4321.' }] });
});
