import type { Facts, RerankFact } from '../../model/facts.ts';
import { record, structure, text, unquoted } from '../attributes.ts';
import { askedIn } from '../call-arguments.ts';
import { citedDocuments, documentsFrom } from '../documents.ts';
import type { Extractor } from '../extractor.ts';
import { factsOf } from '../facts-of.ts';
import { answerFrom } from '../messages.ts';
import { modelCall } from '../model-call.ts';
import { ranked } from '../ranked.ts';
import { retrieverCall } from '../retriever-call.ts';
import { retrievalOf } from '../tool-retrieval.ts';

/**
 * MLflow Tracing over OTLP: https://mlflow.org/docs/latest/genai/tracing/opentelemetry/export/. Read from 3.17. All values are JSON, texts
 * too; inputs of traced functions are maps by argument.
 */
export const mlflow: Extractor = {
  name: 'mlflow',

  extract(span) {
    const { attributes } = span;
    const kind = unquoted(text(attributes, 'mlflow.spanType') ?? '').toUpperCase();
    const input = attributes['mlflow.spanInputs'];
    const output = attributes['mlflow.spanOutputs'];
    switch (kind) {
      case 'RETRIEVER':
        return facts({ retrieval: retrieverCall(input, output) });
      case 'RERANKER':
        return facts({ rerank: rerank(input, output) });
      case 'TOOL':
        return facts({ retrieval: retrievalOf({ name: span.name, input, result: output, failed: span.status === 'error' }) });
      case 'CHAT_MODEL':
      case 'LLM':
        return facts({ generation: modelCall(input, output) });
      case 'CHAIN':
      case 'AGENT':
      case 'WORKFLOW':
      case 'UNKNOWN':
        // Functions that nobody gave a type: only where a request enters does the input hold the user's question.
        if (kind === 'UNKNOWN' && span.parentSpanId !== undefined) return undefined;
        return facts({ question: askedIn(input), answer: answerFrom(output), cited: citedDocuments(output) });
      default:
        return undefined;
    }
  },
};

function facts(said: Parameters<typeof factsOf>[1]): Facts | undefined {
  return factsOf(mlflow.name, said);
}

function rerank(input: unknown, output: unknown): RerankFact | undefined {
  const whole = structure(output);
  const given = structure(record(structure(input))?.documents);
  const documents = Array.isArray(whole) ? ranked(whole, Array.isArray(given) ? given : []) : documentsFrom(whole);
  const query = askedIn(input);
  return documents === undefined ? undefined : { ...(query === undefined ? {} : { query }), documents };
}
