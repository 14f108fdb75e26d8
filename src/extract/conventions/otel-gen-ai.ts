import type { ContentRecord, Facts, GenerationFact, RetrievalFact } from '../../model/facts.ts';
import type { Attributes, LogView, SpanEvent, SpanView } from '../../model/span.ts';
import { indexed, plainText, record, structure, text } from '../attributes.ts';
import { generationFrom, outputText } from '../conversation.ts';
import { documentsFrom } from '../documents.ts';
import type { Extractor } from '../extractor.ts';
import { factsOf } from '../facts-of.ts';
import { itemsOf } from '../items.ts';
import { contentText, role } from '../messages.ts';
import { promptContext } from '../prompt-context.ts';
import { ranked } from '../ranked.ts';
import { isCut } from '../salvage.ts';
import { retrievalOf } from '../tool-retrieval.ts';

const GENERATES = new Set(['chat', 'text_completion', 'generate_content', 'responses']);

/**
 * OpenTelemetry semantic conventions for generative AI, as attributes, span events and log records:
 * https://github.com/open-telemetry/semantic-conventions-genai. Memory operations are no retrieval.
 * Read from @opentelemetry/instrumentation-openai 0.21, @ai-sdk/otel 1.0, OpenLIT 1.15 and Mastra 1.71.
 */
export const otelGenAi: Extractor = {
  name: 'otel-gen-ai',

  extract(span) {
    const { attributes, events } = span;
    const operation = text(attributes, 'gen_ai.operation.name')?.toLowerCase();
    const query = text(attributes, 'gen_ai.retrieval.query.text') ?? text(attributes, 'gen_ai.retrieval.query');
    const documents = documentsFrom(attributes['gen_ai.retrieval.documents']);
    if (documents !== undefined || query !== undefined) {
      const cut = isCut(attributes['gen_ai.retrieval.documents']) ? { isCut: true } : {};
      return facts({ retrieval: { ...(query === undefined ? {} : { query }), documents: documents ?? [], ...cut } });
    }
    if (operation === undefined) return holdsMessages(attributes) ? facts({ generation: generation(attributes, events) }) : undefined;
    if (operation === 'execute_tool') return facts({ retrieval: tool(span) });
    if (operation === 'rerank') return facts({ rerank: rerank(attributes) });
    if (GENERATES.has(operation)) return facts({ generation: generation(attributes, events) });
    if (operation === 'invoke_agent') {
      const { messages, output, prompt } = generation(attributes, events);
      const question = prompt?.question ?? messages.findLast((message) => message.role === 'user')?.content;
      return facts({ question, answer: output });
    }
    return undefined;
  },

  extractLog: contentRecord,
};

function facts(said: Parameters<typeof factsOf>[1]): Facts | undefined {
  return factsOf(otelGenAi.name, said);
}

function tool({ attributes, name, status }: SpanView): RetrievalFact | undefined {
  return retrievalOf({
    failed: status === 'error',
    name: text(attributes, 'gen_ai.tool.name') ?? name.replace(/^execute_tool\s+/u, ''),
    type: text(attributes, 'gen_ai.tool.type'),
    callId: text(attributes, 'gen_ai.tool.call.id'),
    input: attributes['gen_ai.tool.call.arguments'],
    result: attributes['gen_ai.tool.call.result'] ?? attributes['traceloop.entity.output'],
  });
}

/** Versions of the conventions that name no operation. */
function holdsMessages(attributes: Attributes): boolean {
  return (
    attributes['gen_ai.prompt.0.content'] !== undefined ||
    attributes['gen_ai.prompt.0.role'] !== undefined ||
    itemsOf(attributes['gen_ai.input.messages']).length > 0
  );
}

/** The AI SDK writes input and ranking of a rerank beside the standard attributes. */
function rerank(attributes: Attributes): Facts['rerank'] {
  const ranking = structure(attributes['ai.ranking']);
  const input = structure(attributes['ai.documents']);
  return Array.isArray(ranking) && Array.isArray(input) ? { documents: ranked(ranking, input) } : undefined;
}

function generation(attributes: Attributes, events: readonly SpanEvent[]): GenerationFact {
  const details = attributesOf(events, 'gen_ai.client.inference.operation.details');
  const said = (key: string): unknown => attributes[key] ?? details[key];
  const spoken = events.flatMap((event) => messageOf(event.name, event.attributes, event.attributes) ?? []);
  const inEvents = spoken.filter((entry) => entry.direction === 'input').map((entry) => entry.message);
  // Before messages had attributes of their own, whole lists of them stood in two events.
  const earlierInput = structure(attributesOf(events, 'gen_ai.content.prompt')['gen_ai.prompt']);
  const earlierOutput = structure(attributesOf(events, 'gen_ai.content.completion')['gen_ai.completion']);
  const input =
    structure(said('gen_ai.input.messages')) ?? earlierInput ?? (inEvents.length > 0 ? inEvents : flattened(attributes, 'gen_ai.prompt'));
  const outputMessages = said('gen_ai.output.messages') ?? earlierOutput ?? flattened(attributes, 'gen_ai.completion');
  const output = outputText(outputMessages) ?? spoken.findLast((entry) => entry.direction === 'output')?.message.content;
  const instructions = said('gen_ai.system_instructions');
  const system = contentText(structure(instructions)) ?? plainText(instructions);
  return generationFrom(input, {
    system,
    output,
    outputMessages,
    responseId: text(attributes, 'gen_ai.response.id'),
  });
}

function attributesOf(events: readonly SpanEvent[], name: string): Attributes {
  return events.find((event) => event.name === name)?.attributes ?? {};
}

/** `gen_ai.prompt.0.role`, `gen_ai.prompt.0.content`, `gen_ai.prompt.0.tool_calls.0.name`, …, as OpenLLMetry wrote messages. */
function flattened(attributes: Attributes, prefix: string): readonly unknown[] {
  return indexed(attributes, prefix).map((entry) => ({
    role: entry.role ?? (prefix === 'gen_ai.completion' ? 'assistant' : undefined),
    content: entry.content,
    tool_call_id: entry.tool_call_id,
    tool_calls: indexed(entry, 'tool_calls'),
  }));
}

/** Content in log records: one record a message, `gen_ai.choice` for what came back. */
function contentRecord(log: LogView): ContentRecord | undefined {
  const said = messageOf(log.eventName, log.attributes, record(log.body) ?? {});
  if (said === undefined) return undefined;
  const prompt = said.direction === 'input' ? promptContext([said.message]) : undefined;
  return {
    spanId: log.spanId,
    timeUnixNano: log.timeUnixNano,
    convention: otelGenAi.name,
    ...said,
    ...(prompt === undefined ? {} : { prompt }),
  };
}

function messageOf(eventName: string, attributes: Attributes, body: Attributes): Pick<ContentRecord, 'direction' | 'message'> | undefined {
  if (eventName === 'gen_ai.choice') {
    const message = record(structure(body.message)) ?? body;
    const content = contentText(message.content) ?? plainText(attributes.content);
    return content === undefined ? undefined : { direction: 'output', message: { role: 'assistant', content } };
  }
  const sender = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(eventName)?.[1];
  const content = sender === undefined ? undefined : contentText(body.content);
  return content === undefined ? undefined : { direction: 'input', message: { role: role(body.role ?? sender), content } };
}
