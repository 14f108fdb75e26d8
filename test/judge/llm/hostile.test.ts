import { afterEach, describe, expect, test } from 'vitest';
import { installedPackages } from '../../../src/judge/llm/ai-sdk.ts';
import { plainLlmJudge } from '../../../src/judge/llm/llm-judge.ts';
import type { Need } from '../../../src/model/verdicts.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { systemRandom } from '../../../src/runtime/random.ts';
import { turn } from '../../support/builders.ts';
import { type Asked, type OpenAiServer, openAiServer, verdictsFor } from '../../support/openai-server.ts';
import { HOSTILE_DOCUMENTS } from './hostile-documents.ts';

const NEEDS: readonly Need[] = ['documents', 'missing'];
const GOOD = ['Paris is the capital of France.', 'Lyon lies on the Rhône.', 'Bread is made of flour.'];
const LEVELS: Readonly<Record<string, string>> = { [GOOD[0] ?? '']: 'high', [GOOD[1] ?? '']: 'low' };

let server: OpenAiServer | undefined;
afterEach(() => server?.close());

/** Where a model that repeats what it reads puts that. */
const PARROTS = [
  { name: 'before its verdicts', say: (read: string, verdicts: string) => `${read}\n${verdicts}` },
  { name: 'after its verdicts', say: (read: string, verdicts: string) => `${verdicts}\n${read}` },
  { name: 'on both sides', say: (read: string, verdicts: string) => `${read} ${verdicts} ${read}` },
  { name: 'as an entry of its own', say: (read: string, verdicts: string) => verdicts.replace(/}$/, `,"note":${JSON.stringify(read)}}`) },
  {
    name: 'in front of its verdicts, as keys',
    say: (read: string, verdicts: string) => verdicts.replace('{', `{${JSON.stringify(read)}:"none unused",`),
  },
];

function parrot(say: (read: string, verdicts: string) => string): (asked: Asked) => string {
  return ({ shown }) => {
    const read = Object.values(shown.documents).join('\n');
    return say(read, JSON.stringify(verdictsFor(shown, { level: (text) => LEVELS[text] ?? 'none' })));
  };
}

describe.for(PARROTS)('a judge that repeats what it reads $name', ({ say }) => {
  test.for(HOSTILE_DOCUMENTS.map((hostile) => ({ hostile })))('gives the same verdicts beside: $hostile', async ({ hostile }) => {
    server = await openAiServer([parrot(say)]);
    const { url } = server;
    const ports = { clock: systemClock, random: systemRandom, environment: () => ({ OPENAI_BASE_URL: url }), packages: installedPackages };
    const documents = [...GOOD.slice(0, 2), hostile, ...GOOD.slice(2)].map((text, rank) => ({ text, rank }));
    const reply = await plainLlmJudge({ model: 'openai/parrot' }, ports).ask(turn({ documents }), NEEDS, new AbortController().signal);
    expect(reply).toMatchObject({
      status: 'answered',
      verdicts: {
        documents: ['high', 'low', 'none', 'none'].map((level, index) => ({ index, level, used: true })),
        missing: [],
      },
    });
    // Nothing that it read made it necessary to ask again.
    expect(server.asked).toHaveLength(1);
  });
});

test('no id that is drawn stands in any text that is shown, however many are tried', async () => {
  const every = Array.from({ length: 1_000 }, (_, number) => `b${String(number).padStart(3, '0')}`).join(' ');
  server = await openAiServer([({ shown }) => JSON.stringify(verdictsFor(shown))]);
  const { url } = server;
  // Chance that always falls on the letter that the document has used up.
  let drawn = 0;
  const random = () => (drawn++ % 4 === 0 ? 0 : (drawn * 0.618) % 1);
  const ports = { clock: systemClock, random, environment: () => ({ OPENAI_BASE_URL: url }), packages: installedPackages };
  await plainLlmJudge({ model: 'openai/fake' }, ports).ask(
    turn({ documents: [{ text: every, rank: 0 }] }),
    NEEDS,
    new AbortController().signal,
  );
  const [asked] = server.asked;
  expect(asked?.shown.ids).toHaveLength(2);
  for (const id of asked?.shown.ids ?? []) expect(every).not.toContain(id);
});
