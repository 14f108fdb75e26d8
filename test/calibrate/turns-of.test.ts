import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LabelledPair } from '../../src/calibrate/labelled-pair.ts';
import { withOffTopic } from '../../src/calibrate/off-topic.ts';
import { seededRandom } from '../../src/calibrate/seeded-random.ts';
import { turnsOf } from '../../src/calibrate/turns-of.ts';

const PAIRS: fc.Arbitrary<readonly LabelledPair[]> = fc.array(
  fc.record(
    {
      id: fc.string(),
      query: fc.constantFrom('', 'a?', 'b?', 'c?'),
      passage: fc.constantFrom('p', 'q', 'r', 's', 't'),
      label: fc.nat(2),
      answer: fc.constantFrom('x', 'y'),
      used: fc.boolean(),
      lang: fc.constantFrom('en', 'ko'),
    },
    { requiredKeys: ['id', 'query', 'passage'] },
  ),
  { maxLength: 15 },
);

test('off-topic passages come from other queries of the same language, none twice, no more than asked for', () => {
  fc.assert(
    fc.property(PAIRS, fc.nat(3), fc.nat(), (pairs, count, seed) => {
      const all = withOffTopic(pairs, count, seededRandom(seed));
      const added = all.slice(pairs.length);
      expect(all.slice(0, pairs.length)).toEqual(pairs);
      const seen = new Map<string, Set<string>>();
      for (const { query, passage, lang, label, used, isOffTopic } of added) {
        expect([label, used, isOffTopic]).toEqual([0, undefined, true]);
        expect(pairs.some((pair) => pair.passage === passage && pair.query !== query && pair.query !== '' && pair.lang === lang)).toBe(
          true,
        );
        expect(pairs.some((pair) => pair.passage === passage && pair.query === query)).toBe(false);
        const key = `${query} ${lang}`;
        seen.set(key, (seen.get(key) ?? new Set()).add(passage));
      }
      expect([...seen.values()].reduce((sum, passages) => sum + passages.size, 0)).toBe(added.length);
      for (const passages of seen.values()) expect(passages.size).toBeLessThanOrEqual(count);
    }),
  );
});

test('every labelled pair is in exactly one turn, with its own query and answer, and alone unless grouped', () => {
  fc.assert(
    fc.property(PAIRS, fc.boolean(), (pairs, grouped) => {
      const turns = turnsOf(pairs, grouped);
      for (const { turn, pairs: own } of turns) {
        expect(turn.documents.map(({ text }) => text)).toEqual(own.map(({ passage }) => passage));
        for (const { query, answer } of own) expect([turn.query ?? '', turn.answer]).toEqual([query, answer]);
        if (!grouped) expect(own).toHaveLength(1);
      }
      const labelled = pairs.filter(
        ({ query, label, answer, used }) => (query !== '' && label !== undefined) || (answer !== undefined && used !== undefined),
      );
      const asked = turns.flatMap((turn) => turn.pairs);
      expect(asked.filter((pair) => labelled.includes(pair))).toHaveLength(labelled.length);
      expect(new Set(turns.map(({ turn }) => turn.traceId)).size).toBe(turns.length);
    }),
  );
});

test('grouped, a pair that nobody labelled is shown beside those of its query, and a query with none but such is left out', () => {
  const pairs = [
    { id: '1', query: 'a?', passage: 'p', label: 1 },
    { id: '2', query: 'b?', passage: 'q' },
    { id: '3', query: 'a?', passage: 'r' },
  ];
  expect(turnsOf(pairs, true).map(({ pairs: own }) => own.map(({ id }) => id))).toEqual([['1', '3']]);
});
