import type { Facts, GenerationFact } from '../../model/facts.ts';
import type { Attributes } from '../../model/span.ts';
import { record, structure, text } from '../attributes.ts';
import { generationFrom } from '../conversation.ts';
import type { Extractor } from '../extractor.ts';
import { factsOf } from '../facts-of.ts';
import { contentText } from '../messages.ts';
import { ranked } from '../ranked.ts';
import { retrievalOf } from '../tool-retrieval.ts';

const GENERATES = /^ai\.(?:generateText|streamText|generateObject|streamObject)(\.do(?:Generate|Stream))?$/u;

/** Vercel AI SDK 4 to 6, and 7 with its legacy telemetry: https://ai-sdk.dev/docs/ai-sdk-core/telemetry */
export const vercelAi: Extractor = {
  name: 'vercel-ai',

  extract(span) {
    const { attributes } = span;
    const operation = text(attributes, 'ai.operationId');
    if (operation === undefined) return undefined;
    if (operation === 'ai.toolCall') {
      return facts({
        retrieval: retrievalOf({
          name: text(attributes, 'ai.toolCall.name'),
          callId: text(attributes, 'ai.toolCall.id'),
          failed: span.status === 'error',
          input: attributes['ai.toolCall.args'] ?? attributes['ai.toolCall.input'],
          result: attributes['ai.toolCall.result'] ?? attributes['ai.toolCall.output'],
        }),
      });
    }
    const ranking = structure(attributes['ai.ranking']);
    const documents = structure(attributes['ai.documents']);
    if (Array.isArray(ranking) && Array.isArray(documents)) return facts({ rerank: { documents: ranked(ranking, documents) } });
    const call = GENERATES.exec(operation);
    if (call === null) return undefined;
    const generation = generationOf(attributes);
    // The outer span of a call, with all its steps: its question is the user's.
    const isOuter = call[1] === undefined;
    return facts({ generation, question: isOuter ? questionOf(generation) : undefined });
  },
};

function facts(said: Parameters<typeof factsOf>[1]): Facts | undefined {
  return factsOf(vercelAi.name, said);
}

function generationOf(attributes: Attributes): GenerationFact {
  const prompt = structure(attributes['ai.prompt']);
  const given = record(prompt);
  const plain = given?.prompt;
  const messages =
    structure(attributes['ai.prompt.messages']) ??
    structure(given?.messages) ??
    (Array.isArray(prompt) ? prompt : undefined) ??
    (typeof plain === 'string' ? [{ role: 'user', content: plain }] : structure(plain)) ??
    // OpenLLMetry rewrites what it can to OpenTelemetry GenAI.
    structure(attributes['gen_ai.input.messages']);
  const system = given?.system ?? given?.instructions ?? contentText(structure(attributes['gen_ai.system_instructions']));
  return generationFrom(messages, {
    system: typeof system === 'string' && system.trim() !== '' ? system : undefined,
    output: text(attributes, 'ai.response.text') ?? text(attributes, 'ai.response.object') ?? text(attributes, 'ai.result.text'),
    outputMessages: toolCallsOf(attributes) ?? structure(attributes['gen_ai.output.messages']),
    responseId: text(attributes, 'ai.response.id') ?? text(attributes, 'gen_ai.response.id'),
  });
}

/** The calls that the model asked for, as a message would hold them. */
function toolCallsOf(attributes: Attributes): unknown {
  const calls = structure(attributes['ai.response.toolCalls'] ?? attributes['ai.result.toolCalls']);
  return Array.isArray(calls) ? [{ role: 'assistant', tool_calls: calls }] : undefined;
}

function questionOf({ messages, prompt }: GenerationFact): string | undefined {
  return prompt?.question ?? messages.findLast((message) => message.role === 'user')?.content;
}
