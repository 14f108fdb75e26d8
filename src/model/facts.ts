import type { Flag, Message, RetrievedDocument } from './turn.ts';

/** A call of a retriever. An empty list says that it returned nothing. */
export interface RetrievalFact {
  readonly query?: string;
  readonly documents: readonly RetrievedDocument[];
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
  readonly route?: string;
  readonly traceState?: string;
  readonly facts?: Facts;
}

/** A message that a log record keeps for a span. `input` was sent to the model; `output` came back. */
export interface ContentRecord {
  readonly spanId: string;
  readonly timeUnixNano: bigint;
  readonly convention: string;
  readonly direction: 'input' | 'output';
  readonly message: Message;
}

/** All that was kept of one trace, in order of arrival. */
export interface TraceFacts {
  readonly traceId: string;
  readonly nodes: readonly SpanNode[];
  readonly records: readonly ContentRecord[];
  /** True where the trace was closed early, at a bound. */
  readonly evicted: boolean;
}
