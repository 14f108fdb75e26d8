import { expect, test } from 'vitest';
import { answerFrom, contentText, questionFrom } from '../../src/extract/messages.ts';
import { BOTH } from './passages.ts';

test.for([
  { name: 'a text', input: 'Why?', question: 'Why?' },
  { name: 'a JSON text', input: '"Why?"', question: 'Why?' },
  { name: 'a map', input: { question: 'Why?', chat_history: [] }, question: 'Why?' },
  { name: 'a map in JSON', input: '{"query":"Why?","top_k":3}', question: 'Why?' },
  { name: 'a map in a map', input: { input: { question: 'Why?' } }, question: 'Why?' },
  {
    name: 'messages',
    input: {
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hello!' },
        { role: 'user', content: 'Why?' },
      ],
    },
    question: 'Why?',
  },
  {
    name: 'messages of LangChain',
    input: { messages: [{ lc: 1, type: 'constructor', id: ['HumanMessage'], kwargs: { content: 'Why?' } }] },
    question: 'Why?',
  },
  { name: 'messages as dictionaries', input: [{ type: 'human', data: { content: 'Why?' } }], question: 'Why?' },
  { name: 'messages of Gemini', input: { contents: [{ role: 'user', parts: [{ text: 'Why?' }] }] }, question: 'Why?' },
  {
    name: 'messages of a user interface',
    input: { messages: [{ role: 'user', parts: [{ type: 'text', text: 'Why?' }] }] },
    question: 'Why?',
  },
  { name: 'a stuffed prompt', input: `Context:\n[1] ${BOTH[0]}\n[2] ${BOTH[1]}\n\nQuestion: Why?`, question: 'Why?' },
  {
    name: 'the last user message, not a tool result after it',
    input: [
      { role: 'user', content: 'Why?' },
      { role: 'user', content: [{ type: 'tool_result', content: 'x' }] },
    ],
    question: 'Why?',
  },
  { name: 'a hidden text', input: '__REDACTED__', question: undefined },
  { name: 'no text', input: { top_k: 3 }, question: undefined },
  { name: 'nothing', input: undefined, question: undefined },
  { name: 'a type that is no text', input: [{ type: { toString: 1 }, content: 3 }], question: undefined },
])('the question in $name', ({ input, question }) => {
  expect(questionFrom(input)).toBe(question);
});

test.for([
  { name: 'a text', output: 'So.', answer: 'So.' },
  { name: 'a map', output: { answer: 'So.', sources: [] }, answer: 'So.' },
  {
    name: 'messages',
    output: {
      messages: [
        { role: 'user', content: 'Why?' },
        { role: 'assistant', content: 'So.' },
      ],
    },
    answer: 'So.',
  },
  {
    name: 'messages that end with a question',
    output: {
      messages: [
        { role: 'assistant', content: 'So.' },
        { role: 'user', content: 'Why?' },
      ],
    },
    answer: undefined,
  },
  { name: 'nothing', output: '', answer: undefined },
])('the answer in $name', ({ output, answer }) => {
  expect(answerFrom(output)).toBe(answer);
});

test.for([
  { name: 'a text', content: 'a', text: 'a' },
  { name: 'text parts', content: [{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'input_text', text: 'b' }], text: 'a\nb' },
  { name: 'parts without types', content: [{ text: 'a' }], text: 'a' },
  { name: 'texts', content: ['a', 'b'], text: 'a\nb' },
  { name: 'an empty list', content: [], text: undefined },
  { name: 'an image alone', content: [{ type: 'image_url', text: 'alt' }], text: undefined },
])('the text of $name', ({ content, text }) => {
  expect(contentText(content)).toBe(text);
});
