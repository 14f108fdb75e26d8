import type { Facts, RetrievalFact } from '../../model/facts.ts';
import type { Attributes } from '../../model/span.ts';
import { text } from '../attributes.ts';
import { documentsFrom } from '../documents.ts';
import type { Extractor } from '../extractor.ts';
import { factsOf } from '../facts-of.ts';
import { retrievalOf } from '../tool-retrieval.ts';

/**
 * Spring AI: https://docs.spring.io/spring-ai/reference/observability/index.html. Read from its documentation, 1.0 to 2.0. Its vector stores
 * write what was asked and log what was found, so most of their spans are no retrieval that could be scored; tools write their results with
 * `spring.ai.tools.observations.include-content=true`.
 */
export const springAi: Extractor = {
  name: 'spring-ai',

  extract(span) {
    const { attributes } = span;
    switch (text(attributes, 'spring.ai.kind')) {
      case 'vector_store':
        return facts({ retrieval: stored(attributes) });
      case 'tool_call':
        return facts({ retrieval: tool(attributes) });
      default:
        return undefined;
    }
  },
};

function facts(said: Parameters<typeof factsOf>[1]): Facts | undefined {
  return factsOf(springAi.name, said);
}

/** A span that only says what was asked does not say that nothing was found. */
function stored(attributes: Attributes): RetrievalFact | undefined {
  const documents = documentsFrom(attributes['db.vector.query.response.documents']);
  const query = text(attributes, 'db.vector.query.content');
  return documents === undefined ? undefined : { ...(query === undefined ? {} : { query }), documents };
}

/** Without its result a call is no retrieval, whatever the tool is called. */
function tool(attributes: Attributes): RetrievalFact | undefined {
  const result = text(attributes, 'spring.ai.tool.call.result');
  if (result === undefined) return undefined;
  return retrievalOf({
    name: text(attributes, 'spring.ai.tool.definition.name'),
    input: attributes['spring.ai.tool.call.arguments'],
    result,
  });
}
