import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RagmeterError } from '../../src/model/errors.ts';
import { MAX_ENTRIES } from '../../src/receive/any-value.ts';
import type { Decoded } from '../../src/receive/decoded.ts';
import { decodeOtlpJson } from '../../src/receive/otlp-json.ts';
import { decodeOtlpProtobuf } from '../../src/receive/otlp-protobuf.ts';
import { signalIn } from '../../src/receive/otlp-signal.ts';
import { MAX_PROBLEM_LINES } from '../../src/receive/problem-list.ts';
import { share } from '../support/share.ts';
import { toProtobuf } from '../support/to-protobuf.ts';
import { logsBatch, tracesBatch } from './batches.ts';
import { capture, LOG_CAPTURE, SPAN_CAPTURES } from './captures.ts';
import { logs, record, span, traces } from './requests.ts';

/** Problems are said in the words of the encoding. */
function withoutProblems({ problems, ...decoded }: Decoded): Omit<Decoded, 'problems'> & { hasProblems: boolean } {
  return { ...decoded, hasProblems: problems.length > 0 };
}

test.for([
  { name: 'spans', signal: 'spans', batches: tracesBatch },
  { name: 'log records', signal: 'logs', batches: logsBatch },
] as const)('any batch of $name reads the same in both encodings', ({ signal, batches }) => {
  fc.assert(
    fc.property(batches, (document) => {
      const bytes = toProtobuf(document);
      const decoded = decodeOtlpProtobuf(bytes, signal);

      expect(withoutProblems(decoded)).toEqual(withoutProblems(decodeOtlpJson(document)));
      for (const { attributes: held } of [...decoded.spans, ...decoded.logs]) expect(Object.getPrototypeOf(held)).toBeNull();
    }),
    { numRuns: 300 },
  );
});

test('of what a batch is can be told where it has a span with its id, or a log record with its time', () => {
  fc.assert(
    fc.property(fc.oneof(tracesBatch, logsBatch), (document) => {
      const { spans, logs: records } = decodeOtlpJson(document);
      const signal = signalIn(toProtobuf(document));

      if (spans.length > 0) expect(signal).toBe('spans');
      if (records.length > 0) expect(signal).toBe('logs');
    }),
    { numRuns: 300 },
  );
});

test.for([...SPAN_CAPTURES, LOG_CAPTURE])('the capture %s as protobuf is decoded or refused wherever it is cut or damaged', (name) => {
  const whole = toProtobuf(capture(name));
  const signal = name === LOG_CAPTURE ? 'logs' : 'spans';
  fc.assert(
    fc.property(share, fc.nat(255), fc.boolean(), (where, byte, isCut) => {
      const at = Math.floor(where * (whole.length - 1));
      const damaged = isCut ? whole.slice(0, at) : Uint8Array.from(whole).fill(byte, at, at + 1);
      let decoded: Decoded;
      try {
        decoded = decodeOtlpProtobuf(damaged, signal);
      } catch (error) {
        expect(error).toBeInstanceOf(RagmeterError);
        expect(error).toMatchObject({ code: 'not_protobuf', message: expect.stringMatching(/^Expected .+, got .+: .+$/) });
        return;
      }
      for (const { traceId, spanId } of [...decoded.spans, ...decoded.logs]) expect(traceId + spanId).toMatch(/^[0-9a-f]{48}$/);
      expect(decoded.problems.length).toBeLessThanOrEqual(MAX_PROBLEM_LINES + 1);
    }),
    { numRuns: 300 },
  );
});

describe.for([
  { encoding: 'JSON', decoded: (document: unknown, _signal: 'spans' | 'logs') => decodeOtlpJson(document) },
  {
    encoding: 'protobuf',
    decoded: (document: unknown, signal: 'spans' | 'logs') => decodeOtlpProtobuf(toProtobuf(document), signal),
  },
])('of more than may be read, as $encoding', ({ decoded }) => {
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ key: `k${index}`, value: { intValue: index } }));
  const countIn = (attributes: object | undefined) => Object.keys(attributes ?? {}).length;

  test.for([0, 1, 5])('%i attributes and events too many: the first are read, and the span says how many were not', (tooMany) => {
    const events = Array.from({ length: MAX_ENTRIES + tooMany }, (_, index) => ({ name: `e${index}` }));
    const sent = span({ attributes: numbered(MAX_ENTRIES + tooMany), events, droppedAttributesCount: 3 });
    const [view] = decoded(traces(sent), 'spans').spans;

    expect(countIn(view?.attributes)).toBe(MAX_ENTRIES);
    expect(view?.attributes[`k${MAX_ENTRIES - 1}`]).toBe(MAX_ENTRIES - 1);
    expect(view?.events).toHaveLength(MAX_ENTRIES);
    expect(view?.droppedAttributesCount).toBe(3 + 2 * tooMany);
  });

  test('the first entries of a map, and the first attributes of an event, a resource and a log record', () => {
    const attributes = numbered(MAX_ENTRIES + 1);
    const map = { key: 'map', value: { kvlistValue: { values: attributes } } };
    const document = traces(span({ attributes: [map], events: [{ name: 'e', attributes }] }));
    const [view] = decoded(
      { resourceSpans: (document.resourceSpans as object[]).map((one) => ({ ...one, resource: { attributes } })) },
      'spans',
    ).spans;
    const [log] = decoded(logs(record({ attributes })), 'logs').logs;

    const read = [view?.attributes.map as object, view?.events[0]?.attributes, view?.resource, log?.attributes];
    expect(read.map(countIn)).toEqual(read.map(() => MAX_ENTRIES));
  });
});
