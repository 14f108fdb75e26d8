import { expect, test } from 'vitest';
import { askedIn, callArguments } from '../../src/extract/call-arguments.ts';

const QUESTION = 'How long is the line?';

test.for([
  { name: 'a plain text', input: QUESTION },
  { name: 'a text in JSON', input: JSON.stringify(QUESTION) },
  { name: 'a map by argument', input: { query: QUESTION, k: 3 } },
  { name: 'a map with one text under an unusual name', input: { needle: QUESTION, k: 3 } },
  { name: 'a list of arguments', input: JSON.stringify([QUESTION, 3]) },
  { name: 'the envelope of a decorator', input: JSON.stringify({ args: [QUESTION, 3], kwargs: {} }) },
  { name: 'the envelope with named arguments', input: JSON.stringify({ args: [], kwargs: { question: QUESTION } }) },
  { name: 'an id before the question', input: JSON.stringify({ args: ['tenant-7', QUESTION], kwargs: {} }) },
  { name: 'the messages of a chat', input: JSON.stringify({ args: [[{ role: 'user', content: QUESTION }]], kwargs: {} }) },
])('the question is read from $name', ({ input }) => {
  expect(askedIn(input)).toBe(QUESTION);
});

test.for([undefined, null, 7, '', '{}', '[]', '{"args":', { args: 3 }, { args: [], kwargs: null }])('nothing was asked in %j', (input) => {
  expect(askedIn(input)).toBeUndefined();
});

test.for([
  { name: 'named arguments win', input: { args: [], kwargs: { query: 'a' } }, expected: { query: 'a' } },
  { name: 'an only argument stands for itself', input: { args: ['a'], kwargs: {} }, expected: 'a' },
  { name: 'several stay a list', input: { args: ['a', 'b'] }, expected: ['a', 'b'] },
  { name: 'what is no envelope stays as it is', input: { args: ['a'], other: 1 }, expected: { args: ['a'], other: 1 } },
])('arguments: $name', ({ input, expected }) => {
  expect(callArguments(input)).toEqual(expected);
});
