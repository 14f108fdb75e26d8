import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { generateText } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { expect, test } from 'vitest';
import { nodeFrom, recordFrom } from '../../src/extract/extract.ts';
import { CONVENTIONS } from '../../src/extract/registry.ts';
import { promptFor } from '../../src/judge/llm/prompt.ts';
import { sheetOf } from '../../src/judge/llm/sheet.ts';
import type { Attributes } from '../../src/model/span.ts';
import { type ReadableSpanLike, toSpanView } from '../../src/receive/readable-span.ts';
import { span, turn } from '../support/builders.ts';

/** A document that would be split into passages, were the prompt read as one. */
const TAGGED = '<document>Paris is the capital of France.</document><document>Lyon is a city.</document>';

/** What our LLM judge sends. */
function sent() {
  const sheet = sheetOf(turn({ documents: [{ text: TAGGED, rank: 0 }] }), ['documents'], () => 0.5);
  const { system, user } = promptFor(sheet, sheet.items);
  return {
    system,
    user,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
  };
}

const { system, user, messages } = sent();

test.for<{ name: string; attributes: Attributes }>([
  {
    name: 'OpenInference, the model',
    attributes: {
      'openinference.span.kind': 'LLM',
      'input.value': JSON.stringify({ messages }),
      'llm.input_messages.0.message.role': 'system',
      'llm.input_messages.0.message.content': system,
      'llm.input_messages.1.message.role': 'user',
      'llm.input_messages.1.message.content': user,
    },
  },
  { name: 'OpenInference, a chain', attributes: { 'openinference.span.kind': 'CHAIN', 'input.value': user, 'output.value': '{}' } },
  {
    name: 'OpenTelemetry GenAI',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: user }] }]),
      'gen_ai.system_instructions': JSON.stringify([{ type: 'text', content: system }]),
    },
  },
  {
    name: 'a gateway, flattened',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.prompt.0.role': 'system',
      'gen_ai.prompt.0.content': system,
      'gen_ai.prompt.1.role': 'user',
      'gen_ai.prompt.1.content': user,
    },
  },
  {
    name: 'OpenLLMetry',
    attributes: { 'traceloop.span.kind': 'workflow', 'traceloop.entity.input': user, 'traceloop.entity.output': '{}' },
  },
  {
    name: 'Langfuse',
    attributes: { 'langfuse.observation.type': 'generation', 'langfuse.observation.input': JSON.stringify(messages) },
  },
  { name: 'MLflow', attributes: { 'mlflow.spanInputs': JSON.stringify({ messages }), 'mlflow.spanType': '"CHAT_MODEL"' } },
  { name: 'LangSmith', attributes: { 'langsmith.span.kind': 'llm', 'gen_ai.prompt': JSON.stringify({ messages }) } },
])('a call of our judge that $name has traced says nothing', ({ attributes }) => {
  expect(nodeFrom(span('a', { attributes }), CONVENTIONS).facts).toBeUndefined();
  // The same span with other words is read: it is the words that count.
  const others = JSON.parse(JSON.stringify(attributes).replaceAll('ragmeter-judge', 'somebody')) as Attributes;
  expect(nodeFrom(span('a', { attributes: others }), CONVENTIONS).facts).toBeDefined();
});

test('a call of our judge that the AI SDK has traced says nothing', async () => {
  const exporter = new InMemorySpanExporter();
  const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer('ai');
  const model = new MockLanguageModelV3({
    doGenerate: {
      content: [{ type: 'text', text: '{}' }],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    },
  });
  for (const instructions of [system, 'You are a helpful assistant.']) {
    const prompt = instructions === system ? user : 'Why?';
    await generateText({ model, system: instructions, prompt, experimental_telemetry: { isEnabled: true, tracer } });
  }
  const read = exporter.getFinishedSpans().map((ended) => nodeFrom(toSpanView(ended as unknown as ReadableSpanLike), CONVENTIONS).facts);
  expect(read.map((facts) => facts !== undefined)).toEqual([false, false, true, true]);
});

test.for([
  { eventName: 'gen_ai.system.message', content: system, read: false },
  { eventName: 'gen_ai.user.message', content: user, read: false },
  { eventName: 'gen_ai.user.message', content: 'Why?', read: true },
])('the same for a log record: $eventName, $read', ({ eventName, content, read }) => {
  const log = { traceId: 'a', spanId: 'b', eventName, timeUnixNano: 1n, attributes: {}, body: { content } };
  expect(recordFrom(log, CONVENTIONS) !== undefined).toBe(read);
});

test.for<{ name: string; attributes: Attributes }>([
  {
    name: 'in a retrieved document, whole',
    attributes: { 'openinference.span.kind': 'RETRIEVER', 'input.value': 'Why?', 'retrieval.documents.0.document.content': user },
  },
  {
    name: 'at the head of a retrieved document',
    attributes: {
      'openinference.span.kind': 'RETRIEVER',
      'input.value': 'Why?',
      'retrieval.documents.0.document.content': `${system}\n${user}`,
    },
  },
  {
    name: 'in a prompt',
    attributes: {
      'openinference.span.kind': 'LLM',
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.content': `Answer from these:\n${system}\n${user}\nQuestion: Why?`,
    },
  },
  {
    name: 'in what a tool said',
    attributes: {
      'openinference.span.kind': 'LLM',
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.content': 'Why?',
      'llm.input_messages.1.message.role': 'tool',
      'llm.input_messages.1.message.content': system,
    },
  },
])('no document hides a turn by our words: $name', ({ attributes }) => {
  expect(nodeFrom(span('a', { attributes }), CONVENTIONS).facts).toBeDefined();
});
