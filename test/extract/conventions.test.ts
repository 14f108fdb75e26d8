import { expect, test } from 'vitest';
import { nodeFrom } from '../../src/extract/extract.ts';
import { CONVENTIONS } from '../../src/extract/registry.ts';
import type { Facts } from '../../src/model/facts.ts';
import type { Attributes, SpanEvent, SpanView } from '../../src/model/span.ts';
import { BOTH, FIRST } from './passages.ts';

const QUESTION = 'How long do I have to return a tent?';
const found = BOTH.map((text, at) => ({ id: `c${at}`, text, score: 0.9 - at / 10 }));
const messages = [{ role: 'user', content: QUESTION }];

function factsOf(
  attributes: Attributes,
  events: readonly { readonly name: string; readonly attributes: Attributes }[] = [],
  name = 'step',
): Facts | undefined {
  const span: SpanView = {
    traceId: '00000000000000000000000000000001',
    spanId: '0000000000000001',
    name,
    startTimeUnixNano: 1n,
    endTimeUnixNano: 2n,
    attributes,
    events: events.map((event): SpanEvent => ({ ...event, timeUnixNano: 1n })),
    status: 'unset',
    scope: { name: 'my-own-code' },
    resource: {},
    sampled: true,
    droppedAttributesCount: 0,
  };
  return nodeFrom(span, CONVENTIONS).facts;
}

test.for([
  { name: 'flattened keys', attributes: Object.fromEntries(BOTH.map((text, at) => [`retrieval.documents.${at}.document.content`, text])) },
  {
    name: 'flattened keys in another order, with gaps',
    attributes: { 'retrieval.documents.10.document.content': BOTH[1], 'retrieval.documents.2.document.content': BOTH[0] },
  },
  { name: 'JSON under the key', attributes: { 'retrieval.documents': JSON.stringify(BOTH.map((content) => ({ document: { content } }))) } },
  {
    name: 'JSON with flat keys',
    attributes: { 'retrieval.documents': JSON.stringify(BOTH.map((content) => ({ 'document.content': content }))) },
  },
  { name: 'maps', attributes: { 'retrieval.documents': BOTH.map((content) => ({ document: { content } })) } },
  { name: 'JSON texts in a list', attributes: { 'retrieval.documents': BOTH.map((content) => JSON.stringify({ document: { content } })) } },
  {
    name: 'the output of a retriever',
    attributes: { 'openinference.span.kind': 'RETRIEVER', 'input.value': 'return', 'output.value': JSON.stringify(found) },
  },
  {
    name: 'the output of a retriever, in lower case',
    attributes: { 'openinference.span.kind': 'retriever', 'input.value': 'return', 'output.value': JSON.stringify({ my_hits: found }) },
  },
  {
    name: 'OpenTelemetry GenAI',
    attributes: { 'gen_ai.operation.name': 'retrieval', 'gen_ai.retrieval.documents': JSON.stringify(found) },
  },
  { name: 'OpenTelemetry GenAI, maps, no operation', attributes: { 'gen_ai.retrieval.documents': found } },
  {
    name: 'a datastore tool with an unhelpful name',
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'x',
      'gen_ai.tool.type': 'datastore',
      'gen_ai.tool.call.result': JSON.stringify(BOTH),
    },
  },
  {
    name: 'a tool of the AI SDK',
    attributes: {
      'ai.operationId': 'ai.toolCall',
      'ai.toolCall.name': 'getInformation',
      'ai.toolCall.result': JSON.stringify(BOTH.map((name) => ({ name, similarity: 0.7 }))),
    },
  },
  {
    name: 'a tool of OpenInference',
    attributes: { 'openinference.span.kind': 'TOOL', 'tool.name': 'step', 'output.value': JSON.stringify(found) },
  },
  {
    name: 'a task of OpenLLMetry',
    attributes: {
      'traceloop.span.kind': 'task',
      'traceloop.entity.input': '{"args":["return"],"kwargs":{}}',
      'traceloop.entity.output': JSON.stringify(found),
    },
  },
  {
    name: 'a store of OpenLLMetry',
    attributes: {
      'db.vector.query.result.0.metadata': JSON.stringify({ text: BOTH[0] }),
      'db.vector.query.result.1.metadata': JSON.stringify({ text: BOTH[1] }),
    },
  },
  { name: 'a span of the application, with JSON', attributes: { 'app.query': 'return', 'app.hits': JSON.stringify(found) } },
  {
    name: 'a span of the application, with flattened keys',
    attributes: {
      'search.question': 'return',
      ...Object.fromEntries(
        found.flatMap(({ text, score }, at) => [
          [`search.hits.${at}.text`, text],
          [`search.hits.${at}.score`, score],
        ]),
      ),
    },
  },
])('documents from $name', ({ attributes }) => {
  expect(factsOf(attributes)?.retrieval?.documents.map(({ text }) => text)).toEqual(BOTH);
});

test('documents from the events of a span of the application', () => {
  const events = found.map((document) => ({ name: 'hit', attributes: { 'hit.text': document.text, 'hit.score': document.score } }));
  expect(factsOf({ 'search.query': 'return' }, events)?.retrieval).toMatchObject({
    query: 'return',
    documents: BOTH.map((text) => ({ text })),
  });
});

test.for([
  { name: 'a retriever span that holds neither query nor documents', attributes: { 'openinference.span.kind': 'RETRIEVER' } },
  {
    name: 'orders, beside a query',
    attributes: {
      'app.query': 'tents',
      'app.rows': JSON.stringify([{ id: 1, status: 'open', note: 'Left our warehouse early yesterday.', metadata: {} }]),
    },
  },
  {
    name: 'messages, beside a query',
    attributes: {
      'app.query': 'tents',
      'app.rows': JSON.stringify([{ role: 'user', content: 'Where is the tent that I ordered?', metadata: {} }]),
    },
  },
  { name: 'documents without a query', attributes: { 'app.saved': JSON.stringify(found) } },
  {
    name: 'the result of an SQL query',
    attributes: { 'db.query.text': 'select * from tents', 'app.rows': JSON.stringify(found.map(({ id, text }) => ({ id, text }))) },
  },
  {
    name: 'a tool that is no retriever',
    attributes: {
      'ai.operationId': 'ai.toolCall',
      'ai.toolCall.name': 'getOrder',
      'ai.toolCall.result': '{"orderId":"o","status":"shipped"}',
    },
  },
])('no retrieval: $name', ({ attributes }) => {
  expect(factsOf(attributes)?.retrieval).toBeUndefined();
});

/** How one call of a model is written by those who name no operation, or write no messages. */
test.for([
  {
    name: 'OpenInference',
    attributes: {
      'openinference.span.kind': 'LLM',
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.content': QUESTION,
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': 'A.',
    },
  },
  {
    name: 'OpenInference, no kind',
    attributes: {
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.content': QUESTION,
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': 'A.',
    },
  },
  {
    name: 'OpenInference, only the request',
    attributes: { 'openinference.span.kind': 'LLM', 'input.value': JSON.stringify({ model: 'm', messages }), 'output.value': 'A.' },
  },
  { name: 'OpenInference, only the text', attributes: { 'openinference.span.kind': 'LLM', 'input.value': QUESTION, 'output.value': 'A.' } },
  {
    name: 'OpenLLMetry, flattened',
    attributes: {
      'llm.request.type': 'chat',
      'gen_ai.prompt.0.role': 'user',
      'gen_ai.prompt.0.content': QUESTION,
      'gen_ai.completion.0.role': 'assistant',
      'gen_ai.completion.0.content': 'A.',
    },
  },
  {
    name: 'OpenTelemetry GenAI',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.input.messages': JSON.stringify(messages),
      'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":"A."}]}]',
    },
  },
  {
    name: 'OpenTelemetry GenAI, no operation',
    attributes: {
      'gen_ai.input.messages': JSON.stringify(messages),
      'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":"A."}]}]',
    },
  },
  {
    name: 'the AI SDK',
    attributes: {
      'ai.operationId': 'ai.generateText.doGenerate',
      'ai.prompt.messages': JSON.stringify([{ role: 'user', content: [{ type: 'text', text: QUESTION }] }]),
      'ai.response.text': 'A.',
    },
  },
])('a model call of $name', ({ attributes }) => {
  expect(factsOf(attributes)?.generation).toMatchObject({ messages, output: 'A.' });
});

test.for([
  {
    name: 'one event for each message',
    events: [
      { name: 'gen_ai.user.message', attributes: { content: QUESTION } },
      { name: 'gen_ai.choice', attributes: { message: '{"role":"assistant","content":"A."}' } },
    ],
  },
  {
    name: 'two events with lists',
    events: [
      { name: 'gen_ai.content.prompt', attributes: { 'gen_ai.prompt': JSON.stringify(messages) } },
      { name: 'gen_ai.content.completion', attributes: { 'gen_ai.completion': '[{"role":"assistant","content":"A."}]' } },
    ],
  },
  {
    name: 'one event with details',
    events: [
      {
        name: 'gen_ai.client.inference.operation.details',
        attributes: { 'gen_ai.input.messages': messages, 'gen_ai.output.messages': [{ role: 'assistant', content: 'A.' }] },
      },
    ],
  },
])('a model call in $name', ({ events }) => {
  expect(factsOf({ 'gen_ai.operation.name': 'chat' }, events)?.generation).toMatchObject({ messages, output: 'A.' });
});

test('flattened messages of OpenLLMetry keep the tools that were called', () => {
  const facts = factsOf({
    'gen_ai.prompt.0.role': 'user',
    'gen_ai.prompt.0.content': QUESTION,
    'gen_ai.prompt.1.role': 'assistant',
    'gen_ai.prompt.1.tool_calls.0.id': 'a',
    'gen_ai.prompt.1.tool_calls.0.name': 'search_docs',
    'gen_ai.prompt.1.tool_calls.0.arguments': '{"query":"return"}',
    'gen_ai.prompt.2.role': 'tool',
    'gen_ai.prompt.2.tool_call_id': 'a',
    'gen_ai.prompt.2.content': `[1] ${FIRST}`,
    'gen_ai.completion.0.content': 'A.',
  });
  expect(facts?.generation).toMatchObject({
    output: 'A.',
    toolRetrievals: [{ query: 'return', documents: [{ text: FIRST }], tool: { name: 'search_docs', callId: 'a' } }],
  });
});

test.for([
  {
    name: 'OpenInference',
    attributes: { 'openinference.span.kind': 'RETRIEVER', 'input.value': 'return', 'output.value': JSON.stringify(found).slice(0, -20) },
  },
  { name: 'OpenTelemetry GenAI', attributes: { 'gen_ai.retrieval.documents': JSON.stringify(found).slice(0, -20) } },
  {
    name: 'a tool',
    attributes: {
      'ai.operationId': 'ai.toolCall',
      'ai.toolCall.name': 'search',
      'ai.toolCall.result': JSON.stringify(found).slice(0, -20),
    },
  },
])('a list that was cut says so: $name', ({ attributes }) => {
  expect(factsOf(attributes)?.retrieval).toMatchObject({
    isCut: true,
    documents: [{ text: BOTH[0] }, { text: BOTH[1] }].slice(0, factsOf(attributes)?.retrieval?.documents.length),
  });
  expect(factsOf(attributes)?.retrieval?.documents.length).toBeGreaterThan(0);
});
