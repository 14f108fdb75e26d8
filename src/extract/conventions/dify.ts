import type { Facts, RetrievalFact } from '../../model/facts.ts';
import type { Attributes } from '../../model/span.ts';
import { plainText, record, structure, text } from '../attributes.ts';
import { generationFrom } from '../conversation.ts';
import { documentsFrom } from '../documents.ts';
import type { Extractor } from '../extractor.ts';
import { factsOf } from '../facts-of.ts';
import { retrievalOf } from '../tool-retrieval.ts';

/**
 * The workflow nodes of Dify (`ENABLE_OTEL=true`): https://github.com/langgenius/dify/tree/main/api/extensions/otel. Read from that source, not
 * from a running server: each node is a span with its inputs and outputs, those of LLM, knowledge and tool nodes with more.
 */
export const dify: Extractor = {
  name: 'dify',

  extract(span) {
    const { attributes } = span;
    if (text(attributes, 'gen_ai.framework')?.toLowerCase() !== 'dify') return undefined;
    switch (text(attributes, 'gen_ai.span.kind')?.toUpperCase()) {
      case 'RETRIEVER':
        return facts({ retrieval: retrieval(attributes) });
      case 'TOOL':
        return facts({ retrieval: tool(attributes, span.name) });
      case 'LLM': {
        const outputMessages = structure(attributes['gen_ai.output.messages']);
        const input = structure(attributes['gen_ai.input.messages']);
        return facts({ generation: generationFrom(input, { output: text(attributes, 'gen_ai.completion'), outputMessages }) });
      }
      default:
        return undefined;
    }
  },
};

function facts(said: Parameters<typeof factsOf>[1]): Facts | undefined {
  return factsOf(dify.name, said);
}

/** A node that found nothing has no list of documents, only the empty result among its outputs. */
function retrieval(attributes: Attributes): RetrievalFact | undefined {
  const documents = documentsFrom(attributes['retrieval.document']) ?? documentsFrom(attributes['output.value']);
  const query = text(attributes, 'retrieval.query');
  return documents === undefined ? undefined : { ...(query === undefined ? {} : { query }), documents };
}

/** The outputs of a tool node are `{ text, json, files }`. */
function tool(attributes: Attributes, spanName: string): RetrievalFact | undefined {
  const outputs = attributes['gen_ai.tool.call.result'];
  const entry = record(structure(outputs));
  const isEnvelope = entry !== undefined && 'text' in entry && 'files' in entry;
  const type = text(attributes, 'gen_ai.tool.type');
  return retrievalOf({
    name: text(attributes, 'gen_ai.tool.name') ?? spanName,
    type: type === 'dataset-retrieval' ? 'retriever' : type,
    input: attributes['gen_ai.tool.call.arguments'],
    result: isEnvelope ? (plainText(entry.text) ?? onlyOne(entry.json)) : outputs,
  });
}

/** Tools may give out several values; most give one, which is a list or wraps one. */
function onlyOne(values: unknown): unknown {
  const list = structure(values);
  return Array.isArray(list) && list.length === 1 && documentsFrom(list[0]) !== undefined ? list[0] : values;
}
