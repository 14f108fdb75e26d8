import { expect, test } from 'vitest';
import { generationFrom } from '../../src/extract/conversation.ts';
import { BOTH, FIRST, SECOND } from './passages.ts';

const QUESTION = 'How long do I have to return a tent?';
const found = BOTH.map((text, at) => ({ id: `c${at}`, text, score: 0.9 - at / 10 }));
const earlier = [{ id: 'old', text: 'Tents are sold in pairs, never singly.', score: 0.5 }];

/** Each conversation: an earlier question with a search of its own, then the question with a search and what it found. */
const CONVERSATIONS: readonly {
  readonly api: string;
  readonly messages: unknown;
  readonly callIds?: readonly string[];
  readonly output?: unknown;
}[] = [
  {
    api: 'OpenAI chat',
    callIds: ['b'],
    messages: [
      { role: 'developer', content: 'Help people.' },
      { role: 'user', content: 'Are tents sold singly?' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'search', arguments: '{"query":"singly"}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: JSON.stringify(earlier) },
      { role: 'assistant', content: 'No.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: QUESTION },
          { type: 'image_url', image_url: { url: 'data:' } },
        ],
      },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'b', type: 'function', function: { name: 'search', arguments: '{"query":"return"}' } }],
      },
      { role: 'tool', tool_call_id: 'b', content: JSON.stringify(found) },
    ],
  },
  {
    api: 'OpenAI responses',
    callIds: ['b'],
    messages: [
      { role: 'user', content: 'Are tents sold singly?' },
      { type: 'function_call', call_id: 'a', name: 'search', arguments: '{"query":"singly"}' },
      { type: 'function_call_output', call_id: 'a', output: JSON.stringify(earlier) },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'No.' }] },
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_text', text: QUESTION },
          { type: 'input_image', image_url: 'data:' },
        ],
      },
      { type: 'reasoning', summary: [] },
      { type: 'function_call', call_id: 'b', name: 'search', arguments: '{"query":"return"}' },
      { type: 'function_call_output', call_id: 'b', output: JSON.stringify(found) },
    ],
  },
  {
    api: 'Anthropic',
    callIds: ['b'],
    messages: [
      { role: 'user', content: 'Are tents sold singly?' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'tool_use', id: 'a', name: 'search', input: { query: 'singly' } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: JSON.stringify(earlier) }] },
      { role: 'assistant', content: [{ type: 'text', text: 'No.' }] },
      { role: 'user', content: [{ type: 'text', text: QUESTION }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'b', name: 'search', input: { query: 'return' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'b', content: [{ type: 'text', text: JSON.stringify(found) }] }] },
    ],
  },
  {
    api: 'Anthropic search results',
    callIds: ['b'],
    messages: [
      { role: 'user', content: QUESTION },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'b', name: 'search', input: { query: 'return' } }] },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'b',
            content: BOTH.map((text) => ({ type: 'search_result', source: 'a', title: 'T', content: [{ type: 'text', text }] })),
          },
        ],
      },
    ],
  },
  {
    api: 'Gemini',
    messages: {
      contents: [
        { role: 'user', parts: [{ text: 'Are tents sold singly?' }] },
        { role: 'model', parts: [{ functionCall: { name: 'search', args: { query: 'singly' } } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'search', response: { result: earlier } } }] },
        { role: 'model', parts: [{ text: 'No.' }] },
        { role: 'user', parts: [{ text: QUESTION }, { inlineData: { mimeType: 'image/png', data: '' } }] },
        { role: 'model', parts: [{ functionCall: { name: 'search', args: { query: 'return' } } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'search', response: { result: found } } }] },
      ],
    },
  },
  {
    api: 'Bedrock converse',
    callIds: ['b'],
    messages: [
      { role: 'user', content: [{ text: 'Are tents sold singly?' }] },
      { role: 'assistant', content: [{ text: 'No.' }] },
      { role: 'user', content: [{ text: QUESTION }] },
      { role: 'assistant', content: [{ toolUse: { toolUseId: 'b', name: 'search', input: { query: 'return' } } }] },
      { role: 'user', content: [{ toolResult: { toolUseId: 'b', content: [{ json: { results: found } }], status: 'success' } }] },
    ],
  },
  {
    api: 'LangChain, serialised',
    callIds: ['b'],
    messages: [
      { lc: 1, type: 'constructor', id: ['langchain_core', 'messages', 'SystemMessage'], kwargs: { content: 'Help people.' } },
      { lc: 1, type: 'constructor', id: ['langchain_core', 'messages', 'HumanMessage'], kwargs: { content: QUESTION } },
      {
        lc: 1,
        type: 'constructor',
        id: ['langchain_core', 'messages', 'AIMessage'],
        kwargs: { content: '', tool_calls: [{ id: 'b', name: 'search', args: { query: 'return' } }] },
      },
      {
        lc: 1,
        type: 'constructor',
        id: ['langchain_core', 'messages', 'ToolMessage'],
        kwargs: { content: JSON.stringify(found), tool_call_id: 'b', name: 'search' },
      },
    ],
  },
  {
    api: 'LangChain, as dictionaries',
    callIds: ['b'],
    messages: [
      { type: 'human', data: { content: QUESTION } },
      { type: 'ai', data: { content: '', tool_calls: [{ id: 'b', name: 'search', args: { query: 'return' } }] } },
      { type: 'tool', data: { content: JSON.stringify(found), tool_call_id: 'b', name: 'search' } },
    ],
  },
  {
    api: 'AI SDK, for models',
    callIds: ['b'],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: QUESTION },
          { type: 'file', mediaType: 'image/png', data: '' },
        ],
      },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'b', toolName: 'search', input: { query: 'return' } }] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'b', toolName: 'search', output: { type: 'json', value: found } }] },
    ],
  },
  {
    api: 'AI SDK, for user interfaces',
    messages: [
      { id: '1', role: 'user', parts: [{ type: 'text', text: QUESTION }] },
      {
        id: '2',
        role: 'assistant',
        parts: [
          { type: 'step-start' },
          { type: 'tool-search', toolCallId: 'b', state: 'output-available', input: { query: 'return' }, output: found },
        ],
      },
    ],
  },
  {
    api: 'Mistral',
    callIds: ['b'],
    messages: [
      { role: 'user', content: QUESTION },
      { role: 'assistant', content: '', toolCalls: [{ id: 'b', function: { name: 'search', arguments: { query: 'return' } } }] },
      { role: 'tool', name: 'search', toolCallId: 'b', content: JSON.stringify(found) },
    ],
  },
  {
    api: 'Ollama',
    messages: [
      { role: 'user', content: QUESTION, images: ['iVBOR'] },
      { role: 'assistant', content: '', tool_calls: [{ function: { name: 'search', arguments: { query: 'return' } } }] },
      { role: 'tool', tool_name: 'search', content: JSON.stringify(found) },
    ],
  },
  {
    api: 'OpenTelemetry GenAI',
    callIds: ['b'],
    messages: JSON.stringify([
      { role: 'user', parts: [{ type: 'text', content: QUESTION }] },
      { role: 'assistant', parts: [{ type: 'tool_call', id: 'b', name: 'search', arguments: { query: 'return' } }] },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'b', response: found }] },
    ]),
  },
  {
    api: 'OpenAI file search, in the output',
    messages: [{ role: 'user', content: QUESTION }],
    output: [
      {
        type: 'file_search_call',
        id: 'fs',
        status: 'completed',
        queries: ['return'],
        results: BOTH.map((text, at) => ({ file_id: `f${at}`, filename: 'a.md', score: 0.8, text })),
      },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: '60 days.' }] },
    ],
  },
];

test.for(CONVERSATIONS)('$api: the question, and what was found for it', ({ messages, callIds = [], output }) => {
  for (const written of [messages, JSON.stringify(messages)]) {
    const generation = generationFrom(typeof messages === 'string' ? messages : written, { outputMessages: output });
    expect(generation.messages.findLast(({ role }) => role === 'user')?.content).toBe(QUESTION);
    expect(generation.toolRetrievals?.map(({ documents }) => documents.map(({ text }) => text))).toEqual([BOTH]);
    if (!JSON.stringify(messages).includes('"search_result"')) expect(generation.toolRetrievals?.[0]?.query).toBe('return');
    expect(generation.toolCalls ?? []).toEqual(callIds);
  }
});

test('search results that the application gives beside the question are a retrieval', () => {
  const content = [
    ...BOTH.map((text) => ({ type: 'search_result', source: 'a', title: 'T', content: [{ type: 'text', text }] })),
    { type: 'text', text: QUESTION },
  ];
  const generation = generationFrom([{ role: 'user', content }], {});
  expect(generation.messages.filter(({ role }) => role === 'user')).toEqual([{ role: 'user', content: QUESTION }]);
  expect(generation.toolRetrievals?.flatMap(({ documents }) => documents.map(({ text }) => text))).toEqual(BOTH);
});

test.for([
  { name: 'of other tools', result: { orderId: 'o', status: 'shipped' }, tool: 'get_order' },
  { name: 'of a failed search', result: { is_error: true, content: `[1] ${FIRST}` }, tool: 'find_things' },
])('results $name are no retrieval', ({ result, tool }) => {
  const messages = [
    { role: 'user', content: QUESTION },
    { role: 'assistant', tool_calls: [{ id: 'a', function: { name: tool, arguments: '{}' } }] },
    { role: 'tool', tool_call_id: 'a', content: JSON.stringify(result) },
  ];
  expect(generationFrom(messages, {}).toolRetrievals).toBeUndefined();
});

test('a file search whose results were not asked for tells nothing', () => {
  const output = [{ type: 'file_search_call', id: 'fs', queries: ['return'], results: null }];
  expect(generationFrom([{ role: 'user', content: QUESTION }], { outputMessages: output }).toolRetrievals).toBeUndefined();
});

// A document block may as well be a file that the user attached: it says nothing of retrieval.
test('a document block in a message is no retrieval', () => {
  const content = [
    { type: 'document', source: { type: 'text', data: SECOND } },
    { type: 'text', text: QUESTION },
  ];
  expect(generationFrom([{ role: 'user', content }], {})).toEqual({ messages: [{ role: 'user', content: QUESTION }] });
});

test.for([
  { name: 'empty', messages: [] },
  { name: 'no list', messages: 'Hello' },
  { name: 'no maps', messages: [null, 3, 'a', [], undefined] },
  {
    name: 'empty contents',
    messages: [
      { role: 'user', content: '' },
      { role: 'user', content: [] },
      { role: 'assistant', content: null },
    ],
  },
  {
    name: 'types that are no text',
    messages: [
      { role: { toString: 1 }, content: [{ type: { toString: 1 }, text: 1 }] },
      { lc: 1, id: [{ toString: 1 }], kwargs: {} },
    ],
  },
])('messages that are $name say nothing', ({ messages }) => {
  expect(generationFrom(messages, {})).toEqual({ messages: [] });
});

test.for([
  { name: 'chat', output: [{ role: 'assistant', content: 'A.' }] },
  { name: 'parts', output: [{ role: 'model', parts: [{ text: 'A.' }] }] },
  {
    name: 'responses',
    output: [{ type: 'reasoning' }, { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'A.' }] }],
  },
  { name: 'LangChain', output: [{ lc: 1, type: 'constructor', id: ['AIMessageChunk'], kwargs: { content: 'A.' } }] },
])('the answer in an output of $name', ({ output }) => {
  expect(generationFrom([{ role: 'user', content: QUESTION }], { outputMessages: output }).output).toBe('A.');
});

test.for([
  { count: 1_000, first: 'said 0' },
  { count: 1_001, first: 'said 1' },
])('of $count messages the last 1,000 are read', ({ count, first }) => {
  const said = Array.from({ length: count }, (_, index) => ({ role: 'user', content: `said ${index}` }));
  const { messages } = generationFrom(said, {});
  expect(messages).toHaveLength(1_000);
  expect([messages[0]?.content, messages.at(-1)?.content]).toEqual([first, `said ${count - 1}`]);
});
