import type { SpanView } from './span.ts';
import type { Message, RetrievedDocument } from './turn.ts';

type MaybePromise<T> = T | Promise<T>;

/** A user's own way to the context of a turn. `undefined`: this is no RAG turn. `[]`: the retriever returned nothing. */
export type ContextExtractor = (
  input: { inputMessages: Message[]; query?: string; metadata: Record<string, unknown> },
  output: Message[],
  trace: { spans: readonly SpanView[] },
) => MaybePromise<readonly (string | RetrievedDocument)[] | undefined>;
