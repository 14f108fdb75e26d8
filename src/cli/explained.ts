import type { Candidate } from '../assemble/turns.ts';
import type { SkipReason } from '../model/outcome.ts';
import type { Turn } from '../model/turn.ts';
import type { RecordedTrace } from '../recorded.ts';
import { SCORERS } from '../score/registry.ts';
import { whyNot } from '../score/why-not.ts';
import { cut, plural, wrapped } from './text.ts';

/** What can be done about a turn that will not be scored. */
const ADVICE: Partial<Readonly<Record<SkipReason, string>>> = {
  no_documents: 'the retriever returned nothing; this is counted, and is neither a perfect score nor a 0',
  text_missing: 'the documents have no text on the spans; switch content capture on in the instrumentation',
  redacted: 'the texts were hidden by the instrumentation; allow them, or score where they are not hidden',
  no_query: 'no span says what was asked; record the question on the retrieval, or on the span of the request',
};

/** Where the context of a turn was told. */
const SOURCES: Readonly<Record<Candidate['source'], string>> = {
  spans: 'on spans of their own',
  messages: 'in tool results among the messages to the model',
  prompt: 'only in the text of the prompt',
  response: 'only in the response, beside the answer',
  question: 'nowhere',
};

/** Who said what was asked. */
const ASKED: Readonly<Record<Candidate['askedBy'], (spanId: string) => string>> = {
  span: (spanId) => `stated by span ${spanId}`,
  message: () => 'from the messages to the model',
  retriever: () => 'only what the retriever was asked',
  nobody: () => 'on no span',
};

/** One line a trace for programs: the shape stays stable. */
export function explainedAsJson({ traceId, turns }: RecordedTrace): unknown {
  return {
    traceId,
    turns: turns.map((turn) => {
      const reason = reasonAgainst(turn);
      return {
        query: turn.query ?? null,
        documents: turn.documents.map(({ text, id, score }) => ({ text: text ?? null, id, score })),
        answer: turn.answer ?? null,
        retrievals: turn.retrievals.map(({ spanId, query, documents }) => ({
          spanId,
          query: query ?? null,
          documentCount: documents.length,
        })),
        evaluatedSpanId: turn.evaluatedSpan.spanId,
        conventions: [...new Set(turn.retrievals.map(({ convention }) => convention))],
        flags: turn.flags,
        wouldScore: reason === undefined,
        ...(reason === undefined ? {} : { reason }),
      };
    }),
  };
}

/** A trace for people, in a terminal of this many columns. */
export function* explainedForPeople({ traceId, spanCount, found, turns, advice }: RecordedTrace, columns: number): Iterable<string> {
  yield `trace ${traceId}  ${plural(spanCount, 'span')}, ${plural(turns.length, 'turn')}`;
  if (found.length === 0) yield '  no retrieval was found in it: nothing to score';
  for (const candidate of found) yield* turnLines(candidate, columns);
  const isReadable = turns.length > 0 && turns.every((turn) => reasonAgainst(turn) === undefined && turn.answer !== undefined);
  if (!isReadable) for (const line of advice) yield* wrapped(line, columns, '  ! ');
  yield '';
}

function* turnLines({ turn, source, askedBy, spanId: statedBy }: Candidate, columns: number): Iterable<string> {
  yield cut(`  question   ${turn.query ?? '(not on the spans)'}`, columns);
  for (const { spanId, query, documents, convention } of turn.retrievals) {
    const asked = query === turn.query ? '' : `  asked: ${query ?? '?'}`;
    yield cut(`  retrieval  ${spanId}  ${plural(documents.length, 'document')}  ${convention}${asked}`, columns);
  }
  if (turn.retrievals.some(({ convention }) => convention === 'generic')) {
    yield* wrapped('read by structure alone: declare a convention of your own to be sure', columns, '             ');
  }
  yield cut(`  found      question ${ASKED[askedBy](statedBy)}`, columns);
  yield cut(`             documents ${SOURCES[source]}`, columns);
  for (const [index, document] of turn.documents.entries()) {
    yield cut(`  #${index + 1}  ${document.id ?? ''}  ${document.text ?? '(no text)'}`, columns);
  }
  yield cut(`  answer     ${turn.answer ?? '(none)'}`, columns);
  yield `  evaluated  span ${turn.evaluatedSpan.spanId}${turn.flags.length === 0 ? '' : `  flags: ${turn.flags.join(', ')}`}`;
  const reason = reasonAgainst(turn);
  yield reason === undefined ? '  would be scored' : `  would not be scored: ${reason}`;
  const advice = reason === undefined ? undefined : ADVICE[reason];
  if (advice !== undefined) yield* wrapped(advice, columns, '    ');
}

function reasonAgainst(turn: Turn): SkipReason | undefined {
  const scorer = SCORERS.get('context_relevance')?.();
  return scorer === undefined ? undefined : whyNot(turn, scorer);
}
