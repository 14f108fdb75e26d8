import { expect, test } from 'vitest';
import { settlementAttributes } from '../../src/emit/attributes.ts';
import { ATTRIBUTE } from '../../src/emit/names.ts';
import { FAILED, result, SCORED, turn, VERDICTS } from './results.ts';

test('with everything known, every attribute is one of the named', () => {
  const known = new Set<string>(Object.values(ATTRIBUTE));
  for (const outcome of [SCORED, FAILED]) {
    const all = settlementAttributes(result({ outcome, turn: turn({ responseId: 'r-1', flags: ['from_tool'] }) }), true);
    expect(Object.keys(all).filter((key) => !known.has(key))).toEqual([]);
  }
});

test.for([
  { name: 'a response id', turn: turn({ responseId: 'chatcmpl-7' }), key: 'gen_ai.response.id', value: 'chatcmpl-7' },
  { name: 'flags', turn: turn({ flags: ['truncated', 'no_answer'] }), key: 'ragmeter.flags', value: ['truncated', 'no_answer'] },
  { name: 'no response id', turn: turn(), key: 'gen_ai.response.id', value: undefined },
  { name: 'no flags', turn: turn({ flags: [] }), key: 'ragmeter.flags', value: undefined },
])('a turn with $name: $key is $value', ({ turn: of, key, value }) => {
  expect(settlementAttributes(result({ turn: of }), false)[key]).toEqual(value);
});

test.for([
  { name: 'cannot tell what is missing', verdicts: { documents: [] }, missing: undefined, levels: [] },
  { name: 'found nothing missing', verdicts: { missing: [] }, missing: 0, levels: undefined },
  { name: 'said nothing', verdicts: {}, missing: undefined, levels: undefined },
])('a judge that $name', ({ verdicts, missing, levels }) => {
  const attributes = settlementAttributes(result({ verdicts }), false);
  expect(attributes['ragmeter.missing.count']).toBe(missing);
  expect(attributes['ragmeter.documents.levels']).toEqual(levels);
});

test('verdicts of a failure are not shown', () => {
  const attributes = settlementAttributes(result({ outcome: FAILED, verdicts: VERDICTS }), false);
  expect(attributes).not.toHaveProperty(['ragmeter.documents.levels']);
});

test('the result itself is not touched', () => {
  const given = result();
  const before = structuredClone(given.verdicts);
  settlementAttributes(given, true);
  expect(given.verdicts).toEqual(before);
});
