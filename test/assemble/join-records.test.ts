import fc from 'fast-check';
import { expect, test } from 'vitest';
import { turnsOf } from '../../src/assemble/turns.ts';
import type { ContentRecord } from '../../src/model/facts.ts';
import { node, traceOf } from '../support/builders.ts';

function record(spanId: string, at: number, direction: 'input' | 'output', content: string, role = 'user'): ContentRecord {
  return { spanId, timeUnixNano: BigInt(at), convention: 'records', direction, message: { role, content } };
}

const retrieval = node('r', { parent: 'root', at: 1, documents: ['passage one', 'passage two'] });
/** A generation of which the span says nothing: its messages are in log records. */
const silent = node('g', { parent: 'root', at: 10 });
const records = [
  record('g', 11, 'input', 'Use passage two.', 'system'),
  record('g', 12, 'input', 'First question?'),
  record('g', 13, 'input', 'Why?'),
  record('g', 20, 'output', 'Draft.', 'assistant'),
  record('g', 21, 'output', 'Because.', 'assistant'),
];

test('log records are joined to their span, in any order', () => {
  const nodes = [node('root'), retrieval, silent];
  fc.assert(
    fc.property(fc.shuffledSubarray(records, { minLength: records.length }), (shuffled) => {
      const [turn] = turnsOf(traceOf(nodes, { records: shuffled }));
      expect([turn?.query, turn?.answer, turn?.documents.map(({ text }) => text)]).toEqual(['Why?', 'Because.', ['passage two']]);
    }),
  );
});

test('what the span says itself comes first', () => {
  const spoken = node('g', { parent: 'root', at: 10, messages: ['Be kind.'], output: 'Said by the span.' });
  const [turn] = turnsOf(traceOf([node('root'), retrieval, spoken], { records }));
  expect([turn?.query, turn?.answer]).toEqual(['Why?', 'Said by the span.']);
});

test('records of a span that never came are left out', () => {
  const [turn] = turnsOf(traceOf([node('root'), retrieval], { records: records.map((one) => ({ ...one, spanId: 'lost' })) }));
  expect([turn?.query, turn?.answer, turn?.documents.length]).toEqual([undefined, undefined, 2]);
});

test('records without any span are no turn', () => {
  expect(turnsOf(traceOf([], { records }))).toEqual([]);
});

test('many records of one span in the same nanosecond keep their order of arrival', () => {
  const [turn] = turnsOf(
    traceOf([node('root'), retrieval, silent], { records: [record('g', 5, 'input', 'one'), record('g', 5, 'input', 'two')] }),
  );
  expect(turn?.query).toBe('two');
});
