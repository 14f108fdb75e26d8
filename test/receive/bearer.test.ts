import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bearerTokens } from '../../src/receive/bearer.ts';

test.for([
  { authorization: 'Bearer one', is: true },
  { authorization: 'Bearer two', is: true },
  { authorization: 'bearer  two ', is: true },
  { authorization: undefined, is: false },
  { authorization: '', is: false },
  { authorization: 'Bearer', is: false },
  { authorization: 'Bearer ', is: false },
  { authorization: 'Bearer on', is: false },
  { authorization: 'Bearer one two', is: false },
  { authorization: 'Bearer one, Bearer two', is: false },
  { authorization: 'Basic one', is: false },
  { authorization: 'one', is: false },
])('$authorization: $is', ({ authorization, is }) => {
  expect(bearerTokens(['one', 'two'])(authorization)).toBe(is);
});

test('only a token itself is let in', () => {
  const token = fc.string({ minLength: 1, unit: fc.constantFrom(...'abcXYZ019-._~+/=') });
  fc.assert(
    fc.property(fc.array(token, { maxLength: 3 }), token, (tokens, given) => {
      expect(bearerTokens(tokens)(`Bearer ${given}`)).toBe(tokens.includes(given));
    }),
  );
});

test('no tokens let nobody in, also not whoever has an empty one', () => {
  for (const authorization of ['Bearer', 'Bearer ', 'Bearer x']) expect(bearerTokens([''])(authorization)).toBe(false);
});
