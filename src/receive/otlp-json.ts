import { RagmeterError, show } from '../model/errors.ts';
import { decodeAttributes } from './any-value.ts';
import { type Decoded, Decoding } from './decoded.ts';
import { describe, isObject, type JsonObject } from './json-shapes.ts';
import { decodeLog } from './otlp-json-log.ts';
import { decodeScope, decodeSpan } from './otlp-json-span.ts';

export type { Decoded } from './decoded.ts';

/**
 * Decodes a parsed `ExportTraceServiceRequest` or `ExportLogsServiceRequest` in OTLP/JSON:
 * https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 *
 * A bad span or log record is rejected on its own, and the rest goes on. Throws only a `not_otlp` error, where the
 * document is no request at all; `{}` is an empty request. Unknown fields are ignored, as protobuf does.
 */
export function decodeOtlpJson(document: unknown): Decoded {
  const decoding = new Decoding();
  decodeOtlpJsonInto(decoding, document);
  return decoding.finish();
}

/** The same for one batch of several. */
export function decodeOtlpJsonInto(decoding: Decoding, document: unknown): void {
  if (!isRequest(document)) throw notOtlp(document);
  for (const resourceSpans of objectsIn(decoding, document, 'resourceSpans')) {
    const resource = decodeAttributes(isObject(resourceSpans.resource) ? resourceSpans.resource.attributes : undefined);
    for (const scopeSpans of objectsIn(decoding, resourceSpans, 'scopeSpans')) {
      const scope = decodeScope(scopeSpans.scope);
      for (const span of listIn(decoding, scopeSpans, 'spans')) decoding.addSpan(decodeSpan(span, scope, resource));
    }
  }
  for (const resourceLogs of objectsIn(decoding, document, 'resourceLogs')) {
    for (const scopeLogs of objectsIn(decoding, resourceLogs, 'scopeLogs')) {
      for (const record of listIn(decoding, scopeLogs, 'logRecords')) decoding.addLog(decodeLog(record));
    }
  }
}

const REQUEST_FIELDS = ['resourceSpans', 'resourceLogs'];

function isRequest(document: unknown): document is JsonObject {
  if (!isObject(document)) return false;
  if (Object.keys(document).length === 0) return true;
  return REQUEST_FIELDS.some((field) => document[field] === null || Array.isArray(document[field]));
}

function notOtlp(document: unknown): RagmeterError {
  return new RagmeterError(
    'not_otlp',
    `Expected OTLP JSON with "resourceSpans" or "resourceLogs", got ${describeDocument(document)}: ` +
      'send an ExportTraceServiceRequest or an ExportLogsServiceRequest, with names in lowerCamelCase',
  );
}

function describeDocument(document: unknown): string {
  if (!isObject(document)) return describe(document);
  const wrong = REQUEST_FIELDS.find((field) => document[field] !== undefined);
  if (wrong !== undefined) return `an object whose "${wrong}" is ${describe(document[wrong])}`;
  const keys = Object.keys(document);
  const shown = keys.slice(0, 5).map(show).join(', ');
  return `an object with keys ${shown}${keys.length > 5 ? ` and ${keys.length - 5} more` : ''}`;
}

/** The list in a field. None and null are an empty one; anything else is a problem, for there may have been spans in it. */
function listIn(decoding: Decoding, parent: JsonObject, field: string): readonly unknown[] {
  const list = parent[field];
  if (Array.isArray(list)) return list;
  if (list !== undefined && list !== null) {
    decoding.problems.add(`Expected "${field}" to be a list, got ${describe(list)}: send it as OTLP JSON`);
  }
  return [];
}

function* objectsIn(decoding: Decoding, parent: JsonObject, field: string): Generator<JsonObject> {
  for (const item of listIn(decoding, parent, field)) {
    if (isObject(item)) yield item;
    else decoding.problems.add(`Expected "${field}" to hold objects, got ${describe(item)}: send it as OTLP JSON`);
  }
}
