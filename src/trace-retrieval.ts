import { type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { ATTRIBUTE_RETRIEVAL as NAME, VERSION } from './emit/names.ts';
import { documentsFrom } from './extract/documents.ts';
import { messageOf } from './model/errors.ts';
import type { RetrievedDocument } from './model/turn.ts';

export interface TraceRetrievalOptions<T> {
  /** The documents in what `fn` returns, in rank order. Where it is not given, they are read as from any span: a list of texts or of maps with the usual names. */
  readonly documents?: (result: T) => readonly (string | Partial<RetrievedDocument>)[];
  /** Name of the searched index or collection: `gen_ai.data_source.id`. */
  readonly dataSource?: string;
}

/**
 * Runs a retrieval inside a standard OpenTelemetry `retrieval` span, for services that have none:
 *
 *     const pages = await traceRetrieval(question, () => store.search(question));
 *
 * Resolves to what `fn` gives, and rejects with what it throws. Whatever goes wrong in writing the span stays in here.
 */
export function traceRetrieval<T>(query: string, fn: () => T | Promise<T>, options: TraceRetrievalOptions<T> = {}): Promise<T> {
  // Not our own scope: spans of that are results, and are never read.
  const tracer = trace.getTracer('ragmeter-retrieval', VERSION);
  const { dataSource } = options;
  const attributes = {
    [NAME.operation]: 'retrieval',
    [NAME.query]: query,
    ...(dataSource === undefined ? {} : { [NAME.dataSource]: dataSource }),
  };
  const name = dataSource === undefined ? 'retrieval' : `retrieval ${dataSource}`;
  return tracer.startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    try {
      const result = await fn();
      writeDocuments(span, result, options);
      return result;
    } catch (error) {
      span.recordException(error instanceof Error ? error : messageOf(error));
      span.setStatus({ code: SpanStatusCode.ERROR, message: messageOf(error) });
      throw error;
    } finally {
      span.end();
    }
  });
}

function writeDocuments<T>(span: Span, result: T, { documents }: TraceRetrievalOptions<T>): void {
  try {
    const found = documents === undefined ? documentsFrom(result) : documentsFrom([...documents(result)]);
    if (found === undefined) return;
    const written = found.map(({ id, score, text }) => ({ id, score, content: text }));
    span.setAttribute(NAME.documents, JSON.stringify(written));
  } catch (error) {
    span.addEvent('ragmeter.documents_unreadable', { reason: messageOf(error) });
  }
}
