import { describe, expect, test } from 'vitest';
import { auc, type Labelled, labelsOf } from '../../support/labels.ts';
import { verdictOn } from './asked.ts';

// The thresholds were not chosen on these rows (docs/trust.md). The floors lie a little below what was measured.

async function relevances(pairs: readonly { readonly query: string; readonly passage: string }[]): Promise<readonly number[]> {
  return Promise.all(pairs.map(async ({ query, passage }) => (await verdictOn(query, passage)).relevance ?? Number.NaN));
}

/** Each relevant passage's question with a passage of another question. */
function offTopic(rows: readonly Labelled[]): readonly { query: string; passage: string }[] {
  return rows.flatMap(({ query, label }, index) => {
    const other = rows[(index + Math.floor(rows.length / 2)) % rows.length]!;
    return label === 0 || other.query === query ? [] : { query, passage: other.passage };
  });
}

describe.for([
  { name: 'clapnq-passages', answers: 0.77, isOnTopic: 0.97 },
  { name: 'tydiqa-ko', answers: 0.84, isOnTopic: 0.95 },
])('$name', ({ name, answers, isOnTopic }) => {
  const rows = labelsOf(name);
  const right = rows.filter(({ label }) => label > 0);

  test('a passage that answers is told from others on its topic', async () => {
    const wrong = rows.filter(({ label }) => label === 0);

    expect(auc(await relevances(right), await relevances(wrong))).toBeGreaterThanOrEqual(answers);
  });

  test('a passage that answers is told from those of other questions', async () => {
    expect(auc(await relevances(right), await relevances(offTopic(rows)))).toBeGreaterThanOrEqual(isOnTopic);
  });

  test('most passages that answer are medium or high, most of other questions none', async () => {
    const levels = await Promise.all(right.map(async ({ query, passage }) => (await verdictOn(query, passage)).level));
    const off = await Promise.all(offTopic(rows).map(async ({ query, passage }) => (await verdictOn(query, passage)).level));

    expect(levels.filter((level) => level === 'medium' || level === 'high').length / levels.length).toBeGreaterThan(0.7);
    expect(off.filter((level) => level === 'none').length / off.length).toBeGreaterThan(0.9);
  });
});

test('clapnq-sentences: sentences from which the answer was written are told from their neighbours', async () => {
  const rows = labelsOf('clapnq-sentences');
  const verdicts = await Promise.all(rows.map(({ query, passage, answer }) => verdictOn(query, passage, answer)));
  const usagesWhere = (was: boolean): readonly number[] =>
    verdicts.filter((_, index) => rows[index]!.used === was).map(({ usage = Number.NaN }) => usage);
  const saidUsed = (was: boolean): number => {
    const of = verdicts.filter((_, index) => rows[index]!.used === was);
    return of.filter(({ used }) => used).length / of.length;
  };

  expect(auc(usagesWhere(true), usagesWhere(false))).toBeGreaterThanOrEqual(0.93);
  expect(saidUsed(true)).toBeGreaterThan(0.55);
  expect(saidUsed(false)).toBeLessThan(0.05);
});
