import type { Facts } from '../../model/facts.ts';
import { plainText, structure } from '../attributes.ts';
import { documentsFrom, readsAsDocuments } from '../documents.ts';
import type { Extractor } from '../extractor.ts';
import { factsOf } from '../facts-of.ts';
import { queryBeside } from '../query-beside.ts';

/**
 * OpenLIT: https://docs.openlit.io. Its model and retriever calls are OpenTelemetry GenAI; what functions wrapped by `openlit.trace`
 * return stands in `gen_ai.output.messages`, and is no message.
 * Read from 1.15.
 */
export const openlit: Extractor = {
  name: 'openlit',

  extract(span) {
    const { attributes } = span;
    const output = attributes['gen_ai.output.messages'];
    if (attributes['gen_ai.operation.name'] !== undefined || output === undefined) return undefined;
    const whole = structure(output);
    if (whole === undefined) return facts({ answer: plainText(output) });
    const query = queryBeside(attributes);
    const isEmpty = Array.isArray(whole) && whole.length === 0 && query !== undefined;
    if (!isEmpty && !readsAsDocuments(whole)) return undefined;
    return facts({ retrieval: { ...(query === undefined ? {} : { query }), documents: documentsFrom(whole) ?? [] } });
  },
};

function facts(said: Parameters<typeof factsOf>[1]): Facts | undefined {
  return factsOf(openlit.name, said);
}
