import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sentencesOf } from '../../../src/judge/lexical/sentences.ts';

function pieces(text: string): readonly string[] {
  return sentencesOf(text).map(({ start, end }) => text.slice(start, end));
}

test.for([
  { name: 'full stops', text: 'The tent is dry. The stove is hot.', expected: ['The tent is dry.', ' The stove is hot.'] },
  { name: 'not inside a number', text: 'Version 2.4.1 fixes it', expected: ['Version 2.4.1 fixes it'] },
  { name: 'not behind an abbreviation at the start', text: 'Dr. Smith found it.', expected: ['Dr. Smith found it.'] },
  { name: 'closing quotes stay', text: '"The tent is dry." Then fold.', expected: ['"The tent is dry."', ' Then fold.'] },
  {
    name: 'Japanese, without spaces',
    text: 'テントを濡れたまま保管しない。完全に乾かしてから収納する!',
    expected: ['テントを濡れたまま保管しない。', '完全に乾かしてから収納する!'],
  },
  { name: 'Hindi', text: 'कॉफी को कम दबाव पर पकाएं। आंच से हटा लें।', expected: ['कॉफी को कम दबाव पर पकाएं।', ' आंच से हटा लें।'] },
  { name: 'lines', text: 'name of the tent\nprice of the tent', expected: ['name of the tent\n', 'price of the tent'] },
  { name: 'nothing', text: '', expected: [] },
])('ends sentences: $name', ({ text, expected }) => {
  expect(pieces(text)).toEqual(expected);
});

test('cuts what never ends, at a space where there is one', () => {
  expect(pieces('abcde fgh '.repeat(100)).every((piece) => piece.length <= 320 && !/^[bcdeg]/.test(piece))).toBe(true);
  expect(pieces('漢'.repeat(1_000)).map((piece) => piece.length)).toEqual([320, 320, 320, 40]);
});

test('sentences cover any text without a gap, and are neither empty nor long', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '.', '!', '。', '\n', '"', '漢', '1'), maxLength: 2_000 });
  fc.assert(
    fc.property(text, (input) => {
      const found = pieces(input);
      expect(found.join('')).toBe(input);
      for (const piece of found) {
        expect(piece.length).toBeGreaterThan(0);
        expect(piece.length).toBeLessThanOrEqual(320);
      }
    }),
  );
});
