import type { Facts, GenerationFact } from '../../model/facts.ts';
import type { Attributes } from '../../model/span.ts';
import { entriesIn, record, structure, text } from '../attributes.ts';
import { generationFrom, outputText } from '../conversation.ts';
import { citedDocuments, documentsFrom } from '../documents.ts';
import type { Extractor } from '../extractor.ts';
import { factsOf } from '../facts-of.ts';
import { answerFrom, contentText, questionFrom } from '../messages.ts';
import { retrievalOf } from '../tool-retrieval.ts';

/**
 * LangSmith over OpenTelemetry: https://docs.langchain.com/langsmith/trace-with-opentelemetry. The kind of run is in `langsmith.span.kind`.
 * Read from 0.12.
 */
export const langsmith: Extractor = {
  name: 'langsmith',

  extract(span) {
    const { attributes } = span;
    const kind = text(attributes, 'langsmith.span.kind')?.toLowerCase();
    const input = attributes['gen_ai.prompt'] ?? attributes['input.value'];
    const output = attributes['gen_ai.completion'] ?? attributes['output.value'];
    switch (kind) {
      case 'retriever': {
        const query = questionFrom(input);
        const documents = documentsFrom(output);
        if (query === undefined && documents === undefined) return undefined;
        return facts({ retrieval: { ...(query === undefined ? {} : { query }), documents: documents ?? [] } });
      }
      case 'tool':
        return facts({
          retrieval: retrievalOf({
            name: text(attributes, 'langsmith.trace.name') ?? span.name,
            input,
            result: output,
            failed: span.status === 'error',
          }),
        });
      case 'llm':
        return facts({ generation: generation(attributes, input, output) });
      case 'chain':
      case 'agent':
        return facts({ question: questionFrom(input), answer: answerFrom(output), cited: citedDocuments(output) });
      default:
        return undefined;
    }
  },
};

function facts(said: Parameters<typeof factsOf>[1]): Facts | undefined {
  return factsOf(langsmith.name, said);
}

function generation(attributes: Attributes, input: unknown, output: unknown): GenerationFact {
  const request = record(structure(input));
  const given = structure(request?.messages) ?? structure(request?.input) ?? structure(input);
  const instructions = request?.instructions;
  const asked = typeof request?.input === 'string' ? [{ role: 'user', content: request.input }] : given;
  return generationFrom(nestedOnce(asked), {
    system: typeof instructions === 'string' ? instructions : undefined,
    output: spoken(output),
    outputMessages: entriesIn(record(structure(output))?.choices).map((choice) => choice.message),
    responseId: text(attributes, 'gen_ai.response.id'),
  });
}

/** LangChain gives a list of conversations. */
function nestedOnce(messages: unknown): unknown {
  return Array.isArray(messages) && Array.isArray(messages[0]) ? messages[0] : messages;
}

function spoken(output: unknown): string | undefined {
  const reply = record(structure(output));
  const [choice] = entriesIn(reply?.choices);
  const message = record(choice?.message);
  if (message !== undefined) return contentText(message.content);
  const items = structure(reply?.output);
  if (Array.isArray(items)) return outputText(items);
  return answerFrom(output);
}
