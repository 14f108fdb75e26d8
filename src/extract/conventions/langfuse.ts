import type { Facts } from '../../model/facts.ts';
import type { SpanView } from '../../model/span.ts';
import { text } from '../attributes.ts';
import { askedIn, callArguments } from '../call-arguments.ts';
import { citedDocuments } from '../documents.ts';
import type { Extractor } from '../extractor.ts';
import { factsOf } from '../facts-of.ts';
import { answerFrom } from '../messages.ts';
import { modelCall } from '../model-call.ts';
import { retrieverCall } from '../retriever-call.ts';
import { retrievalOf } from '../tool-retrieval.ts';

/**
 * Langfuse SDKs that are built on OpenTelemetry: https://langfuse.com/integrations/native/opentelemetry. Read from Python 3.15 and 5.0.
 * Inputs of decorated functions are `{ "args", "kwargs" }`.
 */
export const langfuse: Extractor = {
  name: 'langfuse',

  extract(span) {
    const { attributes } = span;
    const kind = text(attributes, 'langfuse.observation.type')?.toLowerCase();
    const input = attributes['langfuse.observation.input'];
    const output = attributes['langfuse.observation.output'];
    switch (kind) {
      case 'retriever':
        return facts({ retrieval: retrieverCall(input, output) });
      case 'tool':
        return facts({
          retrieval: retrievalOf({ name: span.name, input: callArguments(input), result: output, failed: span.status === 'error' }),
        });
      case 'generation':
        return facts({ generation: modelCall(input, output) });
      case 'agent':
      case 'chain':
      case 'span': {
        if (kind === 'span' && !isEntry(span)) return undefined;
        const said = attributes['langfuse.trace.output'] ?? output;
        return facts({
          question: askedIn(attributes['langfuse.trace.input'] ?? input),
          answer: answerFrom(said),
          cited: citedDocuments(said),
        });
      }
      default:
        return undefined;
    }
  },
};

/** `span` is what every observation is called that nobody named: only where a request enters does its input hold the user's question. */
function isEntry({ attributes, parentSpanId }: SpanView): boolean {
  return (
    parentSpanId === undefined || attributes['langfuse.internal.is_app_root'] === true || attributes['langfuse.trace.input'] !== undefined
  );
}

function facts(said: Parameters<typeof factsOf>[1]): Facts | undefined {
  return factsOf(langfuse.name, said);
}
