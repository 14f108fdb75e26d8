import type { Facts, SpanNode, TraceFacts } from '../../src/model/facts.ts';
import type { JudgeReply } from '../../src/model/judge.ts';
import { sentencesOf } from '../../src/model/sentences.ts';
import type { Attributes, SpanView } from '../../src/model/span.ts';
import type { Flag, Message, RetrievedDocument, Turn } from '../../src/model/turn.ts';
import type { DocumentVerdict, Level } from '../../src/model/verdicts.ts';

export const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
/** 2026-01-01T00:00:00Z, where virtual clocks start. */
export const START_MS: number = Date.UTC(2026, 0, 1);

/** A valid trace id of its own for each number, spread over the whole range. */
export function traceId(number: number): string {
  return (BigInt(number + 1) * 0x9e3779b97f4a7c15f39cc0605cedc835n).toString(16).slice(-32).padStart(32, '0');
}

interface Shape {
  readonly parent?: string;
  /** When it starts and ends: nanoseconds for a node, milliseconds after START_MS for a span. */
  readonly at?: number;
  readonly ends?: number;
  /** Given, it is a retrieval. */
  readonly documents?: readonly (string | Partial<RetrievedDocument>)[];
  readonly query?: string;
  /** Given, it is a rerank. */
  readonly reranked?: readonly (string | Partial<RetrievedDocument>)[];
  /** Given, it is a generation. A text is a user's message. */
  readonly messages?: readonly (string | Message)[];
  readonly output?: string;
  readonly question?: string;
  readonly answer?: string;
}

export interface NodeShape extends Shape {
  readonly flags?: readonly Flag[];
  readonly failed?: boolean;
  readonly sampled?: boolean;
  readonly service?: string;
  readonly route?: string;
  readonly traceState?: string;
  readonly responseId?: string;
}

/** A received span of which only the facts are left. Without any fact given it is a plain one. */
export function node(spanId: string, shape: NodeShape = {}): SpanNode {
  const at = shape.at ?? 0;
  const facts = factsOf(shape);
  return {
    spanId,
    ...(shape.parent === undefined ? {} : { parentSpanId: shape.parent }),
    startTimeUnixNano: BigInt(at),
    endTimeUnixNano: BigInt(shape.ends ?? at + 1),
    failed: shape.failed ?? false,
    sampled: shape.sampled ?? true,
    ...(shape.service === undefined ? {} : { service: shape.service }),
    ...(shape.route === undefined ? {} : { route: shape.route }),
    ...(shape.traceState === undefined ? {} : { traceState: shape.traceState }),
    ...(facts === undefined ? {} : { facts }),
  };
}

function factsOf({ documents, query, reranked, messages, output, question, answer, responseId, flags = [] }: NodeShape): Facts | undefined {
  const facts: Facts = {
    convention: 'test',
    flags,
    ...(documents === undefined ? {} : { retrieval: { ...(query === undefined ? {} : { query }), documents: documents.map(document) } }),
    ...(reranked === undefined ? {} : { rerank: { documents: reranked.map(document) } }),
    ...(messages === undefined
      ? {}
      : {
          generation: {
            messages: messages.map(message),
            ...(output === undefined ? {} : { output }),
            ...(responseId === undefined ? {} : { responseId }),
          },
        }),
    ...(question === undefined ? {} : { question }),
    ...(answer === undefined ? {} : { answer }),
  };
  return Object.keys(facts).length > 2 ? facts : undefined;
}

export function document(given: string | Partial<RetrievedDocument>, rank: number): RetrievedDocument {
  return typeof given === 'string' ? { text: given, rank } : { rank, ...given };
}

function message(given: string | Message): Message {
  return typeof given === 'string' ? { role: 'user', content: given } : given;
}

export function traceOf(nodes: readonly SpanNode[], more: Partial<TraceFacts> = {}): TraceFacts {
  return { traceId: TRACE_ID, nodes, records: [], evicted: false, ...more };
}

export interface SpanShape extends Shape {
  readonly traceId?: string;
  readonly parentIsRemote?: boolean;
  readonly attributes?: Attributes;
  readonly service?: string;
  readonly scope?: string;
  readonly status?: SpanView['status'];
  readonly traceState?: string;
}

/** A span as OpenInference writes it. Without any fact given it is a plain one. */
export function span(spanId: string, shape: SpanShape = {}): SpanView {
  const at = shape.at ?? 0;
  return {
    traceId: shape.traceId ?? TRACE_ID,
    spanId,
    ...(shape.parent === undefined ? {} : { parentSpanId: shape.parent }),
    ...(shape.parentIsRemote === undefined ? {} : { parentIsRemote: shape.parentIsRemote }),
    name: spanId,
    startTimeUnixNano: nano(at),
    endTimeUnixNano: nano(shape.ends ?? at + 1),
    attributes: { ...attributesOf(shape), ...shape.attributes },
    events: [],
    status: shape.status ?? 'unset',
    scope: { name: shape.scope ?? 'test' },
    resource: { 'service.name': shape.service ?? 'shop' },
    ...(shape.traceState === undefined ? {} : { traceState: shape.traceState }),
    sampled: true,
    droppedAttributesCount: 0,
  };
}

function nano(afterStartMs: number): bigint {
  return BigInt(START_MS + afterStartMs) * 1_000_000n;
}

function attributesOf({ documents, query, messages, output, question, answer }: SpanShape): Attributes {
  if (documents !== undefined) {
    return {
      'openinference.span.kind': 'RETRIEVER',
      ...given('input.value', query),
      'retrieval.documents': [],
      ...Object.fromEntries(
        documents.map(document).flatMap(({ text, id }, rank) => [
          [`retrieval.documents.${rank}.document.content`, text],
          [`retrieval.documents.${rank}.document.id`, id],
        ]),
      ),
    };
  }
  if (messages !== undefined) {
    return {
      'openinference.span.kind': 'LLM',
      ...Object.fromEntries(
        messages.map(message).flatMap(({ role, content }, place) => [
          [`llm.input_messages.${place}.message.role`, role],
          [`llm.input_messages.${place}.message.content`, content],
        ]),
      ),
      ...given('llm.output_messages.0.message.content', output),
    };
  }
  if (question === undefined && answer === undefined) return {};
  return { 'openinference.span.kind': 'CHAIN', ...given('input.value', question), ...given('output.value', answer) };
}

function given(key: string, value: string | undefined): Attributes {
  return value === undefined ? {} : { [key]: value };
}

/** A turn that can be scored. */
export function turn(more: Partial<Turn> = {}): Turn {
  const documents = more.documents ?? ['Paris is the capital of France.', 'Lyon is a city.'].map(document);
  return {
    traceId: TRACE_ID,
    evaluatedSpan: { traceId: TRACE_ID, spanId: 'a', sampled: true },
    endTimeUnixNano: nano(0),
    query: 'What is the capital of France?',
    documents,
    answer: 'Paris.',
    retrievals: [{ spanId: 'a', documents, convention: 'test' }],
    flags: [],
    ...more,
  };
}

/** One verdict for each word: a level, `high*` for one that the answer does not use; used unless it says so. */
export function verdicts(words: string): readonly DocumentVerdict[] {
  return words
    .split(' ')
    .filter((word) => word !== '')
    .map((word, index) => ({ index, level: word.replace('*', '') as Level, used: !word.endsWith('*') }));
}

export function answered(words: string, missing?: readonly string[]): JudgeReply {
  return { status: 'answered', verdicts: { documents: verdicts(words), ...(missing === undefined ? {} : { missing }) } };
}

/** A judge's reply with the same level for every document of the turn. */
export function allOf(level: Level): (turn: Turn) => Promise<JudgeReply> {
  return ({ documents }) => Promise.resolve(answered(documents.map(() => level).join(' ')));
}

/** What a judge that gives everything replies: levels by words (high without end), and of sentences whatever holds. */
export function everythingOf(turn: Turn, holds: (place: number) => boolean = () => true, words = ''): JudgeReply {
  const sentences = (text = ''): readonly number[] => sentencesOf(text).map((_, sentence) => sentence);
  const statements = turn.documents.flatMap(({ text }, document) => sentences(text).map((sentence) => ({ document, sentence })));
  const supported = (text?: string) => sentences(text).map((sentence) => ({ sentence, supported: holds(sentence) }));
  return {
    status: 'answered',
    verdicts: {
      documents: verdicts(words === '' ? turn.documents.map(() => 'high').join(' ') : words),
      missing: [],
      statements: statements.map((statement, place) => ({ ...statement, relevant: holds(place) })),
      claims: supported(turn.answer),
      reference: supported(turn.reference),
    },
  };
}
