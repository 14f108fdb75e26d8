import type { Attributes, SpanEvent, SpanView } from '../model/span.ts';
import { beyondEntries, decodeAttributes, MAX_ENTRIES } from './any-value.ts';
import { identifierOf, identifierProblem } from './identifiers.ts';
import { countOf, describe, integerOf, isObject, type JsonObject, nanosecondsOf, textOf } from './json-shapes.ts';
import { spanOf } from './otlp-span.ts';

/** One span of OTLP/JSON, or the problem for which it is rejected. */
export function decodeSpan(span: unknown, scope: SpanView['scope'], resource: Attributes): SpanView | string {
  if (!isObject(span)) return `Expected a span to be an object, got ${describe(span)}: send it as OTLP JSON`;
  const traceId = identifierOf('traceId', span.traceId);
  if (!traceId) return identifierProblem('traceId', 'span', span.traceId);
  const spanId = identifierOf('spanId', span.spanId);
  if (!spanId) return identifierProblem('spanId', 'span', span.spanId);
  const parentSpanId = identifierOf('parentSpanId', span.parentSpanId);
  // Without its parent's id the span would pass for a root, and a root closes its trace.
  if (parentSpanId === undefined) return identifierProblem('parentSpanId', 'span', span.parentSpanId);

  const attributes = Array.isArray(span.attributes) ? span.attributes : [];
  const events = Array.isArray(span.events) ? span.events : [];
  return spanOf({
    traceId,
    spanId,
    parentSpanId,
    name: textOf(span.name) ?? '',
    startTimeUnixNano: nanosecondsOf(span.startTimeUnixNano),
    endTimeUnixNano: nanosecondsOf(span.endTimeUnixNano),
    attributes: decodeAttributes(attributes),
    events: events.slice(0, MAX_ENTRIES).filter(isObject).map(decodeEvent),
    status: decodeStatus(span.status),
    scope,
    resource,
    traceState: textOf(span.traceState) ?? '',
    flags: integerOf(span.flags) ?? 0,
    droppedAttributesCount: countOf(span.droppedAttributesCount) + beyondEntries(attributes.length) + beyondEntries(events.length),
  });
}

/** The instrumentation scope of the spans beside it. */
export function decodeScope(scope: unknown): SpanView['scope'] {
  if (!isObject(scope)) return { name: '' };
  const name = textOf(scope.name) ?? '';
  const version = textOf(scope.version);
  return version === undefined ? { name } : { name, version };
}

function decodeEvent(event: JsonObject): SpanEvent {
  return {
    name: textOf(event.name) ?? '',
    timeUnixNano: nanosecondsOf(event.timeUnixNano),
    attributes: decodeAttributes(event.attributes),
  };
}

/** Enums come as numbers by the OTLP specification, and as names from protobuf's own JSON encoders. */
function decodeStatus(status: unknown): SpanView['status'] {
  const code = isObject(status) ? status.code : undefined;
  if (code === 1 || code === 'STATUS_CODE_OK') return 'ok';
  if (code === 2 || code === 'STATUS_CODE_ERROR') return 'error';
  return 'unset';
}
