import { describe, expect, test } from 'vitest';
import type { Turn } from '../../src/model/turn.ts';
import { assembleRecorded } from '../../src/recorded.ts';
import { contextRelevance } from '../../src/score/scorers/context-relevance.ts';
import { whyNot } from '../../src/score/why-not.ts';
import { virtualClock } from '../../src/testing/virtual-clock.ts';
import { CAPTURES, logsOf, spansOf, type Truth, truthsOf } from '../support/fixtures.ts';

/** White space does not count. */
function plain(text: string | null | undefined): string {
  return (text ?? '').normalize('NFC').replace(/\s+/g, ' ').trim();
}

function scoredTurns(capture: string, withLogs: boolean): ReadonlyMap<string, readonly Turn[]> {
  const traces = assembleRecorded({ spans: spansOf(capture), logs: withLogs ? logsOf(capture) : [] }, virtualClock());
  return new Map(traces.map(({ traceId, turns }) => [traceId, turns.filter((turn) => whyNot(turn, contextRelevance()) === undefined)]));
}

/** What may be said about this trace: the question of the user, or the retriever's where only that is on the spans. */
function allowedQueries({ query, retrievals = [], textOnSpans }: Truth): readonly string[] {
  const asked = textOnSpans?.query === false ? retrievals.map((retrieval) => retrieval.query) : [];
  return [query, ...asked].map(plain);
}

/** An answer that is on the spans must be found; one that is not may be known from log records, or not at all. */
function allowedAnswers({ answer, textOnSpans }: Truth): readonly string[] {
  if (answer === null) return [''];
  return textOnSpans?.answer === false ? ['', plain(answer)] : [plain(answer)];
}

/** OpenLIT cuts retrieved documents at 2,000 characters without a mark. */
function isDocument(said: string | undefined, { text }: { readonly text: string }, onSpans: boolean | 'truncated' | undefined): boolean {
  return onSpans === 'truncated' ? plain(said) !== '' && plain(text).startsWith(plain(said)) : plain(said) === plain(text);
}

describe.each(CAPTURES)('%s', (capture) => {
  const truths = truthsOf(capture);

  test.each([true, false])('reads every trace as a person would (log records: %s)', (withLogs) => {
    const scored = scoredTurns(capture, withLogs);
    for (const truth of truths) {
      const turns = scored.get(truth.traceId) ?? [];
      const where = `${truth.scenario} ${truth.traceId}`;
      if (!truth.scorable) {
        expect(turns, where).toEqual([]);
        continue;
      }
      if (truth.optional === true && turns.length === 0) continue;
      expect(turns.length, where).toBe(1);
      const turn = turns[0] as Turn;
      const wanted = truth.documents
        .map((document, index) => ({ document, on: truth.textOnSpans?.documents?.[index] }))
        .filter(({ on }) => on !== false);
      expect(allowedQueries(truth), where).toContain(plain(turn.query));
      expect(allowedAnswers(truth), where).toContain(plain(turn.answer));
      expect(turn.documents.length, where).toBe(wanted.length);
      for (const [index, { document, on }] of wanted.entries()) {
        expect(
          isDocument(turn.documents[index]?.text, document, on),
          `${where} document ${index}: ${turn.documents[index]?.text?.slice(0, 80)}`,
        ).toBe(true);
      }
    }
  });

  // Log records of one call carry equal times: the order in which they were written is all there is to tell them apart.
  test('comes to the same turns whatever the order in which spans arrive', () => {
    const spans = spansOf(capture);
    const byTrace = (traces: ReturnType<typeof assembleRecorded>): unknown => new Map(traces.map(({ traceId, turns }) => [traceId, turns]));
    const inOrder = byTrace(assembleRecorded({ spans, logs: logsOf(capture) }, virtualClock()));
    const reversed = byTrace(assembleRecorded({ spans: spans.toReversed(), logs: logsOf(capture) }, virtualClock()));
    expect(reversed).toEqual(inOrder);
  });
});

test('there are captures for every convention that is read, with turns that are scored and traces that are not', () => {
  const truths = CAPTURES.flatMap(truthsOf);
  expect(CAPTURES.length).toBeGreaterThanOrEqual(15);
  expect(truths.filter((truth) => truth.scorable).length).toBeGreaterThan(100);
  expect(truths.filter((truth) => !truth.scorable).length).toBeGreaterThan(30);
});
