import { expect, test } from 'vitest';
import type { ToolNames } from '../../src/model/mapping.ts';
import type { Attributes } from '../../src/model/span.ts';
import { assembleRecorded } from '../../src/recorded.ts';
import { virtualClock } from '../../src/testing/virtual-clock.ts';
import { span } from '../support/builders.ts';

const PASSAGES = JSON.stringify([{ text: 'Tents go back within 60 days.' }, { text: 'Stoves need a dry brush.' }]);
const FOUND = ['Tents go back within 60 days.', 'Stoves need a dry brush.'];

const SPANS: Readonly<Record<string, (name: string) => Attributes>> = {
  'OpenTelemetry GenAI': (name) => ({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.call.arguments': '{"query":"How long?"}',
    'gen_ai.tool.call.result': PASSAGES,
  }),
  'the AI SDK': (name) => ({
    'ai.operationId': 'ai.toolCall',
    'ai.toolCall.name': name,
    'ai.toolCall.args': '{"query":"How long?"}',
    'ai.toolCall.result': PASSAGES,
  }),
  OpenInference: (name) => ({
    'openinference.span.kind': 'TOOL',
    'tool.name': name,
    'input.value': '{"query":"How long?"}',
    'output.value': PASSAGES,
  }),
};

function textsFound(attributes: Attributes, tools: ToolNames): readonly (string | undefined)[] | undefined {
  const [trace] = assembleRecorded({ spans: [span('t', { attributes })], logs: [], declared: { tools } }, virtualClock());
  return trace?.turns[0]?.documents.map(({ text }) => text);
}

test.for(
  Object.entries(SPANS).flatMap(([library, attributes]) => [
    { library, attributes: attributes('ask_handbook'), tools: {}, found: undefined, says: 'an unknown tool is left alone' },
    {
      library,
      attributes: attributes('ask_handbook'),
      tools: { retrieve: ['ask_handbook'] },
      found: FOUND,
      says: 'one that is said to retrieve is read',
    },
    {
      library,
      attributes: attributes('search_docs'),
      tools: {},
      found: FOUND,
      says: 'one whose name says that it searches documents is read',
    },
    {
      library,
      attributes: attributes('search_docs'),
      tools: { ignore: ['search_docs'] },
      found: undefined,
      says: 'one that is to be ignored is not',
    },
  ]),
)('$library: $says', ({ attributes, tools, found }) => {
  expect(textsFound(attributes, tools)).toEqual(found);
});

test('a tool that is to be ignored is ignored in messages, too', () => {
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.input.messages': JSON.stringify([
      { role: 'user', parts: [{ type: 'text', content: 'How long?' }] },
      { role: 'assistant', parts: [{ type: 'tool_call', id: 'c', name: 'search_docs', arguments: { query: 'How long?' } }] },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c', response: PASSAGES }] },
    ]),
  };
  expect(textsFound(attributes, {})).toEqual(FOUND);
  expect(textsFound(attributes, { ignore: ['search_docs'] })).toBeUndefined();
});
