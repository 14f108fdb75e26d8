import { expect, test } from 'vitest';
import { createContextRelevanceScorerLLM, type RunInput, type RunOutput } from '../../src/compat/index.ts';
import { scriptedJudge } from '../../src/testing/scripted-judge.ts';
import { answered } from '../support/builders.ts';

async function readFrom(input: unknown, output: unknown) {
  const judge = scriptedJudge([answered('high', [])]);
  const scorer = createContextRelevanceScorerLLM({ judge, options: { context: ['Because.'] } });
  await scorer.run({ input: input as RunInput, output: output as RunOutput });
  const { query, answer, flags } = judge.asked[0]?.turn ?? {};
  return { query, answer, flags };
}

const ANSWER = [{ id: '2', role: 'assistant', content: 'So.' }];

test.for<{ name: string; input: unknown; query?: string }>([
  { name: 'a text', input: 'Why?' },
  { name: 'a text that is JSON', input: '["Why?"]', query: '["Why?"]' },
  { name: '{ text }', input: { text: 'Why?' } },
  { name: '{ inputMessages } with content', input: { inputMessages: [{ id: '1', role: 'user', content: 'Why?' }] } },
  {
    name: '{ inputMessages } with content.parts',
    input: { inputMessages: [{ id: '1', role: 'user', content: { format: 2, parts: [{ type: 'text', text: 'Why?' }] } }] },
  },
  { name: 'messages with content', input: [{ role: 'user', content: 'Why?' }] },
  { name: 'messages of AI SDK UIs', input: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Why?' }] }] },
  {
    name: 'messages with parts as content',
    input: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Why?' },
          { type: 'image', image: 'x' },
        ],
      },
    ],
  },
  {
    name: 'several text parts, joined',
    input: [
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'Why' },
          { type: 'file', url: 'x' },
          { type: 'text', text: 'is it so?' },
        ],
      },
    ],
    query: 'Why\nis it so?',
  },
  {
    name: 'several questions, of which the last counts',
    input: {
      inputMessages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Who?' },
        { role: 'assistant', content: 'Me.' },
        { role: 'user', content: 'Why?' },
        { role: 'assistant', content: 'Let me look.' },
      ],
    },
  },
  {
    name: 'a picture after the question',
    input: [
      { role: 'user', content: 'Why?' },
      { role: 'user', content: [{ type: 'image', image: 'x' }] },
    ],
  },
  { name: 'a role by another name', input: [{ role: 'human', content: 'Why?' }] },
])('the question is read from $name', async ({ input, query = 'Why?' }) => {
  expect(await readFrom(input, ANSWER)).toEqual({ query, answer: 'So.', flags: [] });
});

test.for<{ name: string; output: unknown; answer?: string }>([
  { name: 'a text', output: 'So.' },
  { name: '{ text }', output: { text: 'So.', usage: {} } },
  { name: 'messages', output: ANSWER },
  { name: 'a message', output: ANSWER[0] },
  { name: 'content.parts', output: [{ role: 'assistant', content: { format: 2, parts: [{ type: 'text', text: 'So.' }] } }] },
  {
    name: 'AI SDK UI messages with tool and reasoning parts',
    output: [
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'Hm.' },
          { type: 'tool-search', output: 'x' },
          { type: 'text', text: 'So.' },
        ],
      },
    ],
  },
  {
    name: 'an agent run: the last answer',
    output: [
      { role: 'assistant', content: 'Let me look.' },
      { role: 'tool', content: [{ type: 'tool-result', output: 'Because.' }] },
      ...ANSWER,
    ],
  },
])('the answer is read from $name', async ({ output }) => {
  expect(await readFrom('Why?', output)).toEqual({ query: 'Why?', answer: 'So.', flags: [] });
});

test.for<{ name: string; output: unknown }>([
  { name: 'undefined', output: undefined },
  { name: 'null', output: null },
  { name: 'an empty text', output: ' ' },
  { name: 'no message', output: [] },
  { name: 'a tool call only', output: [{ role: 'assistant', content: [{ type: 'tool-call', toolName: 'search', input: {} }] }] },
])('an output that is $name is no answer: the documents are scored all the same', async ({ output }) => {
  expect(await readFrom('Why?', output)).toEqual({ query: 'Why?', answer: undefined, flags: ['no_answer'] });
});

test.for<{ input: unknown; output?: unknown; message: string; code: string }>([
  { input: undefined, code: 'invalid_input', message: 'Expected input to be a text, messages or { inputMessages }, got undefined' },
  { input: 5, code: 'invalid_input', message: 'Expected input to be a text, messages or { inputMessages }, got 5' },
  { input: {}, code: 'invalid_input', message: 'Expected input to be a text, messages or { inputMessages }, got {}' },
  { input: ['Why?'], code: 'invalid_input', message: 'Expected input to be a text, messages or { inputMessages }, got ["Why?"]' },
  {
    input: { inputMessages: 'Why?' },
    code: 'invalid_input',
    message: 'Expected input to be a text, messages or { inputMessages }, got {"inputMessages":"Why?"}',
  },
  { input: 'Why?', output: 5, code: 'invalid_input', message: 'Expected output to be a text or messages, got 5' },
  { input: 'Why?', output: { object: {} }, code: 'invalid_input', message: 'Expected output to be a text or messages, got {"object":{}}' },
  { input: '', code: 'no_query', message: "Expected a user's message with text in input, got none" },
  { input: [], code: 'no_query', message: "Expected a user's message with text in input, got none" },
  { input: { inputMessages: [] }, code: 'no_query', message: "Expected a user's message with text in input, got none" },
  { input: [{ role: 'assistant', content: 'So.' }], code: 'no_query', message: "Expected a user's message with text in input, got none" },
])('$code: $message', async ({ input, output = 'So.', code, message }) => {
  await expect(readFrom(input, output)).rejects.toThrow(expect.objectContaining({ name: 'RagmeterError', code, message }));
});
