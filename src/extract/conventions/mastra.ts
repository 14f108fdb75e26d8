import type { Facts } from '../../model/facts.ts';
import { record, structure, text } from '../attributes.ts';
import { generationFrom } from '../conversation.ts';
import type { Extractor } from '../extractor.ts';
import { factsOf } from '../facts-of.ts';
import { answerFrom, questionFrom } from '../messages.ts';

/**
 * Mastra's own attributes beside OpenTelemetry GenAI: https://mastra.ai/docs/observability. Its tool calls are OpenTelemetry GenAI.
 * Read from @mastra/core 1.71.
 */
export const mastra: Extractor = {
  name: 'mastra',

  extract(span) {
    const { attributes } = span;
    const kind = text(attributes, 'mastra.span.type');
    if (kind === 'agent_run' || kind === 'workflow_run') {
      return facts({ question: questionFrom(attributes[`mastra.${kind}.input`]), answer: answerFrom(attributes[`mastra.${kind}.output`]) });
    }
    if (kind !== 'model_generation' && kind !== 'model_step') return undefined;
    const input = structure(attributes[`mastra.${kind}.input`]);
    const messages = Array.isArray(input) ? input : structure(record(input)?.messages);
    const reply = record(structure(attributes[`mastra.${kind}.output`]));
    const outputMessages = [{ role: 'assistant', content: reply?.text, tool_calls: reply?.toolCalls }];
    return facts({ generation: generationFrom(messages, { outputMessages }) });
  },
};

function facts(said: Parameters<typeof factsOf>[1]): Facts | undefined {
  return factsOf(mastra.name, said);
}
