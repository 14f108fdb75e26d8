import type { SpanView } from './span.ts';
import type { Flag, Message, RetrievedDocument } from './turn.ts';

/** A call of a retriever. An empty list says that it returned nothing. */
export interface RetrievalFact {
  readonly query?: string;
  readonly documents: readonly RetrievedDocument[];
  /** Only a part could be read: the value was cut. */
  readonly isCut?: boolean;
  /** Set where the retriever was a tool. `isText`: its documents were split from a text. */
  readonly tool?: { readonly name?: string; readonly callId?: string; readonly isText: boolean };
}

/** A reordering of documents that were retrieved before. */
export interface RerankFact {
  readonly query?: string;
  /** What was kept, best first. */
  readonly documents: readonly RetrievedDocument[];
}

/** A call of a generating model. */
export interface GenerationFact {
  readonly messages: readonly Message[];
  /** The final text; absent where the call failed or only called tools. */
  readonly output?: string;
  readonly responseId?: string;
  /** Ids of the tool calls that were made for the last question, in their order. */
  readonly toolCalls?: readonly string[];
  /** Retrievals by tools whose results stand in the messages after the last question, in their order. */
  readonly toolRetrievals?: readonly RetrievalFact[];
  /** What the text of the prompt gives as context, where it is plain where each document begins. */
  readonly prompt?: PromptFact;
}

/** Documents that are only inside a prompt. */
export interface PromptFact {
  readonly documents: readonly RetrievedDocument[];
  /** The labelled question after them, where it stands in the same message. */
  readonly question?: string;
}

/** What one span tells, read by one convention. A fact that is absent was not said by the span. */
export interface Facts {
  readonly convention: string;
  readonly retrieval?: RetrievalFact;
  readonly rerank?: RerankFact;
  readonly generation?: GenerationFact;
  /** The user's question as an agent, chain or request span states it. */
  readonly question?: string;
  /** The final answer as an agent, chain or request span states it. */
  readonly answer?: string;
  /** Documents that an agent, chain or request gives out beside its answer. */
  readonly cited?: readonly RetrievedDocument[];
  /** What the right answer would be, where a mapping says where it stands. */
  readonly reference?: string;
  readonly flags: readonly Flag[];
}

/** A received span without its attributes: enough to place its facts among the others of the trace. */
export interface SpanNode {
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: bigint;
  readonly endTimeUnixNano: bigint;
  readonly failed: boolean;
  readonly sampled: boolean;
  readonly service?: string;
  readonly environment?: string;
  /** Attributes of the span's resource that the user wants on results. */
  readonly resource?: Readonly<Record<string, string>>;
  readonly route?: string;
  readonly traceState?: string;
  readonly facts?: Facts;
  /** The span itself, held only where a user's own extractor is to see it. */
  readonly span?: SpanView;
}

/** A message that a log record keeps for a span. `input` was sent to the model; `output` came back. */
export interface ContentRecord {
  readonly spanId: string;
  readonly timeUnixNano: bigint;
  readonly convention: string;
  readonly direction: 'input' | 'output';
  readonly message: Message;
  /** What the message gives as context. */
  readonly prompt?: PromptFact;
}

/** All that was kept of one trace, in order of arrival. */
export interface TraceFacts {
  readonly traceId: string;
  readonly nodes: readonly SpanNode[];
  readonly records: readonly ContentRecord[];
  /** True where the trace was closed early, at a bound. */
  readonly evicted: boolean;
}
