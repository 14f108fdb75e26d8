import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RagmeterError } from '../../src/model/errors.ts';
import type { Decoded } from '../../src/receive/decoded.ts';
import { decodeOtlpJson } from '../../src/receive/otlp-json.ts';
import { decodeOtlpProtobuf } from '../../src/receive/otlp-protobuf.ts';
import { signalIn } from '../../src/receive/otlp-signal.ts';
import { MAX_PROBLEM_LINES } from '../../src/receive/problem-list.ts';
import { toProtobuf } from '../support/to-protobuf.ts';
import { capture, LOG_CAPTURE, SPAN_CAPTURES } from './captures.ts';

const digits = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((id) => Buffer.from(id).toString('hex'));
const time = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
const text = fc.string({ unit: 'grapheme' });
const key = fc.oneof(text, fc.constantFrom('__proto__', 'constructor', 'event.name', 'input.value'));

/** Any `AnyValue`, as OTLP/JSON writes it. */
const { anyValue, entry } = fc.letrec<{ anyValue: unknown; entry: unknown }>((tie) => ({
  anyValue: fc.oneof(
    { depthSize: 'medium' },
    fc.record({ stringValue: text }),
    fc.record({ boolValue: fc.boolean() }),
    fc.record({ intValue: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String) }),
    fc.record({ doubleValue: fc.double().map((value) => (Number.isFinite(value) ? value : String(value))) }),
    fc.record({ bytesValue: fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')) }),
    fc.constant({}),
    fc.record({ arrayValue: fc.record({ values: fc.array(tie('anyValue'), { maxLength: 4 }) }) }),
    fc.record({ kvlistValue: fc.record({ values: fc.array(tie('entry'), { maxLength: 4 }) }) }),
  ),
  entry: fc.record({ key, value: tie('anyValue') }),
}));
const attributes = fc.array(entry, { maxLength: 5 });

const span = fc.record(
  {
    // Of another length now and then: such a span is rejected, and its neighbours are not.
    traceId: fc.oneof({ weight: 9, arbitrary: digits(16) }, { weight: 1, arbitrary: fc.nat(20).chain(digits) }),
    spanId: digits(8),
    parentSpanId: fc.oneof(digits(8), fc.constantFrom('', '0000000000000000')),
    name: text,
    traceState: text,
    startTimeUnixNano: time,
    endTimeUnixNano: time,
    attributes,
    events: fc.array(fc.record({ name: text, timeUnixNano: time, attributes }), { maxLength: 3 }),
    status: fc.record({ code: fc.nat(4), message: text }),
    kind: fc.nat(5),
    flags: fc.nat(0x3ff),
    droppedAttributesCount: fc.nat(),
  },
  { requiredKeys: ['traceId', 'spanId'] },
);
const record = fc.record(
  {
    traceId: digits(16),
    spanId: digits(8),
    timeUnixNano: time,
    observedTimeUnixNano: time,
    body: anyValue,
    attributes,
    eventName: text,
    flags: fc.nat(1),
  },
  { requiredKeys: ['traceId', 'spanId', 'timeUnixNano'] },
);
const scope = fc.record({ name: text, version: text }, { requiredKeys: [] });
const resource = fc.record({ attributes });

const traces = fc.record({
  resourceSpans: fc.array(
    fc.record({ resource, scopeSpans: fc.array(fc.record({ scope, spans: fc.array(span, { maxLength: 4 }) }), { maxLength: 3 }) }),
    { maxLength: 3 },
  ),
});
const logs = fc.record({
  resourceLogs: fc.array(
    fc.record({ resource, scopeLogs: fc.array(fc.record({ scope, logRecords: fc.array(record, { maxLength: 4 }) }), { maxLength: 3 }) }),
    { maxLength: 3 },
  ),
});

/** Problems are said in the words of the encoding. */
function withoutProblems({ problems, ...decoded }: Decoded): Omit<Decoded, 'problems'> & { hasProblems: boolean } {
  return { ...decoded, hasProblems: problems.length > 0 };
}

test.for([
  { name: 'spans', signal: 'spans', batches: traces },
  { name: 'log records', signal: 'logs', batches: logs },
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
    fc.property(fc.oneof(traces, logs), (document) => {
      const { spans, logs: records } = decodeOtlpJson(document);
      const signal = signalIn(toProtobuf(document));

      if (spans.length > 0) expect(signal).toBe('spans');
      else if (records.length > 0) expect(signal).toBe('logs');
      else expect([undefined, 'spans', 'logs', 'metrics']).toContain(signal);
    }),
    { numRuns: 300 },
  );
});

test.for([...SPAN_CAPTURES, LOG_CAPTURE])('the capture %s as protobuf is decoded or refused wherever it is cut or damaged', (name) => {
  const whole = toProtobuf(capture(name));
  const signal = name === LOG_CAPTURE ? 'logs' : 'spans';
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255), fc.boolean(), (share, byte, isCut) => {
      const at = Math.floor(share * (whole.length - 1));
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
