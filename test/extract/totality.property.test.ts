import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexed, structure } from '../../src/extract/attributes.ts';
import { documentsFrom, readsAsDocuments } from '../../src/extract/documents.ts';
import { nodeFrom } from '../../src/extract/extract.ts';
import { promptContext } from '../../src/extract/prompt-context.ts';
import { CONVENTIONS } from '../../src/extract/registry.ts';
import { salvaged } from '../../src/extract/salvage.ts';
import { splitPassages } from '../../src/extract/split-passages.ts';
import { retrievalOf } from '../../src/extract/tool-retrieval.ts';
import type { Attributes, SpanView } from '../../src/model/span.ts';

const KEYS = [
  'openinference.span.kind',
  'input.value',
  'output.value',
  'retrieval.documents',
  'retrieval.documents.0.document.content',
  'retrieval.documents.999999999.document.content',
  'retrieval.documents.3.document.score',
  'reranker.output_documents',
  'llm.input_messages.0.message.role',
  'llm.input_messages.0.message.contents.5.message_content.text',
  'ai.operationId',
  'ai.prompt',
  'ai.prompt.messages',
  'ai.toolCall.result',
  'ai.ranking',
  'ai.documents',
  'gen_ai.operation.name',
  'gen_ai.input.messages',
  'gen_ai.output.messages',
  'gen_ai.retrieval.documents',
  'gen_ai.tool.call.result',
  'gen_ai.prompt.0.content',
  'traceloop.span.kind',
  'traceloop.entity.input',
  'traceloop.entity.output',
  'db.vector.query.result.0.metadata',
  'langsmith.span.kind',
  'langwatch.span.type',
  'langwatch.contexts',
  'mastra.span.type',
  '__proto__',
  'constructor',
  'query',
  'x.0.text',
  'x.1.__proto__',
];
const WORDS = [
  'RETRIEVER',
  'LLM',
  'TOOL',
  'CHAIN',
  'ai.toolCall',
  'ai.generateText',
  'chat',
  'execute_tool',
  'invoke_agent',
  'rerank',
  'tool',
  'workflow',
  'retriever',
  'rag',
  '__REDACTED__',
  '',
  '\ud800',
  'Context:\n[1] a b c d\n',
  '<document>',
];
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -0,
    1n,
    undefined,
    null,
    new Uint8Array(3),
    Symbol.iterator,
    () => 1,
    new Date(Number.NaN),
  ),
  fc.anything({ withBigInt: true, withNullPrototype: true, withTypedArray: true, withSparseArray: true }),
);
const names = fc.constantFrom(
  'role',
  'content',
  'type',
  'text',
  'parts',
  'messages',
  'documents',
  'metadata',
  'score',
  'id',
  'node',
  'lc',
  'kwargs',
  'results',
  'toString',
  '__proto__',
  'tool_calls',
  'data',
  'index',
  'source',
  'Get',
  'input',
);
const shaped = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.string(),
    fc.constantFrom(...WORDS),
    fc.double(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 5 }),
  ),
})).value;
const attribute = fc.oneof(
  shaped,
  shaped.map((value) => JSON.stringify(value)),
  shaped.map((value) => JSON.stringify(JSON.stringify(value))),
  fc.string({ unit: 'binary' }),
  odd,
);

function spanWith(attributes: Attributes): SpanView {
  return {
    traceId: '00000000000000000000000000000001',
    spanId: '0000000000000001',
    name: 'search',
    startTimeUnixNano: 1n,
    endTimeUnixNano: 2n,
    attributes,
    events: [
      { name: 'gen_ai.user.message', timeUnixNano: 1n, attributes },
      { name: 'db.query.result', timeUnixNano: 1n, attributes },
      { name: 'gen_ai.choice', timeUnixNano: 1n, attributes },
    ],
    status: 'unset',
    scope: { name: 's' },
    resource: {},
    sampled: true,
    droppedAttributesCount: 0,
  };
}

test('a span with any attributes is read without a throw, twice the same', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...KEYS), attribute, { maxKeys: 12 }), (attributes) => {
      const span = spanWith(attributes);
      for (const convention of CONVENTIONS) expect(convention.extract(span)).toEqual(convention.extract(span));
    }),
    { numRuns: 1_500 },
  );
});

test('texts of any kind are split, or not, without a throw; what is found is in the text', () => {
  const line = fc.constantFrom(
    'Context:',
    'Question: a?',
    'Answer: b',
    '[1] a b c d',
    '[2] e f g h',
    '1. a',
    '2. b',
    '---',
    '<document>',
    '</document>',
    '<context>',
    '</context>',
    'Source: a',
    '# A',
    '',
    'some words in a line',
    '{"text":"a b c d"}',
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 25 }), (lines) => {
      const text = lines.join('\n');
      const found = [...(splitPassages(text)?.documents ?? []), ...(promptContext([{ role: 'user', content: text }])?.documents ?? [])];
      for (const document of found) expect(text.replaceAll(/\s+/g, ' ')).toContain((document.text ?? '').replaceAll(/\s+/g, ' '));
      for (const document of found) expect(document.text?.trim()).not.toBe('');
    }),
    { numRuns: 1_000 },
  );
});

test('of JSON that is cut anywhere, every document that is kept is whole', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ id: fc.uuid(), text: fc.string().map((text) => `A ${text}`), metadata: fc.dictionary(names, fc.string()) }), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.nat(),
      (documents, seed) => {
        const json = JSON.stringify({ results: documents });
        const kept = retrievalOf({ name: 'search', result: json.slice(0, seed % json.length) })?.documents ?? [];
        const texts = documents.map(({ text }) => text);
        for (const { text } of kept) if (text !== undefined) expect(texts).toContain(text);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('salvaging gives a prefix of what was cut, or nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), fc.nat(), (list, seed) => {
      const json = JSON.stringify(list);
      const kept = salvaged(json.slice(0, seed % json.length));
      if (kept === undefined) return;
      expect(Array.isArray(kept)).toBe(true);
      expect((kept as unknown[]).length).toBeLessThanOrEqual(list.length);
      expect((kept as unknown[]).slice(0, -1)).toEqual((JSON.parse(json) as unknown[]).slice(0, (kept as unknown[]).length - 1));
    }),
  );
});

test('JSON nested ten thousand deep says nothing, and is survived', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"results":', '}'],
    ['{"metadata":', '}'],
    ['{"content":[', ']}'],
  ] as const) {
    const deep = `${open.repeat(10_000)}1${close.repeat(10_000)}`;
    const span = {
      ...spanWith({ 'input.value': deep, 'output.value': deep, 'openinference.span.kind': 'CHAIN', 'gen_ai.input.messages': deep }),
      events: [],
    };
    for (const convention of CONVENTIONS) expect(convention.extract(span)).toBeUndefined();
    expect(retrievalOf({ name: 'step', result: deep })).toBeUndefined();
    expect(readsAsDocuments(deep)).toBe(false);
  }
});

test('flattened keys may leave out numbers and have any size', () => {
  expect(
    indexed({ 'x.7.a': 1, 'x.10.a': 2, 'x.2.a': 0, 'x.999999999.a': 9, 'x.-1.a': 9, 'x.a.0': 9, 'y.0.a': 9 }, 'x').map(({ a }) => a),
  ).toEqual([0, 1, 2]);
});

test('keys that name parts of objects are keys like any other', () => {
  const documents = JSON.parse(
    '[{"__proto__":{"text":"polluted by a key"},"constructor":1,"text":"A passage of its own.","score":0.5}]',
  ) as unknown;
  expect(documentsFrom(documents)).toEqual([{ text: 'A passage of its own.', score: 0.5, rank: 0 }]);
  expect(documentsFrom(indexed({ 'x.0.__proto__': 'bad', 'x.0.text': 'A passage of its own.' }, 'x'))).toEqual([
    { text: 'A passage of its own.', rank: 0 },
  ]);
  expect(({} as { text?: unknown }).text).toBeUndefined();
});

test('objects in process that hold themselves or throw when looked at are survived', () => {
  const cyclic: Record<string, unknown> = { results: [] };
  cyclic.results = [cyclic];
  cyclic.metadata = cyclic;
  const throwing = {
    get text(): string {
      throw new Error('no');
    },
    get content(): string {
      throw new Error('no');
    },
  };
  for (const value of [cyclic, [cyclic], throwing, [throwing]]) {
    for (const key of KEYS)
      expect(() => nodeFrom(spanWith({ 'openinference.span.kind': 'TOOL', query: 'q', [key]: value }), CONVENTIONS)).not.toThrow();
  }
});

test('numbers that are none are no scores', () => {
  expect(
    documentsFrom([
      { text: 'a b c d', score: Number.NaN },
      { text: 'a b c d', score: '0.5' },
      { text: 'a b c d', score: 1n },
    ])?.map(({ score }) => score),
  ).toEqual([undefined, 0.5, undefined]);
});

test.for(['{"a":1}', '"{\\"a\\":1}"'])('structure is found in %s', (value) => {
  expect(structure(value)).toEqual({ a: 1 });
});
