import type { Facts } from '../../model/facts.ts';
import { record, structure, text } from '../attributes.ts';
import { generationFrom } from '../conversation.ts';
import { citedDocuments, documentsFrom } from '../documents.ts';
import type { Extractor } from '../extractor.ts';
import { factsOf } from '../facts-of.ts';
import { answerFrom, questionFrom } from '../messages.ts';
import { retrievalOf } from '../tool-retrieval.ts';

const CHAINS = new Set(['workflow', 'chain', 'agent', 'span', 'module', 'component', 'server', 'request']);

/**
 * LangWatch: https://docs.langwatch.ai/integration/typescript/guide. Values are `{ "type", "value" }` in JSON.
 * Read from 0.16.
 */
export const langwatch: Extractor = {
  name: 'langwatch',

  extract(span) {
    const { attributes } = span;
    const kind = text(attributes, 'langwatch.span.type')?.toLowerCase();
    const input = valueIn(attributes['langwatch.input']);
    const output = valueIn(attributes['langwatch.output']);
    const contexts = documentsFrom(valueIn(attributes['langwatch.contexts'] ?? attributes['langwatch.rag.contexts']));
    if (contexts !== undefined || kind === 'rag' || kind === 'retriever') {
      const query = questionFrom(input);
      const documents = contexts ?? documentsFrom(output);
      if (query === undefined && documents === undefined) return undefined;
      return facts({ retrieval: { ...(query === undefined ? {} : { query }), documents: documents ?? [] } });
    }
    if (kind === 'llm')
      return facts({
        generation: generationFrom(messagesOf(input), { output: answerFrom(output), responseId: text(attributes, 'gen_ai.response.id') }),
      });
    if (kind === 'tool')
      return facts({ retrieval: retrievalOf({ name: span.name, input, result: output, failed: span.status === 'error' }) });
    if (kind !== undefined && CHAINS.has(kind))
      return facts({ question: questionFrom(input), answer: answerFrom(output), cited: citedDocuments(output) });
    return undefined;
  },
};

function facts(said: Parameters<typeof factsOf>[1]): Facts | undefined {
  return factsOf(langwatch.name, said);
}

function valueIn(attribute: unknown): unknown {
  const entry = record(structure(attribute));
  return entry !== undefined && 'value' in entry ? entry.value : attribute;
}

function messagesOf(input: unknown): unknown {
  const whole = structure(input);
  if (whole === undefined) return typeof input === 'string' ? [{ role: 'user', content: input }] : undefined;
  const messages = Array.isArray(whole) ? whole : structure(record(whole)?.messages);
  return Array.isArray(messages) && Array.isArray(messages[0]) ? messages[0] : messages;
}
