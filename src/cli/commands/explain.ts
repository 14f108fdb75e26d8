import type { Command } from 'commander';
import type { SkipReason } from '../../model/outcome.ts';
import type { Turn } from '../../model/turn.ts';
import { assembleRecorded, type RecordedTrace } from '../../recorded.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { Io } from '../../runtime/io.ts';
import { SCORERS } from '../../score/registry.ts';
import { whyNot } from '../../score/why-not.ts';
import { IncompleteInput, readFiles } from '../read-files.ts';
import { cut, plural, wrapped } from '../text.ts';

/** What can be done about a turn that will not be scored. */
const ADVICE: Partial<Readonly<Record<SkipReason, string>>> = {
  no_documents: 'the retriever returned nothing; this is counted, and is neither a perfect score nor a 0',
  text_missing: 'the documents have no text on the spans; switch content capture on in the instrumentation',
  redacted: 'the texts were hidden by the instrumentation; allow them, or score where they are not hidden',
  no_query: 'no span says what was asked; record the question on the retrieval, or on the span of the request',
};

/** `ragmeter explain`: what is found in recorded traces, and what would be scored. */
export function explainCommand(program: Command, io: Io): void {
  program
    .command('explain')
    .description('show what is found in recorded traces, and what would be scored')
    .argument('<file...>', 'OTLP files: JSON, JSON lines, also gzipped; - for standard input')
    .option('--json', 'one JSON object a trace, for programs')
    .option('--trace <id>', 'only this trace')
    .action(async (paths: string[], options: { json?: boolean; trace?: string }) => {
      const { spans, logs, complete } = await readFiles(paths, io);
      const wanted = options.trace?.toLowerCase();
      const traces = assembleRecorded(spans, logs, systemClock).filter(({ traceId }) => wanted === undefined || traceId === wanted);
      const isAbsent = wanted !== undefined && traces.length === 0;
      if (isAbsent) io.err(`Expected trace ${wanted} in the files, got none of its spans: check the id, and name all files that it is in`);
      else if (traces.length === 0 && complete) io.err('Expected spans in the files, got none: name the files with the traces, too');
      for (const trace of traces) {
        if (options.json === true) io.out(JSON.stringify(explained(trace)));
        else for (const line of told(trace, io.columns)) io.out(line);
      }
      if (!complete || isAbsent) throw new IncompleteInput();
    });
}

function explained({ traceId, turns }: RecordedTrace): unknown {
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
        conventions: conventionsOf(turn),
        flags: turn.flags,
        wouldScore: reason === undefined,
        ...(reason === undefined ? {} : { reason }),
      };
    }),
  };
}

function* told({ traceId, spanCount, turns }: RecordedTrace, columns: number): Iterable<string> {
  yield `trace ${traceId}  ${plural(spanCount, 'span')}, ${plural(turns.length, 'turn')}`;
  if (turns.length === 0) yield '  no retrieval was found in it: nothing to score';
  for (const turn of turns) yield* toldTurn(turn, columns);
  yield '';
}

function* toldTurn(turn: Turn, columns: number): Iterable<string> {
  const reason = reasonAgainst(turn);
  yield cut(`  question   ${turn.query ?? '(not on the spans)'}`, columns);
  for (const { spanId, query, documents, convention } of turn.retrievals) {
    yield cut(
      `  retrieval  ${spanId}  ${plural(documents.length, 'document')}  ${convention}${query === turn.query ? '' : `  asked: ${query ?? '?'}`}`,
      columns,
    );
  }
  for (const [index, document] of turn.documents.entries()) {
    yield cut(`  #${index + 1}  ${document.id ?? ''}  ${document.text ?? '(no text)'}`, columns);
  }
  yield cut(`  answer     ${turn.answer ?? '(none)'}`, columns);
  yield `  evaluated  span ${turn.evaluatedSpan.spanId}${turn.flags.length === 0 ? '' : `  flags: ${turn.flags.join(', ')}`}`;
  if (reason === undefined) {
    yield '  would be scored';
    return;
  }
  yield `  would not be scored: ${reason}`;
  const advice = ADVICE[reason];
  if (advice !== undefined) yield* wrapped(advice, columns, '    ');
}

function conventionsOf(turn: Turn): readonly string[] {
  return [...new Set(turn.retrievals.map(({ convention }) => convention))];
}

function reasonAgainst(turn: Turn): SkipReason | undefined {
  const scorer = SCORERS.get('context_relevance')?.();
  return scorer === undefined ? undefined : whyNot(turn, scorer);
}
