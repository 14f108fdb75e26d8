import type { ContentRecord, Facts, GenerationFact } from '../../model/facts.ts';
import type { Attributes, LogView, SpanEvent } from '../../model/span.ts';
import type { Message } from '../../model/turn.ts';
import { plainText, record, structure, text } from '../attributes.ts';
import { documentsFrom } from '../documents.ts';
import type { Extractor } from '../extractor.ts';
import { contentText, lastUserText, messagesFrom, role } from '../messages.ts';

const GENERATES = new Set(['chat', 'text_completion', 'generate_content']);

/** OpenTelemetry semantic conventions for generative AI: https://github.com/open-telemetry/semantic-conventions-genai */
export const otelGenAi: Extractor = {
  name: 'otel-gen-ai',

  extract(span) {
    const { attributes } = span;
    const operation = text(attributes, 'gen_ai.operation.name');
    const query = text(attributes, 'gen_ai.retrieval.query.text');
    const documents = documentsFrom(attributes['gen_ai.retrieval.documents']);
    if (documents !== undefined || query !== undefined) {
      return facts({ retrieval: { ...(query === undefined ? {} : { query }), documents: documents ?? [] } });
    }
    if (operation === undefined) return undefined;
    if (GENERATES.has(operation)) return facts({ generation: generation(attributes, span.events) });
    if (operation === 'invoke_agent') {
      const { messages, output } = generation(attributes, span.events);
      const question = lastUserText(messages);
      return facts({ ...(question === undefined ? {} : { question }), ...(output === undefined ? {} : { answer: output }) });
    }
    return undefined;
  },

  extractLog: contentRecord,
};

function facts(said: Omit<Facts, 'convention' | 'flags'>): Facts {
  return { convention: otelGenAi.name, ...said, flags: [] };
}

function generation(attributes: Attributes, events: readonly SpanEvent[]): GenerationFact {
  const details = events.find((event) => event.name === 'gen_ai.client.inference.operation.details')?.attributes ?? {};
  const said = (key: string): unknown => attributes[key] ?? details[key];
  const system = contentText(structure(said('gen_ai.system_instructions')));
  const spoken = events.flatMap((event) => messageOf(event.name, event.attributes, event.attributes) ?? []);
  const messages: readonly Message[] = [
    ...(system === undefined ? [] : [{ role: 'system', content: system }]),
    ...messagesFrom(said('gen_ai.input.messages')),
    ...spoken.filter((entry) => entry.direction === 'input').map((entry) => entry.message),
  ];
  const output =
    messagesFrom(said('gen_ai.output.messages')).findLast((message) => message.role === 'assistant')?.content ??
    spoken.findLast((entry) => entry.direction === 'output')?.message.content;
  const responseId = text(attributes, 'gen_ai.response.id');
  return { messages, ...(output === undefined ? {} : { output }), ...(responseId === undefined ? {} : { responseId }) };
}

/** Content in log records: one record a message, `gen_ai.choice` for what came back. */
function contentRecord(log: LogView): ContentRecord | undefined {
  const said = messageOf(log.eventName, log.attributes, record(log.body) ?? {});
  return said === undefined
    ? undefined
    : { spanId: log.spanId, timeUnixNano: log.timeUnixNano, convention: otelGenAi.name, direction: said.direction, message: said.message };
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
