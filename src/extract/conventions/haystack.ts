import type { Facts } from '../../model/facts.ts';
import { type Entry, entriesIn, plainText, record, structure, text } from '../attributes.ts';
import { generationFrom } from '../conversation.ts';
import { documentsFrom } from '../documents.ts';
import type { Extractor } from '../extractor.ts';
import { factsOf } from '../facts-of.ts';
import { answerFrom, questionFrom } from '../messages.ts';
import { retrievalOf } from '../tool-retrieval.ts';

const RETRIEVES = /(?:Retriever|WebSearch)$/u;
/** Components that put documents which were retrieved before into another order, or several lists of them into one. */
const REORDERS = /(?:Ranker|DocumentJoiner|Retriever)$/u;

/**
 * Haystack's own spans, of components, pipelines and agents: https://docs.haystack.deepset.ai/docs/tracing. Read from haystack-ai 3.4. Texts
 * are on them only with `HAYSTACK_CONTENT_TRACING_ENABLED=true`.
 */
export const haystack: Extractor = {
  name: 'haystack',

  extract(span) {
    const { attributes } = span;
    const type = text(attributes, 'haystack.component.type');
    if (type !== undefined) return component(type, attributes['haystack.component.input'], attributes['haystack.component.output']);
    const pipeline = attributes['haystack.pipeline.input_data'];
    if (pipeline !== undefined) return facts({ question: asked(pipeline), answer: answered(attributes['haystack.pipeline.output_data']) });
    const agent = attributes['haystack.agent.input'];
    if (agent !== undefined) {
      const output = record(structure(attributes['haystack.agent.output']));
      return facts({ question: asked(agent), answer: answerFrom(messages(output?.messages)) });
    }
    const step = attributes['haystack.agent.step.llm.input'];
    if (step !== undefined) return generation(step, attributes['haystack.agent.step.llm.output']);
    const tool = text(attributes, 'haystack.tool.name');
    if (tool === undefined) return undefined;
    const [input, result] = [attributes['haystack.agent.step.tool.input'], attributes['haystack.agent.step.tool.output']];
    return facts({ retrieval: retrievalOf({ name: tool, input, result, failed: span.status === 'error' }) });
  },
};

function facts(said: Parameters<typeof factsOf>[1]): Facts | undefined {
  return factsOf(haystack.name, said);
}

/**
 * A component is what its sockets say: documents out and none in is a retrieval where something was asked; documents in and out is a rerank.
 * Converters, cleaners and embedders of an indexing pipeline are asked nothing.
 */
function component(type: string, input: unknown, output: unknown): Facts | undefined {
  const given = record(structure(input));
  const returned = record(structure(output));
  if (Array.isArray(returned?.replies)) return generation(given, returned);
  const documents = Array.isArray(returned?.documents) ? documentsFrom(returned.documents) : undefined;
  if (documents === undefined) return undefined;
  const query = plainText(given?.query) ?? plainText(given?.question);
  const found = { ...(query === undefined ? {} : { query }), documents };
  if (given?.documents !== undefined) return query !== undefined || REORDERS.test(type) ? facts({ rerank: found }) : undefined;
  return query !== undefined || RETRIEVES.test(type) ? facts({ retrieval: found }) : undefined;
}

/** Generators take a prompt or messages; `replies` are texts or messages. */
function generation(input: unknown, output: unknown): Facts | undefined {
  const given = record(structure(input));
  const prompt = plainText(given?.prompt);
  const said = prompt === undefined ? messages(given?.messages) : [{ role: 'user', content: prompt }];
  const replies = messages(record(structure(output))?.replies, 'assistant');
  return facts({ generation: generationFrom(said, { output: answerFrom(replies), outputMessages: replies }) });
}

/** The user's question in the inputs of a pipeline, `{ component: { socket: value } }` or flat: the plainest name over all components. */
function asked(data: unknown): string | undefined {
  const given = record(structure(data)) ?? {};
  const merged = Object.assign({}, given, ...Object.values(given).map((value) => record(value) ?? {})) as Entry;
  return questionFrom('messages' in merged ? { ...merged, messages: messages(merged.messages) } : merged);
}

function answered(data: unknown): string | undefined {
  const outputs = entriesIn(Object.values(record(structure(data)) ?? {}));
  for (const { answers, replies } of outputs) {
    const [best] = entriesIn(answers);
    const said = plainText((record(best?.init_parameters) ?? best)?.data) ?? answerFrom(messages(replies, 'assistant'));
    if (said !== undefined) return said;
  }
  return undefined;
}

/** Haystack's chat messages, each a list of parts, as those of other libraries. */
function messages(list: unknown, speaker = 'user'): readonly unknown[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((value: unknown) => {
    if (typeof value === 'string') return [{ role: speaker, content: value }];
    const entry = record(value);
    return entry === undefined ? [] : message(entry);
  });
}

function message(entry: Entry): readonly unknown[] {
  const role = entry.role ?? entry._role;
  const content = entry.content ?? entry._content;
  if (typeof content === 'string') return [{ role, content }];
  const parts = entriesIn(content);
  const results = parts.flatMap((part) => {
    const result = record(part.tool_call_result);
    const origin = record(result?.origin);
    return result === undefined ? [] : [{ role: 'tool', tool_call_id: origin?.id, name: origin?.tool_name, content: result.result }];
  });
  const calls = parts.flatMap((part) => {
    const call = record(part.tool_call);
    return call === undefined ? [] : [{ id: call.id, name: call.tool_name, arguments: call.arguments }];
  });
  if (results.length > 0) return results;
  return [{ role, content: parts.filter((part) => part.text !== undefined), tool_calls: calls }];
}
