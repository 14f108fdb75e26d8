import type { SpanRef } from './span.ts';

/** One retrieved piece. `rank` counts from 0; `score` is the retriever's own and is never compared across sources. */
export interface RetrievedDocument {
  readonly text?: string;
  readonly id?: string;
  readonly score?: number;
  readonly rank: number;
  readonly spanId?: string;
}

/** One call of a retriever: its own query and the documents it returned, in rank order. */
export interface Retrieval {
  readonly spanId: string;
  readonly query?: string;
  readonly documents: readonly RetrievedDocument[];
  readonly convention: string;
}

/** What a reader of the result should know about the input. */
export type Flag =
  | 'text_missing'
  | 'truncated'
  | 'attributes_dropped'
  | 'redacted'
  | 'by_reference'
  | 'from_prompt'
  | 'from_tool'
  | 'fragment'
  | 'evicted'
  | 'no_answer';

/** One question of a user, the retrievals made for it, the documents the model saw, the answer. This is what is scored. */
export interface Turn {
  readonly traceId: string;
  readonly evaluatedSpan: SpanRef;
  /** `service.name` of the evaluated span's resource. */
  readonly service?: string;
  /** `deployment.environment.name` of the same resource. */
  readonly environment?: string;
  /** Those of its attributes that the user wants on metrics, events and spans: `emit.keys`. */
  readonly resource?: Readonly<Record<string, string>>;
  /** `http.route` of the nearest span above the retrievals that has one. */
  readonly route?: string;
  readonly endTimeUnixNano: bigint;
  readonly query?: string;
  /** What the model saw, in the order in which it saw it. */
  readonly documents: readonly RetrievedDocument[];
  readonly answer?: string;
  readonly reference?: string;
  readonly retrievals: readonly Retrieval[];
  readonly flags: readonly Flag[];
  /** `gen_ai.response.id` of the generation that answered. */
  readonly responseId?: string;
}

/** One message of a conversation with a model, as text. */
export interface Message {
  readonly id?: string;
  readonly role: string;
  readonly content: string;
}
