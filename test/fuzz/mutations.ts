import fc from 'fast-check';
import { placesIn, replaceAt } from '../support/json-places.ts';
import { share } from '../support/share.ts';

/** Values that have broken one receiver or another. `__proto__` is a key of its own here, as JSON.parse makes it. */
const HOSTILE: readonly unknown[] = [
  null,
  '',
  [],
  {},
  0,
  -1,
  1e308,
  Number.MAX_SAFE_INTEGER,
  true,
  '0'.repeat(32),
  '0'.repeat(16),
  '-9223372036854775808',
  '18446744073709551615',
  '18446744073709551616',
  '9'.repeat(400),
  '\u0000',
  '\ud800',
  '\u202e\u001b[2J',
  '<redacted>',
  'x'.repeat(20_000),
  '[{"id":1,"score":"NaN","content":{"text":null}},',
  '['.repeat(5_000),
  '{"a":'.repeat(5_000),
  '\\"'.repeat(5_000),
  `[${'{"page_content":"a"},'.repeat(500)}{}]`,
  JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
  { stringValue: '{"__proto__":{"polluted":true}}' },
  { key: '__proto__', value: { kvlistValue: { values: [{ key: 'polluted', value: { boolValue: true } }] } } },
  { key: 'retrieval.documents.4294967295.document.content', value: { stringValue: 'a' } },
  { key: 'retrieval.documents.-1.document.content', value: { stringValue: 'a' } },
  { key: 'retrieval.documents.1e9.document.content', value: { stringValue: 'a' } },
  nested(100),
];

function nested(levels: number): unknown {
  let value: unknown = { stringValue: 'deep' };
  for (let level = 0; level < levels; level += 1) value = { arrayValue: { values: [value] } };
  return value;
}

const replacement = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...HOSTILE) }, { weight: 1, arbitrary: fc.jsonValue() });

/** A change of a JSON document: something else stands in a place, or a text in it is cut. */
const change = fc.oneof(
  fc.record({ do: fc.constant('replace' as const), share, value: replacement }),
  fc.record({ do: fc.constant('cut' as const), share, at: share }),
);

export function mutatedDocument(document: unknown): fc.Arbitrary<unknown> {
  const places = placesIn(document);
  return fc.array(change, { maxLength: 4 }).map((changes) =>
    changes.reduce<unknown>((changed, step) => {
      const path = places[Math.floor(step.share * places.length)] ?? [];
      if (step.do === 'replace') return replaceAt(changed, path, step.value);
      const held = path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], changed);
      return typeof held === 'string' ? replaceAt(changed, path, held.slice(0, Math.floor(step.at * held.length))) : changed;
    }, document),
  );
}

const WAYS = ['cut', 'set', 'insert', 'delete', 'repeat', 'fill'] as const;

const edit = fc.record({
  do: fc.constantFrom(...WAYS),
  share,
  bytes: fc.uint8Array({ minLength: 1, maxLength: 12 }),
  length: fc.nat(40),
});

type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

/** Bytes that were cut, overwritten, pushed apart, left out or written again, in a few places. */
export function mutatedBytes(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  return fc.array(edit, { maxLength: 3 }).map((edits) => edits.reduce(edited, bytes));
}

/** Bytes in the middle of texts for the most part: what is around them is still found. */
export function overwrittenBytes(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  return fc
    .array(edit, { minLength: 1, maxLength: 3 })
    .map((edits) => edits.reduce((changed, step) => edited(changed, { ...step, do: 'set' }), bytes));
}

function edited(bytes: Uint8Array, { do: how, share: where, bytes: other, length }: Edit): Uint8Array {
  const at = Math.floor(where * bytes.length);
  const before = bytes.subarray(0, at);
  const after = bytes.subarray(at);
  switch (how) {
    case 'cut':
      return before;
    case 'set':
      return Buffer.concat([before, other, after.subarray(other.length)]);
    case 'insert':
      return Buffer.concat([before, other, after]);
    case 'delete':
      return Buffer.concat([before, after.subarray(length)]);
    case 'repeat':
      return Buffer.concat([before, after.subarray(0, length), after]);
    case 'fill':
      return Buffer.concat([before, Buffer.alloc(length, 0xff), after.subarray(length)]);
  }
}
