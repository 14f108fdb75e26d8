import type { ContextExtractor } from '../model/context-extractor.ts';
import { expected, messageOf } from '../model/errors.ts';
import type { SpanView } from '../model/span.ts';
import type { Message, RetrievedDocument, Turn } from '../model/turn.ts';
import { plainText, record } from './attributes.ts';

/** What a user's extractor said. `none`: this is no RAG turn. */
export type UserContext =
  | { readonly status: 'found'; readonly documents: readonly RetrievedDocument[] }
  | { readonly status: 'none' }
  | { readonly status: 'failed'; readonly message: string };

export interface Asked {
  readonly turn: Turn;
  readonly messages: readonly Message[];
  /** The span whose attributes are the metadata. */
  readonly spanId: string;
  readonly spans: readonly SpanView[];
}

/** Calls a user's extractor once, and settles whatever it does. Never rejects. */
export async function userContext(
  extractor: ContextExtractor,
  { turn, messages, spanId, spans }: Asked,
  signal: AbortSignal,
): Promise<UserContext> {
  const { query, answer } = turn;
  const inputMessages = messages.length > 0 || query === undefined ? [...messages] : [{ role: 'user', content: query }];
  const output = answer === undefined ? [] : [{ role: 'assistant', content: answer }];
  const metadata = { ...spans.find((span) => span.spanId === spanId)?.attributes };
  const cutOff = new Promise<UserContext>((resolve) => {
    const giveUp = (): void => resolve({ status: 'failed', message: 'Expected the context extractor to settle in time, got nothing' });
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
  try {
    const called = Promise.resolve(extractor({ inputMessages, ...(query === undefined ? {} : { query }), metadata }, output, { spans }));
    return await Promise.race([called.then(contextFrom), cutOff]);
  } catch (error) {
    return { status: 'failed', message: `The context extractor failed: ${messageOf(error)}` };
  }
}

function contextFrom(returned: unknown): UserContext {
  if (returned === undefined) return { status: 'none' };
  if (!Array.isArray(returned)) throw expected('the context extractor to return a list of texts or documents, or undefined', returned);
  return { status: 'found', documents: (returned as readonly unknown[]).map(documentOf) };
}

function documentOf(given: unknown, rank: number): RetrievedDocument {
  if (typeof given === 'string') return { text: given, rank };
  const document = record(given);
  if (document === undefined) throw expected('the context extractor to return texts or documents', given);
  const text = plainText(document.text);
  const { id, score } = document;
  return {
    ...(text === undefined ? {} : { text }),
    ...(typeof id === 'string' ? { id } : {}),
    ...(typeof score === 'number' && Number.isFinite(score) ? { score } : {}),
    rank,
  };
}
