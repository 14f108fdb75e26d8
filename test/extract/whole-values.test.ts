import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dify } from '../../src/extract/conventions/dify.ts';
import { haystack } from '../../src/extract/conventions/haystack.ts';
import { langfuse } from '../../src/extract/conventions/langfuse.ts';
import { mlflow } from '../../src/extract/conventions/mlflow.ts';
import { springAi } from '../../src/extract/conventions/spring-ai.ts';
import { trulens } from '../../src/extract/conventions/trulens.ts';
import type { SpanView } from '../../src/model/span.ts';

function span(name: string, attributes: Readonly<Record<string, unknown>>): SpanView {
  return {
    traceId: '1'.repeat(32),
    spanId: '2'.repeat(16),
    name,
    startTimeUnixNano: 0n,
    endTimeUnixNano: 1n,
    attributes,
    events: [],
    status: 'unset',
    scope: { name: 'test' },
    resource: {},
    sampled: true,
    droppedAttributesCount: 0,
  };
}

/** Conventions that keep a call's whole input and output as one value each, and the spans on which they do. */
const CALLS = [
  ...['retriever', 'tool', 'generation', 'chain', 'span'].map((kind) => ({
    convention: langfuse,
    name: 'step',
    mark: { 'langfuse.observation.type': kind },
    input: 'langfuse.observation.input',
    output: 'langfuse.observation.output',
  })),
  ...['RETRIEVER', 'RERANKER', 'TOOL', 'CHAT_MODEL', 'CHAIN'].map((kind) => ({
    convention: mlflow,
    name: 'step',
    mark: { 'mlflow.spanType': `"${kind}"` },
    input: 'mlflow.spanInputs',
    output: 'mlflow.spanOutputs',
  })),
  ...['retrieval', 'reranking', 'generation', 'tool'].map((kind) => ({
    convention: trulens,
    name: 'step',
    mark: { 'ai.observability.span_type': kind },
    input: 'ai.observability.call.kwargs.messages',
    output: 'ai.observability.call.return',
  })),
  ...[
    { name: 'haystack.component.run', prefix: 'haystack.component.' },
    { name: 'haystack.agent.run', prefix: 'haystack.agent.' },
    { name: 'haystack.agent.step.llm', prefix: 'haystack.agent.step.llm.' },
    { name: 'haystack.agent.step.tool', prefix: 'haystack.agent.step.tool.' },
  ].map(({ name, prefix }) => ({
    convention: haystack,
    name,
    mark: { 'haystack.component.type': 'Retriever' },
    input: `${prefix}input`,
    output: `${prefix}output`,
  })),
  {
    convention: haystack,
    name: 'haystack.pipeline.run',
    mark: {},
    input: 'haystack.pipeline.input_data',
    output: 'haystack.pipeline.output_data',
  },
  ...['RETRIEVER', 'TOOL', 'LLM'].map((kind) => ({
    convention: dify,
    name: 'step',
    mark: { 'gen_ai.framework': 'dify', 'gen_ai.span.kind': kind },
    input: 'gen_ai.input.messages',
    output: kind === 'TOOL' ? 'gen_ai.tool.call.result' : 'retrieval.document',
  })),
  {
    convention: springAi,
    name: 'step',
    mark: { 'spring.ai.kind': 'tool_call' },
    input: 'spring.ai.tool.call.arguments',
    output: 'spring.ai.tool.call.result',
  },
];

describe.each(CALLS)('$convention.name $name $mark', ({ convention, name, mark, input, output }) => {
  test('answers to any value and never throws', () => {
    const value = fc.oneof(fc.anything(), fc.json(), fc.string());
    fc.assert(
      fc.property(value, value, (given, returned) => {
        convention.extract(span(name, { ...mark, [input]: given, [output]: returned }));
      }),
    );
  });
});

test.for([
  { convention: langfuse, attributes: { 'langfuse.observation.type': 'retriever', 'langfuse.observation.input': 'a question' } },
  { convention: mlflow, attributes: { 'mlflow.spanType': '"RETRIEVER"', 'mlflow.spanInputs': '{"query": "a question"}' } },
  { convention: trulens, attributes: { 'ai.observability.span_type': 'retrieval', 'ai.observability.retrieval.query_text': 'a question' } },
  { convention: dify, attributes: { 'gen_ai.framework': 'dify', 'gen_ai.span.kind': 'RETRIEVER', 'retrieval.query': 'a question' } },
  { convention: springAi, attributes: { 'spring.ai.kind': 'vector_store', 'db.vector.query.content': 'a question' } },
])('$convention.name: a span that says only what was asked does not say that nothing was found', ({ convention, attributes }) => {
  expect(convention.extract(span('step', attributes))).toBeUndefined();
});

test('whole documents are read from a retriever’s output that was cut, and the rest of its input is no question', () => {
  const output = '[{"id": "a", "text": "Rinse the sail with fresh water."}, {"id": "b", "text": "Dry it in the sh';
  const facts = langfuse.extract(
    span('find', {
      'langfuse.observation.type': 'retriever',
      'langfuse.observation.input': '{"args": ["How do I d',
      'langfuse.observation.output': output,
    }),
  );
  expect(facts?.retrieval).toEqual({ documents: [{ text: 'Rinse the sail with fresh water.', id: 'a', rank: 0 }], isCut: true });
});
