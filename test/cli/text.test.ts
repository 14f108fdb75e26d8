import { expect, test } from 'vitest';
import { column, cut, width, wrapped } from '../../src/cli/text.ts';

test.for([
  { text: 'plain', columns: 5 },
  { text: '텐트', columns: 4 },
  { text: '濡れた', columns: 6 },
  { text: '⛺✅🎒', columns: 6 },
  { text: 'e\u0301', columns: 1 },
  { text: '', columns: 0 },
])('width: $text takes $columns columns', ({ text, columns }) => {
  expect(width(text)).toBe(columns);
});

test.for([
  { name: 'what fits stays', text: 'abcde', columns: 5, line: 'abcde' },
  { name: 'what does not is marked', text: 'abcdef', columns: 5, line: 'abcd…' },
  { name: 'no space before the mark', text: 'abc def', columns: 5, line: 'abc…' },
  { name: 'a wide character is not cut in two', text: '텐트텐트', columns: 4, line: '텐…' },
  { name: 'a pair of surrogates is not cut in two', text: '🎒🎒🎒', columns: 4, line: '🎒…' },
  { name: 'line ends become a space', text: 'a\r\n\tb\u2028c', columns: 9, line: 'a b c' },
  { name: 'escapes lose what makes them one', text: '\u001b[2Ja\u009b1mb', columns: 20, line: ' [2Ja 1mb' },
  { name: 'nothing turns the text around', text: 'a\u202eb\u2066c', columns: 20, line: 'a b c' },
])('cut: $name', ({ text, columns, line }) => {
  expect(cut(text, columns)).toBe(line);
});

test.for([
  { text: 'abc', field: 'abc  ' },
  { text: '텐트', field: '텐트 ' },
  { text: 'abcdefg', field: 'abcd…' },
  { text: '텐트텐트', field: '텐트…' },
])('column: "$text" takes five columns exactly', ({ text, field }) => {
  expect(column(text, 5)).toBe(field);
});

test('wrapped: lines end at spaces, and each has the indent', () => {
  expect(wrapped('one two three four', 11, '  ')).toEqual(['  one two', '  three', '  four']);
  expect(wrapped('unbreakable', 5, ' ')).toEqual([' unbreakable']);
});
