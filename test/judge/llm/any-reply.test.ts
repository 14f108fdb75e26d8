import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ask } from '../../../src/judge/ask.ts';
import type { AiSdk, Generated } from '../../../src/judge/llm/ai-sdk.ts';
import { idDrawer } from '../../../src/judge/llm/ids.ts';
import { plainLlmJudge } from '../../../src/judge/llm/llm-judge.ts';
import { objectsIn } from '../../../src/judge/llm/loose-json.ts';
import { readReply } from '../../../src/judge/llm/read-reply.ts';
import { RUBRIC_VERSION, rubricFor } from '../../../src/judge/llm/rubric.ts';
import { shuffled } from '../../../src/judge/llm/shuffle.ts';
import type { Need } from '../../../src/model/verdicts.ts';
import { systemRandom } from '../../../src/runtime/random.ts';
import { virtualClock } from '../../../src/testing/virtual-clock.ts';
import { turn } from '../../support/builders.ts';

const NEEDS: readonly Need[] = ['documents', 'missing', 'statements', 'claims', 'reference'];
const TURN = turn({
  documents: [
    { text: 'Paris is the capital. It is large.', rank: 0 },
    { text: 'Lyon is a city.', rank: 1 },
  ],
  answer: 'Paris. It is not Lyon.',
  reference: 'Paris.',
});

/** Pieces of replies, right and wrong; ids stand for those that are asked for. */
const piece = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('{', '}', '[', ']', '"', "'", ':', ',', '\\', '\n', '```', '<think>', '</think>', 'null', 'True', 'high used', 'none'),
  fc.nat(12).map((place) => `#${place}#`),
  fc
    .tuple(fc.nat(12), fc.constantFrom('high used', 'none unused', 'yes', 'no', 'superb', ''))
    .map(([place, said]) => `{"#${place}#":"${said}"}`),
);
const said = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));

/** An AI SDK whose model says these things, with ids filled in; `honest` says what is asked for. */
function sdkSaying(replies: readonly string[]): AiSdk {
  let asked = 0;
  return {
    jsonSchema: (schema) => schema,
    Output: { object: (options) => options },
    generateText({ prompt }): Promise<Generated> {
      const shown = JSON.parse(prompt) as { ids: string; missing?: string; documents: Record<string, unknown> };
      const ids = shown.ids.split(' ');
      const reply = replies[asked++ % replies.length] ?? '';
      const verdicts = ids.map((id) => [id, id === shown.missing ? [] : id in shown.documents ? 'low unused' : 'no'] as const);
      const text =
        reply === 'honest'
          ? JSON.stringify(Object.fromEntries(verdicts))
          : reply.replace(/#(\d+)#/g, (_, place) => ids[Number(place) % ids.length] ?? '');
      return Promise.resolve({ text, finishReason: text.length % 7 === 0 ? 'length' : 'stop' });
    },
  };
}

describe('whatever a model replies', () => {
  test('there is one verdict on everything, or a failure with a reason: nothing is left out in silence, and three requests are the most', async () => {
    const script = fc.array(fc.oneof(said, fc.constant('honest')), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        script,
        fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
        async (replies, chance) => {
          let requests = 0;
          const sdk = sdkSaying(replies);
          const counting: AiSdk = {
            ...sdk,
            generateText(options) {
              requests += 1;
              return sdk.generateText(options);
            },
          };
          const judge = plainLlmJudge(
            { model: 'a/b' },
            {
              clock: virtualClock(),
              random: () => chance.next().value as number,
              environment: () => ({}),
              packages: { ai: () => Promise.resolve(counting), openai: () => Promise.reject(new Error('not asked for')) },
            },
          );
          const { reply } = await ask(judge, TURN, NEEDS, new AbortController().signal);
          expect(requests).toBeLessThanOrEqual(3);
          if (reply.status === 'answered') {
            const { documents, statements, claims, reference, missing } = reply.verdicts;
            expect([documents?.length, statements?.length, claims?.length, reference?.length]).toEqual([2, 3, 2, 1]);
            expect(Array.isArray(missing)).toBe(true);
          } else expect(reply).toMatchObject({ status: 'failed', reason: expect.stringMatching(/^(invalid_verdict|truncated_output)$/) });
        },
      ),
      { numRuns: 300 },
    );
  });

  test('reading it never throws, and gives only what was asked for', () => {
    const wanted = new Map([['#1#', { kind: 'document', document: 0 }] as const]);
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 300 }), said), (text) => {
        const read = readReply(text, wanted, true);
        expect([...read.keys()].filter((id) => id !== '#1#')).toEqual([]);
      }),
    );
  });

  test.for([
    { name: 'braces', text: '{'.repeat(200_000) },
    { name: 'brackets', text: '{"a":'.repeat(50_000) },
    { name: 'quotes', text: '{"'.repeat(100_000) },
    { name: 'thoughts that do not end', text: '<think>'.repeat(30_000) },
  ])('reading it does not take long: $name', ({ text }) => {
    const startedMs = performance.now();
    readReply(text, new Map([['k1', { kind: 'missing' }] as const]), true);
    expect(performance.now() - startedMs).toBeLessThan(3_000);
  });
});

test('objects are found as JSON.parse would read them', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ maxLength: 8 }), fc.oneof(fc.string({ maxLength: 20 }), fc.boolean(), fc.constant(null), fc.integer()), {
        noNullPrototype: true,
      }),
      (given) => {
        const [found] = objectsIn(JSON.stringify(given), () => true);
        expect(Object.fromEntries(found?.entries ?? [])).toEqual(given);
      },
    ),
  );
});

test('a shuffle is a permutation that the seed alone decides', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.string(), (count, seed) => {
      const order = shuffled(count, seed);
      expect(order).toEqual(shuffled(count, seed));
      expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => index));
    }),
  );
});

test('over many turns every document comes first about as often', () => {
  const firsts = [0, 0, 0, 0];
  for (let seed = 0; seed < 4_000; seed += 1) {
    const [first = 0] = shuffled(4, `turn ${seed}`);
    firsts[first] = (firsts[first] ?? 0) + 1;
  }
  for (const count of firsts) expect(Math.abs(count - 1_000)).toBeLessThan(150);
});

test('a thousand ids beside a megabyte of text take no time', () => {
  const startedMs = performance.now();
  const draw = idDrawer(systemRandom, ['b123456 '.repeat(130_000)]);
  for (let id = 0; id < 1_000; id += 1) draw();
  expect(performance.now() - startedMs).toBeLessThan(1_000);
});

test('ids differ, and none stands in a text', () => {
  fc.assert(
    fc.property(
      fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
      fc.array(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('b', 'c', 'B', '1', '2', '3') })), { maxLength: 5 }),
      (chance, texts) => {
        const draw = idDrawer(() => chance.next().value as number, texts);
        const ids = Array.from({ length: 10 }, draw);
        expect(new Set(ids).size).toBe(10);
        for (const id of ids) expect(texts.join('\n')).not.toContain(id);
      },
    ),
  );
});

test('another rubric is another version', () => {
  const words = [true, false].map((hasAnswer) => rubricFor(NEEDS, hasAnswer)).join('\n');
  const hash = createHash('sha256').update(words).digest('hex').slice(0, 12);
  // Where this fails the words have changed: raise RUBRIC_VERSION, and put the new pair here.
  expect([RUBRIC_VERSION, hash]).toEqual(['2', '97467a8136f8']);
});
