import { expect, test } from 'vitest';
import { isMadeOf } from '../../src/extract/made-of-input.ts';

const documents = [
  { text: 'Rinse the sail with fresh water.', rank: 0 },
  { text: 'Dry it in the shade.', rank: 1 },
];

test.for([
  { name: 'a loader that was given a file', input: 'handbook/pages.md', expected: true },
  { name: 'a loader that was given an address', input: 'https://pages.example/handbook', expected: true },
  {
    name: 'a splitter that was given the text',
    input: 'Care.\n\nRinse the sail with fresh water.\n\nDry it in the shade.',
    expected: true,
  },
  { name: 'a question', input: 'How do I dry the sail?', expected: false },
  { name: 'a question of one word', input: 'drying', expected: false },
  { name: 'a question that quotes one of the passages', input: 'Why "Dry it in the shade."?', expected: false },
])('$name: $expected', ({ input, expected }) => {
  expect(isMadeOf(input, documents)).toBe(expected);
});

test('nothing found is not made of the question', () => {
  expect(isMadeOf('How do I dry the sail?', [])).toBe(false);
});
