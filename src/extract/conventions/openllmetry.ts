import type { Facts, RetrievalFact } from '../../model/facts.ts';
import type { Attributes, SpanView } from '../../model/span.ts';
import { indexed, plainText, record, structure, text } from '../attributes.ts';
import { citedDocuments, documentFrom, documentsFrom, readsAsDocuments } from '../documents.ts';
import type { Extractor } from '../extractor.ts';
import { factsOf } from '../facts-of.ts';
import { isMadeOf } from '../made-of-input.ts';
import { answerFrom, questionFrom } from '../messages.ts';
import { queryBeside } from '../query-beside.ts';
import { retrievalOf } from '../tool-retrieval.ts';

/**
 * OpenLLMetry: decorators and framework spans (`traceloop.*`), vector stores (`db.query.result` events, `db.vector.query.result.N.*`):
 * https://github.com/traceloop/openllmetry. Its model calls are OpenTelemetry GenAI.
 * Read from 0.27 for JavaScript and 0.62 for Python.
 */
export const openllmetry: Extractor = {
  name: 'openllmetry',

  extract(span) {
    const { attributes } = span;
    const kind = text(attributes, 'traceloop.span.kind');
    const stored = storeResult(span);
    if (stored !== undefined) return facts({ retrieval: stored });
    const isTool = kind === 'tool' || text(attributes, 'gen_ai.operation.name') === 'execute_tool';
    if (kind === undefined && !isTool) return undefined;
    if (isTool) return facts({ retrieval: tool(span) });
    const question = questionOf(attributes['traceloop.entity.input']);
    const documents = returnedDocuments(attributes['traceloop.entity.output']);
    const isIndexing = question !== undefined && documents !== undefined && isMadeOf(question, documents);
    if (documents !== undefined && !isIndexing)
      return facts({ retrieval: { ...(question === undefined ? {} : { query: question }), documents } });
    // Every step of a chain states its input; only whole workflows and agents state the user's question.
    if (kind !== 'workflow' && kind !== 'agent') return undefined;
    const output = attributes['traceloop.entity.output'];
    return facts({ question, answer: answerFrom(output), cited: citedDocuments(output) });
  },
};

function facts(said: Parameters<typeof factsOf>[1]): Facts | undefined {
  return factsOf(openllmetry.name, said);
}

/** What a vector store's span says that it returned. */
function storeResult({ attributes, events }: SpanView): RetrievalFact | undefined {
  const query = queryBeside(attributes);
  const results = events.filter((event) => event.name === 'db.query.result' && Object.keys(event.attributes).length > 0);
  const entries =
    results.length > 0
      ? results.map((event) => withoutPrefix(event.attributes, 'db.query.result.'))
      : indexed(attributes, 'db.vector.query.result').map((entry) => ({ ...entry, payload: entry.metadata }));
  const isEmpty = attributes['db.vector.query.result.matches_length'] === 0;
  if (entries.length === 0 && !isEmpty) return undefined;
  const documents = entries.flatMap((entry, rank) => documentFrom(entry, rank) ?? []);
  return { ...(query === undefined ? {} : { query }), documents };
}

function withoutPrefix(attributes: Attributes, prefix: string): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [key.startsWith(prefix) ? key.slice(prefix.length) : key, value]),
  );
}

function tool({ attributes, status }: SpanView): RetrievalFact | undefined {
  return retrievalOf({
    failed: status === 'error',
    name: text(attributes, 'gen_ai.tool.name') ?? text(attributes, 'traceloop.entity.name'),
    type: text(attributes, 'gen_ai.tool.type'),
    callId: text(attributes, 'gen_ai.tool.call.id'),
    input: attributes['gen_ai.tool.call.arguments'] ?? attributes['traceloop.entity.input'],
    result: attributes['gen_ai.tool.call.result'] ?? attributes['traceloop.entity.output'],
  });
}

/** A step that returned documents and nothing else; one that carries them on among other things did not retrieve them. */
function returnedDocuments(output: unknown): ReturnType<typeof documentsFrom> {
  const whole = structure(output);
  const list = Array.isArray(whole) ? whole : onlyList(record(whole));
  if (list === undefined) return undefined;
  if (readsAsDocuments(list)) return documentsFrom(list);
  return undefined;
}

function onlyList(entry: Readonly<Record<string, unknown>> | undefined): readonly unknown[] | undefined {
  const keys = Object.keys(entry ?? {});
  const list = keys.length === 1 && keys[0] === 'output' ? structure(entry?.output) : undefined;
  return Array.isArray(list) ? list : undefined;
}

/** Decorators write the arguments of the function: `{ "args": [...], "kwargs": {...} }`. */
function questionOf(input: unknown): string | undefined {
  const entry = record(structure(input));
  if (Array.isArray(entry?.args)) {
    const [first] = entry.args;
    return typeof first === 'string' ? plainText(first) : (questionFrom(first) ?? questionFrom(entry.kwargs));
  }
  return questionFrom(input);
}
