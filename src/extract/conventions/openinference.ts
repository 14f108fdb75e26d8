import type { Facts, GenerationFact, RetrievalFact } from '../../model/facts.ts';
import type { Attributes, SpanView } from '../../model/span.ts';
import type { Flag, RetrievedDocument } from '../../model/turn.ts';
import { indexed, isRedactionMark, plainText, record, structure, text } from '../attributes.ts';
import { callArguments } from '../call-arguments.ts';
import { generationFrom, outputText } from '../conversation.ts';
import { citedDocuments, documentFrom, documentsFrom } from '../documents.ts';
import type { Extractor } from '../extractor.ts';
import { factsOf } from '../facts-of.ts';
import { answerFrom, contentText, questionFrom } from '../messages.ts';
import { ranked } from '../ranked.ts';
import { isCut } from '../salvage.ts';
import { retrievalOf } from '../tool-retrieval.ts';

/** How Python prints a message that cannot be written as JSON. */
const PRINTED_MESSAGE = /"(?:messages|chat_history)":\s*\["ChatMessage\(/u;

/**
 * OpenInference semantic conventions: https://github.com/Arize-ai/openinference/tree/main/spec
 * Read from openinference-core 2.7, its instrumentations 3.4 to 4.2 for JavaScript and 4.6 for LlamaIndex in Python.
 */
export const openinference: Extractor = {
  name: 'openinference',

  extract(span) {
    const { attributes } = span;
    const kind = text(attributes, 'openinference.span.kind')?.toUpperCase();
    const flags: Flag[] = [];
    const retrieved = listed(attributes, 'retrieval.documents', flags);
    if (retrieved !== undefined || kind === 'RETRIEVER') return facts({ retrieval: retrieval(attributes, retrieved) }, flags);

    const reranked = listed(attributes, 'reranker.output_documents', flags);
    if (reranked !== undefined) {
      const input = listed(attributes, 'reranker.input_documents', flags) ?? [];
      const query = text(attributes, 'reranker.query');
      return facts({ rerank: { ...(query === undefined ? {} : { query }), documents: ranked(reranked, input) } }, flags);
    }

    if (kind === 'LLM' || (kind === undefined && attributes['llm.input_messages.0.message.role'] !== undefined)) {
      return isOuterCall(attributes) ? undefined : facts({ generation: generation(attributes) });
    }
    if (kind === 'TOOL') return facts({ retrieval: tool(span) });
    if (kind === 'CHAIN' || kind === 'AGENT') {
      const output = attributes['output.value'];
      return facts({ question: questionFrom(attributes['input.value']), answer: answerFrom(output), cited: citedDocuments(output) });
    }
    return undefined;
  },
};

function facts(said: Parameters<typeof factsOf>[1], flags: readonly Flag[] = []): Facts | undefined {
  return factsOf(openinference.name, said, flags);
}

/** A span that says `RETRIEVER` and holds neither query nor documents is none. */
function retrieval(attributes: Attributes, listedDocuments: readonly RetrievedDocument[] | undefined): RetrievalFact | undefined {
  const input = attributes['input.value'];
  const query = questionFrom(input) ?? firstArgument(input);
  const documents = listedDocuments ?? documentsFrom(attributes['output.value']);
  const isHidden = typeof input === 'string' && isRedactionMark(input);
  if (documents === undefined && query === undefined && !isHidden) return undefined;
  return {
    ...(query === undefined ? {} : { query }),
    documents: documents ?? [],
    ...(listedDocuments === undefined && isCut(attributes['output.value']) ? { isCut: true } : {}),
  };
}

/** Documents under flattened keys, or as one list (JSON text or array) under the prefix itself. */
function listed(attributes: Attributes, prefix: string, flags: Flag[]): readonly RetrievedDocument[] | undefined {
  const entries = indexed(attributes, prefix);
  if (entries.length === 0) return documentsFrom(attributes[prefix]);
  return entries.map((entry, rank) => {
    const content = entry['document.content'];
    if (typeof content === 'string' && isRedactionMark(content)) flags.push('redacted');
    return documentFrom(entry, rank) ?? { rank };
  });
}

/** Helpers without a mapping write the list of the function's arguments. */
function firstArgument(value: unknown): string | undefined {
  const list = structure(value);
  return Array.isArray(list) ? plainText(list[0]) : undefined;
}

function tool({ attributes, name, status }: SpanView): RetrievalFact | undefined {
  return retrievalOf({
    name: text(attributes, 'tool.name') ?? name,
    failed: status === 'error',
    callId: text(attributes, 'tool_call.id'),
    // `tool.parameters` is the schema of the tool where the call's arguments are the input.
    input: callArguments(attributes['input.value'] ?? attributes['tool.parameters']),
    result: toolOutput(attributes['output.value']),
  });
}

/** LlamaIndex's `ToolOutput`: the text that the model reads stands in blocks, what the tool returned beside it. */
function toolOutput(value: unknown): unknown {
  const entry = record(structure(value));
  const isToolOutput = entry !== undefined && 'blocks' in entry && 'raw_output' in entry;
  return isToolOutput ? (contentText(structure(entry.blocks)) ?? entry.raw_output) : value;
}

/**
 * LlamaIndex's programs and templates make spans of their own around the call of the model, of the same kind, whose messages are printed
 * objects: they know nothing that the call does not know better.
 */
function isOuterCall(attributes: Attributes): boolean {
  const isRead = indexed(attributes, 'llm.input_messages').length > 0 || indexed(attributes, 'llm.prompts').length > 0;
  if (isRead) return false;
  return attributes['llm.prompt_template.template'] !== undefined || PRINTED_MESSAGE.test(text(attributes, 'input.value') ?? '');
}

function generation(attributes: Attributes): GenerationFact {
  const outputMessages = conversation(attributes, 'llm.output_messages');
  const output = outputText(outputMessages) ?? spokenOutput(attributes);
  const messages = conversation(attributes, 'llm.input_messages');
  return generationFrom(messages.length > 0 ? messages : given(attributes['input.value']), { output, outputMessages });
}

/** Without flattened messages the request itself may be there, or only the text that was sent. */
function given(input: unknown): unknown {
  const prompt = structure(input) === undefined ? plainText(input) : undefined;
  return prompt === undefined ? input : [{ role: 'user', content: prompt }];
}

/** A streamed answer is on some spans only as the plain output value. */
function spokenOutput(attributes: Attributes): string | undefined {
  return text(attributes, 'output.mime_type') === 'application/json' ? undefined : text(attributes, 'output.value');
}

/** Flattened messages as the maps that they were made of. */
function conversation(attributes: Attributes, prefix: string): readonly unknown[] {
  return indexed(attributes, prefix).map((entry) => {
    const parts = indexed(entry, 'message.contents').map((part) => ({
      type: part['message_content.type'],
      text: part['message_content.text'],
    }));
    const calls = indexed(entry, 'message.tool_calls').map((call) => ({
      id: call['tool_call.id'],
      function: { name: call['tool_call.function.name'], arguments: call['tool_call.function.arguments'] },
    }));
    return {
      role: entry['message.role'],
      content: entry['message.content'] ?? (parts.length > 0 ? parts : undefined),
      name: entry['message.name'],
      tool_call_id: entry['message.tool_call_id'],
      tool_calls: calls,
    };
  });
}
