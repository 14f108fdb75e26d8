import type { Facts, RerankFact, RetrievalFact } from '../../model/facts.ts';
import type { Attributes } from '../../model/span.ts';
import { type Entry, text } from '../attributes.ts';
import { askedIn } from '../call-arguments.ts';
import { documentsFrom } from '../documents.ts';
import type { Extractor } from '../extractor.ts';
import { factsOf } from '../facts-of.ts';
import { answerFrom, questionFrom } from '../messages.ts';
import { modelCall } from '../model-call.ts';
import { retrieverCall } from '../retriever-call.ts';
import { retrievalOf } from '../tool-retrieval.ts';

const PREFIX = 'ai.observability';
const ARGUMENT = `${PREFIX}.call.kwargs.`;
const RETURNED = `${PREFIX}.call.return`;

/** TruLens over OpenTelemetry: https://www.trulens.org/otel/semantic_conventions/. Read from 2.16. */
export const trulens: Extractor = {
  name: 'trulens',

  extract(span) {
    const { attributes } = span;
    switch (text(attributes, `${PREFIX}.span_type`)) {
      case 'record_root':
        return facts({
          question: questionFrom(attributes[`${PREFIX}.record_root.input`]),
          answer: answerFrom(attributes[`${PREFIX}.record_root.output`]),
        });
      case 'retrieval':
        return facts({ retrieval: retrieval(attributes) });
      case 'reranking':
        return facts({ rerank: rerank(attributes) });
      case 'generation':
        return facts({ generation: modelCall(argumentsOf(attributes), attributes[RETURNED]) });
      case 'tool':
        return facts({
          retrieval: retrievalOf({
            name: lastName(text(attributes, 'gen_ai.tool.name') ?? span.name),
            input: argumentsOf(attributes),
            result: attributes[RETURNED],
            failed: span.status === 'error',
          }),
        });
      case 'MCP':
        return facts({
          retrieval: retrievalOf({
            name: text(attributes, `${PREFIX}.mcp.tool_name`),
            input: attributes[`${PREFIX}.mcp.input_arguments`],
            result: attributes[`${PREFIX}.mcp.output_content`],
            failed: span.status === 'error',
          }),
        });
      default:
        return undefined;
    }
  },
};

function facts(said: Parameters<typeof factsOf>[1]): Facts | undefined {
  return factsOf(trulens.name, said);
}

/** What the user of the decorator named as query and contexts; else what the function was given and gave back. */
function retrieval(attributes: Attributes): RetrievalFact | undefined {
  const query = text(attributes, `${PREFIX}.retrieval.query_text`) ?? askedIn(argumentsOf(attributes));
  const documents =
    documentsFrom(attributes[`${PREFIX}.retrieval.retrieved_contexts`]) ?? retrieverCall(undefined, attributes[RETURNED])?.documents;
  return documents === undefined ? undefined : { ...(query === undefined ? {} : { query }), documents };
}

function rerank(attributes: Attributes): RerankFact | undefined {
  const documents = documentsFrom(attributes[`${PREFIX}.reranking.output_context_texts`]) ?? documentsFrom(attributes[RETURNED]);
  const query = text(attributes, `${PREFIX}.reranking.query_text`);
  return documents === undefined ? undefined : { ...(query === undefined ? {} : { query }), documents };
}

/** The arguments of the traced function by name. */
function argumentsOf(attributes: Attributes): Entry {
  const named = Object.entries(attributes).flatMap(([key, value]) =>
    key.startsWith(ARGUMENT) ? [[key.slice(ARGUMENT.length), value] as const] : [],
  );
  return Object.fromEntries(named);
}

/** Functions are named with their module and class, which say nothing of what the function does. */
function lastName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
