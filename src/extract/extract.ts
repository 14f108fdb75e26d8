import type { ContentRecord, Facts, SpanNode } from '../model/facts.ts';
import type { Attributes, LogView, SpanView } from '../model/span.ts';
import { text } from './attributes.ts';
import type { Extractor } from './extractor.ts';
import { isJudgeCall, isJudgeMessage } from './judge-call.ts';

/**
 * What a span is among the others of its trace, with the facts that the first convention that knows it reads from it. `keys`: attributes of its
 * resource that go with it.
 */
export function nodeFrom(span: SpanView, conventions: readonly Extractor[], keys: readonly string[] = []): SpanNode {
  const facts = readFacts(span, conventions);
  const { resource } = span;
  const service = text(resource, 'service.name');
  const environment = text(resource, 'deployment.environment.name') ?? text(resource, 'deployment.environment');
  const route = text(span.attributes, 'http.route');
  return {
    spanId: span.spanId,
    ...(span.parentSpanId === undefined ? {} : { parentSpanId: span.parentSpanId }),
    startTimeUnixNano: span.startTimeUnixNano,
    endTimeUnixNano: span.endTimeUnixNano,
    failed: span.status === 'error' || span.events.some((event) => event.name === 'exception'),
    sampled: span.sampled,
    ...(service === undefined ? {} : { service }),
    ...(environment === undefined ? {} : { environment }),
    ...(keys.length === 0 ? {} : { resource: resourceOf(resource, keys) }),
    ...(route === undefined ? {} : { route }),
    ...(span.traceState === undefined ? {} : { traceState: span.traceState }),
    ...(facts === undefined ? {} : { facts: dropped(span) ? { ...facts, flags: [...facts.flags, 'attributes_dropped'] } : facts }),
  };
}

function resourceOf(resource: Attributes, keys: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = resource[key];
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[key, String(value)]] : [];
    }),
  );
}

function readFacts(span: SpanView, conventions: readonly Extractor[]): Facts | undefined {
  const facts = firstOf(conventions, (convention) => survived(() => convention.extract(span)));
  return facts === undefined || survived(() => isJudgeCall(facts, span)) ? undefined : facts;
}

/** The message that a log record keeps for its span, if it keeps one. */
export function recordFrom(log: LogView, conventions: readonly Extractor[]): ContentRecord | undefined {
  const found = firstOf(conventions, (convention) => survived(() => convention.extractLog?.(log)));
  return found === undefined || isJudgeMessage(found) ? undefined : found;
}

/** In process a value may be an object of the host that throws when it is looked at. What cannot be looked at says nothing. */
function survived<T>(read: () => T | undefined): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function dropped(span: SpanView): boolean {
  return span.droppedAttributesCount > 0;
}

function firstOf<T>(conventions: readonly Extractor[], read: (convention: Extractor) => T | undefined): T | undefined {
  for (const convention of conventions) {
    const found = read(convention);
    if (found !== undefined) return found;
  }
  return undefined;
}
