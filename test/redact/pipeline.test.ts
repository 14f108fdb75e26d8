import { expect, test } from 'vitest';
import type { Options } from '../../src/config/options.ts';
import type { Scorer } from '../../src/model/evaluation.ts';
import { scriptedJudge } from '../../src/testing/scripted-judge.ts';
import { answered, span, traceId } from '../support/builders.ts';
import { GRACE_MS, setUpPipeline } from '../support/pipeline.ts';

const SECRET = 'jane@example.com';

/** Tells all that it was shown: what a judge or scorer of one's own may do. */
const telling: Scorer = {
  name: 'telling',
  version: '1',
  needs: ['documents'],
  score: (turn) => ({ score: 1, parts: {}, explanation: `${turn.query} ${turn.documents.map(({ text }) => text).join()} ${turn.answer}` }),
};

async function played(options: Options, judge = scriptedJudge([answered('high')])) {
  const set = setUpPipeline({ judge, evaluations: [{ scorer: telling }], ...options });
  const id = traceId(1);
  set.pipeline.span(
    span('r', {
      traceId: id,
      parent: 'root',
      at: 10,
      query: `Who is ${SECRET}?`,
      documents: [`${SECRET} is Jane, bob@example.com is not.`],
    }),
  );
  set.pipeline.span(span('g', { traceId: id, parent: 'root', at: 20, messages: [`Who is ${SECRET}?`], output: `${SECRET} is Jane.` }));
  set.pipeline.span(span('root', { traceId: id, ends: 30 }));
  await set.clock.advance(GRACE_MS + 1_000);
  return {
    ...set,
    judge,
    all: JSON.stringify([set.results, set.settlements, judge.asked], (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  };
}

test('off unless given', async () => {
  const { results, judge } = await played({});
  expect(results[0]).toMatchObject({ outcome: 'scored', query: `Who is ${SECRET}?` });
  expect(judge.asked[0]?.turn.query).toContain(SECRET);
});

test('with true nothing of it is shown to the judge, emitted, or told; the same value has the same marker', async () => {
  const { all, judge, results } = await played({ redact: true });
  expect(all).not.toContain(SECRET);
  expect(judge.asked[0]?.turn).toMatchObject({
    query: 'Who is [EMAIL_1]?',
    documents: [{ text: '[EMAIL_1] is Jane, [EMAIL_2] is not.' }],
    answer: '[EMAIL_1] is Jane.',
  });
  expect(results[0]).toMatchObject({
    outcome: 'scored',
    explanation: 'Who is [EMAIL_1]? [EMAIL_1] is Jane, [EMAIL_2] is not. [EMAIL_1] is Jane.',
  });
});

test("a user's redactor is told what each text is, and asked once for each", async () => {
  const kinds: string[] = [];
  const redact = (text: string, kind: string): string => {
    kinds.push(kind);
    return text.replaceAll(SECRET, 'X');
  };
  const { all } = await played({ redact });
  expect(all).not.toContain(SECRET);
  expect(kinds).toHaveLength(4);
  expect(new Set(kinds)).toEqual(new Set(['answer', 'document', 'explanation', 'query']));
});

test.for<{ name: string; redact: NonNullable<Options['redact']> }>([
  {
    name: 'throws',
    redact: (text) => {
      throw new Error(`cannot do ${text}`);
    },
  },
  { name: 'gives no text', redact: (() => undefined) as never },
  { name: 'is async and rejects', redact: ((text: string) => Promise.reject(new Error(`cannot do ${text}`))) as never },
])('a redactor that $name: the judge is not asked, and nothing of the text is told', async ({ redact }) => {
  const { all, judge, results, warnings, outcomes } = await played({ redact });
  expect(judge.asked).toHaveLength(0);
  expect(outcomes()).toEqual(['failed: judge_error']);
  expect(results[0]).toMatchObject({ query: null });
  expect(all + warnings.join()).not.toContain(SECRET);
  expect(warnings.join()).toContain('The redactor threw');
});

test('a redactor that throws on the explanation alone costs the explanation alone', async () => {
  const { results } = await played({
    redact: (text, kind) => {
      if (kind === 'explanation') throw new Error('no');
      return text;
    },
  });
  expect(results[0]).toMatchObject({ outcome: 'scored', explanation: '(withheld: the redactor threw)' });
});

test('where nothing is left of the documents there is nothing to judge', async () => {
  const { judge, outcomes } = await played({ redact: (text, kind) => (kind === 'document' ? '' : text) });
  expect(judge.asked).toHaveLength(0);
  expect(outcomes()).toEqual(['skipped: redacted']);
});

test('what is settled without a judge is redacted too', async () => {
  const contextExtractor = () => {
    throw new Error(`no idea who ${SECRET} is`);
  };
  const { all, outcomes } = await played({ redact: true, contextExtractor });
  expect(outcomes()).toEqual(['failed: extractor_error']);
  expect(all).not.toContain(SECRET);
});
