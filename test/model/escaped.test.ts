import fc from 'fast-check';
import { expect, test } from 'vitest';
import { show } from '../../src/model/errors.ts';
import { escaped } from '../../src/model/escaped.ts';

/** Control characters, line and paragraph separators, and what turns the direction around. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

const text = fc.string({
  unit: fc.oneof(fc.constantFrom(...'\u0000\t\n\r\u001b\u007f\u0085\u009b\u2028\u2029\u202e\u2066'), fc.string({ maxLength: 1 })),
});

test('whatever a value holds, an error message shows it in one line that a terminal only prints', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.array(text), fc.dictionary(text, text)), (value) => {
      expect(show(value)).not.toMatch(UNPRINTABLE);
      expect(show(value).length).toBeLessThanOrEqual(80);
    }),
  );
});

test('an escaped text keeps its lines and tabs, and as JSON means the same', () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(escaped(value).replaceAll(/[\n\t]/g, '')).not.toMatch(UNPRINTABLE);
      expect(JSON.parse(escaped(JSON.stringify(value)))).toBe(value);
      expect(escaped(value).split('\n')).toHaveLength(value.split('\n').length);
    }),
  );
});
