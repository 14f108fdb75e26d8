import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { complete, MODEL, promptOf } from './model.js';
import { PASSAGES } from './passages.js';
import { createIndex } from './vector-search.js';

const tracer = trace.getTracer('wheelhouse-help');
const index = createIndex(PASSAGES);

/** Answers one question. Its spans have the attribute names of OpenInference, as an instrumentation of it would write them. */
export function ask(question, topic) {
  const attributes = { 'openinference.span.kind': 'CHAIN', 'input.value': question, 'http.request.method': 'POST', 'http.route': '/ask' };
  return spanned('POST /ask', { kind: SpanKind.SERVER, attributes }, async (span) => {
    const documents = await retrieve(question, topic);
    const answer = await generate(promptOf(question, documents));
    span.setAttribute('output.value', answer);
    return { answer, documents };
  });
}

function retrieve(question, topic) {
  const attributes = { 'openinference.span.kind': 'RETRIEVER', 'input.value': question };
  return spanned('search', { attributes }, async (span) => {
    const documents = index.search(question, { topic });
    for (const [at, { id, text, score }] of documents.entries()) {
      span.setAttributes({
        [`retrieval.documents.${at}.document.id`]: id,
        [`retrieval.documents.${at}.document.content`]: text,
        [`retrieval.documents.${at}.document.score`]: score,
      });
    }
    return documents;
  });
}

function generate(messages) {
  const attributes = { 'openinference.span.kind': 'LLM', 'llm.model_name': MODEL };
  for (const [at, { role, content }] of messages.entries()) {
    attributes[`llm.input_messages.${at}.message.role`] = role;
    attributes[`llm.input_messages.${at}.message.content`] = content;
  }
  return spanned(`chat ${MODEL}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const answer = await complete(messages);
    span.setAttributes({ 'llm.output_messages.0.message.role': 'assistant', 'llm.output_messages.0.message.content': answer });
    return answer;
  });
}

/** Runs `work` in a span of its own, which ends with it, whatever becomes of it. */
function spanned(name, options, work) {
  return tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.recordException(error);
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
