import { type Attributes, type Context, ROOT_CONTEXT, type Span, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../src/cli/service.ts';
import { RagmeterSpanProcessor, type Result } from '../src/index.ts';
import type { Io } from '../src/runtime/io.ts';

// The same spans take two ways: through the processor in this process, and as OTLP over HTTP through the service beside it.

const DEADLINE_MS = 10_000;

const said: string[] = [];
/** Without an endpoint in its environment the service exports nothing; its warnings are kept. */
const io = {
  environment: {},
  err: (line: string) => void said.push(line),
  out: (line: string) => void said.push(line),
} as Partial<Io> as Io;

let service: Service;
let provider: BasicTracerProvider;
let processor: RagmeterSpanProcessor;
let tracer: Tracer;
const inProcess: Result[] = [];
const inService: Result[] = [];

beforeAll(async () => {
  service = await startService({ onResult: (result) => void inService.push(result) }, { host: '127.0.0.1', port: 0 }, io);
});

afterAll(() => service.stop(DEADLINE_MS));

beforeEach(() => {
  inProcess.length = 0;
  inService.length = 0;
  said.length = 0;
  processor = new RagmeterSpanProcessor({ onResult: (result) => void inProcess.push(result) });
  const exporter = new OTLPTraceExporter({ url: `${service.url}/v1/traces` });
  provider = new BasicTracerProvider({
    spanProcessors: [processor, new BatchSpanProcessor(exporter, { maxQueueSize: 10_000, scheduledDelayMillis: 3_600_000 })],
  });
  tracer = provider.getTracer('shop', '1.2.3');
});

afterEach(async () => {
  trace.disable();
  await provider.shutdown();
});

/** Lets both ways end, and gives the results of each, in the same order. */
async function bothWays(): Promise<{ readonly here: readonly Result[]; readonly there: readonly Result[] }> {
  await processor.drain({ deadlineMs: DEADLINE_MS });
  await provider.forceFlush();
  await service.pipeline.drain(DEADLINE_MS);
  return { here: inProcess.toSorted(byTurn), there: inService.toSorted(byTurn) };
}

function byTurn(a: Result, b: Result): number {
  const [left, right] = [a, b].map(({ traceId, turn }) => `${traceId} ${turn.retrievals[0]?.spanId}`) as [string, string];
  return left < right ? -1 : 1;
}

function startSpan(name: string, parent: Span | Context | undefined, attributes: Attributes): Span {
  if (parent === undefined) return tracer.startSpan(name, { attributes }, ROOT_CONTEXT);
  return tracer.startSpan(name, { attributes }, 'spanContext' in parent ? trace.setSpan(ROOT_CONTEXT, parent) : parent);
}

function request(question: string, parent?: Span): Span {
  return startSpan('POST /ask', parent, { 'openinference.span.kind': 'CHAIN', 'input.value': question, 'http.route': '/ask' });
}

interface Passage {
  readonly id?: string | number;
  readonly content?: string;
  readonly score?: number;
}

function retrieve(parent: Span | undefined, query: string, passages: readonly Passage[]): Span {
  const span = startSpan('search', parent, { 'openinference.span.kind': 'RETRIEVER', 'input.value': query });
  for (const [at, passage] of passages.entries()) {
    for (const [name, value] of Object.entries(passage)) span.setAttribute(`retrieval.documents.${at}.document.${name}`, value);
  }
  span.end();
  return span;
}

function generate(parent: Span, prompt: string, answer: string | undefined): Span {
  const span = startSpan('chat', parent, {
    'openinference.span.kind': 'LLM',
    'llm.input_messages.0.message.role': 'system',
    'llm.input_messages.0.message.content': 'Use the passages.',
    'llm.input_messages.1.message.role': 'user',
    'llm.input_messages.1.message.content': prompt,
    'llm.token_count.prompt': prompt.length,
  });
  if (answer === undefined) {
    span.recordException(new Error('503 from the model'));
    span.setStatus({ code: SpanStatusCode.ERROR, message: '503' });
  } else {
    span.setAttributes({ 'llm.output_messages.0.message.role': 'assistant', 'llm.output_messages.0.message.content': answer });
  }
  span.end();
  return span;
}

/** A whole turn; tells its retriever's span. */
function turn(question: string, passages: readonly Passage[], answer: string | undefined, parent?: Span): Span {
  const top = request(question, parent);
  const retriever = retrieve(top, question, passages);
  generate(top, `${passages.map(({ content = '' }) => content).join('\n\n')}\n\nQuestion: ${question}`, answer);
  if (answer !== undefined) top.setAttribute('output.value', answer);
  top.end();
  return retriever;
}

const FRAME: Passage = { id: 'frame', content: 'The warranty on the frame lasts ten years.', score: 0.91 };
const HOURS: Passage = { id: 'hours', content: 'Open from 9 to 18 on weekdays; closed on Sundays.', score: 0.4 };
const QUESTION = 'How long does the warranty on the frame last?';

interface Case {
  readonly name: string;
  /** Writes the spans; tells the one that is to be evaluated. */
  readonly write: () => Span;
  readonly wanted: {
    readonly outcome?: Result['outcome'];
    readonly reason?: string;
    readonly query?: string;
    readonly levels?: readonly string[];
    readonly texts?: readonly (string | undefined)[];
    readonly answer?: string;
    readonly flags?: readonly string[];
  };
}

const CASES: readonly Case[] = [
  {
    name: 'a good retrieval',
    write: () => turn(QUESTION, [FRAME], 'It lasts ten years.'),
    wanted: { query: QUESTION, levels: ['high'], texts: [FRAME.content], answer: 'It lasts ten years.', flags: [] },
  },
  {
    name: 'a bad retrieval',
    write: () => turn(QUESTION, [HOURS], 'I do not know.'),
    wanted: { query: QUESTION, levels: ['none'], texts: [HOURS.content], answer: 'I do not know.' },
  },
  {
    name: 'good and bad documents, by rank',
    write: () => turn(QUESTION, [HOURS, FRAME], 'Ten years.'),
    wanted: { levels: ['none', 'high'], texts: [HOURS.content, FRAME.content] },
  },
  {
    name: 'an empty retrieval',
    write: () => turn(QUESTION, [], 'I do not know.'),
    wanted: { outcome: 'skipped', reason: 'no_documents', query: QUESTION, texts: [] },
  },
  {
    name: 'documents without text',
    write: () => turn(QUESTION, [{ id: 'frame', score: 1 }, { id: 7 }], 'Ten years.'),
    wanted: { outcome: 'skipped', reason: 'text_missing', texts: [undefined, undefined], flags: ['text_missing'] },
  },
  {
    name: 'a model that fails',
    write: () => turn(QUESTION, [FRAME], undefined),
    wanted: { levels: ['high'], flags: ['no_answer'] },
  },
  {
    name: 'two searches for one question',
    write() {
      const top = request(QUESTION);
      retrieve(top, 'warranty frame', [FRAME]);
      retrieve(top, 'opening hours', [HOURS]);
      generate(top, `${FRAME.content}\n${HOURS.content}\n\nQuestion: ${QUESTION}`, 'Ten years.');
      top.end();
      return top;
    },
    wanted: { query: QUESTION, levels: ['high', 'none'], texts: [FRAME.content, HOURS.content] },
  },
  {
    name: 'a retriever alone',
    write: () => retrieve(undefined, QUESTION, [FRAME]),
    wanted: { query: QUESTION, levels: ['high'], flags: ['fragment', 'no_answer'] },
  },
  {
    name: 'a turn below a remote parent',
    write() {
      const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: 1, isRemote: true };
      return turn(QUESTION, [FRAME], 'Ten years.', trace.wrapSpanContext(caller));
    },
    wanted: { query: QUESTION, levels: ['high'], answer: 'Ten years.' },
  },
  {
    name: 'Japanese, Korean, emoji and quotation marks',
    write: () =>
      turn(
        'テントの保証期間は何年ですか?',
        [
          { id: '保証', content: 'テントの保証期間は十年です。"縫い目"も含みます ⛺️\u0000\\' },
          { content: '영업시간은 아홉 시부터입니다.' },
        ],
        '十年です。⛺️',
      ),
    wanted: { query: 'テントの保証期間は何年ですか?', answer: '十年です。⛺️' },
  },
  {
    name: 'documents as JSON in the output',
    write() {
      const span = startSpan('search', undefined, {
        'openinference.span.kind': 'RETRIEVER',
        'input.value': QUESTION,
        'output.value': JSON.stringify([{ page_content: FRAME.content, metadata: { id: 'frame', score: 0.5 } }]),
      });
      span.end();
      return span;
    },
    wanted: { query: QUESTION, levels: ['high'], texts: [FRAME.content] },
  },
  {
    name: 'documents as an array of strings',
    write() {
      const span = startSpan('search', undefined, {
        'openinference.span.kind': 'RETRIEVER',
        'input.value': QUESTION,
        'retrieval.documents': [HOURS.content ?? '', FRAME.content ?? ''],
      });
      span.end();
      return span;
    },
    wanted: { query: QUESTION, levels: ['none', 'high'], texts: [HOURS.content, FRAME.content] },
  },
  {
    name: 'the OpenTelemetry GenAI convention',
    write() {
      const span = startSpan('retrieval shop', undefined, {
        'gen_ai.operation.name': 'retrieval',
        'gen_ai.retrieval.query.text': QUESTION,
        'gen_ai.retrieval.documents': JSON.stringify([{ id: 'frame', score: 0.9, content: FRAME.content }]),
      });
      span.end();
      return span;
    },
    wanted: { query: QUESTION, levels: ['high'], texts: [FRAME.content] },
  },
];

test.for(CASES)('$name is the same in process and in the service', async ({ write, wanted }) => {
  const evaluated = write().spanContext();
  const { here, there } = await bothWays();

  expect(here).toHaveLength(1);
  expect(there).toEqual(here);
  const [result] = there as [Result];
  expect(result).toMatchObject({ traceId: evaluated.traceId, evaluatedSpanId: evaluated.spanId, outcome: wanted.outcome ?? 'scored' });
  expect(result.turn.evaluatedSpan).toEqual({ traceId: evaluated.traceId, spanId: evaluated.spanId, sampled: true });
  expect(result.reason).toBe(wanted.reason);
  if (wanted.query !== undefined) expect(result.query).toBe(wanted.query);
  if (wanted.answer !== undefined) expect(result.turn.answer).toBe(wanted.answer);
  if (wanted.levels !== undefined) expect(result.verdicts?.documents?.map(({ level }) => level)).toEqual(wanted.levels);
  if (wanted.texts !== undefined) expect(result.turn.documents.map(({ text }) => text)).toEqual(wanted.texts);
  if (wanted.flags !== undefined) expect(result.turn.flags).toEqual(wanted.flags);
  expect(said).toEqual([]);
});

test('several questions of one trace are the same turns', async () => {
  const session = startSpan('session', undefined, {});
  const retrievers = ['How long is the warranty on the frame?', 'When are you open on weekdays?'].map((question, at) =>
    turn(question, [[FRAME], [HOURS, FRAME]][at] ?? [], `answer ${at}`, session),
  );
  session.end();
  const { here, there } = await bothWays();
  expect(there).toEqual(here);
  expect(new Set(there.map(({ evaluatedSpanId }) => evaluatedSpanId))).toEqual(
    new Set(retrievers.map((span) => span.spanContext().spanId)),
  );
  expect(new Set(there.map(({ turn: { answer } }) => answer))).toEqual(new Set(['answer 0', 'answer 1']));
});

test('evaluation spans that the application exports are not evaluated by the service', async () => {
  trace.setGlobalTracerProvider(provider);
  const { traceId } = turn(QUESTION, [FRAME], 'Ten years.').spanContext();
  const first = await bothWays();
  expect(first.here.map((result) => [result.traceId, result.outcome])).toEqual([[traceId, 'scored']]);
  expect(first.there).toEqual(first.here);
  const again = await bothWays();
  expect(again.there).toHaveLength(1);
  expect(said).toEqual([]);
});

const words = fc.array(
  fc.constantFrom('warranty', 'frame', 'ten', 'years', 'open', 'Sunday', 'the', 'is', '保証', 'Größe', '18', '\n', '"', '⛺️'),
  {
    minLength: 1,
    maxLength: 30,
  },
);
const text = fc.oneof(
  words.map((all) => all.join(' ')),
  fc.string({ unit: 'binary', maxLength: 60 }),
);
const passage: fc.Arbitrary<Passage> = fc.record(
  // JSON has no negative zero.
  { id: fc.oneof(fc.string({ maxLength: 8 }), fc.integer()), content: text, score: fc.double().map((score) => score + 0) },
  { requiredKeys: [] },
);
const anyTurn = fc.record({ question: text, passages: fc.array(passage, { maxLength: 5 }), answer: fc.option(text, { nil: undefined }) });

test('whatever a turn says, both ways say the same of it', async () => {
  for (const { question, passages, answer } of fc.sample(anyTurn, { numRuns: 300, seed: 20_260_101 })) turn(question, passages, answer);
  const { here, there } = await bothWays();
  expect(here.length).toBeGreaterThan(250);
  expect(new Set(here.map(({ outcome }) => outcome))).toEqual(new Set(['scored', 'skipped']));
  expect(there).toEqual(here);
});
