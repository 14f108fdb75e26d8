import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RagmeterError } from '../../src/model/errors.ts';
import { readOtlpBytes } from '../../src/receive/otlp-file.ts';
import { type Decoded, decodeOtlpJson } from '../../src/receive/otlp-json.ts';
import { MAX_PROBLEM_LINES } from '../../src/receive/problem-list.ts';
import { placesIn, replaceAt } from '../support/json-places.ts';
import { share } from '../support/share.ts';
import { toProtobuf } from '../support/to-protobuf.ts';
import { capture, captureText, LOG_CAPTURE, packedCapture, SPAN_CAPTURES } from './captures.ts';
import { span, traces } from './requests.ts';

const CAPTURES = [...SPAN_CAPTURES, LOG_CAPTURE];
const LIMITS = { maxBytes: 1_000_000 };

/** Decodes or refuses with an error of ours; anything else thrown fails the test. */
function answerOf(decode: () => Decoded): Decoded | RagmeterError {
  try {
    return decode();
  } catch (error) {
    if (error instanceof RagmeterError) return error;
    throw error;
  }
}

function expectSound(decoded: Decoded): void {
  for (const { traceId, spanId, parentSpanId = spanId, startTimeUnixNano, attributes, events } of decoded.spans) {
    expect(traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
    expect(spanId).toMatch(/^(?!0{16})[0-9a-f]{16}$/);
    expect(parentSpanId).toMatch(/^(?!0{16})[0-9a-f]{16}$/);
    expect(typeof startTimeUnixNano).toBe('bigint');
    expect(Object.getPrototypeOf(attributes)).toBeNull();
    for (const event of events) expect(Object.getPrototypeOf(event.attributes)).toBeNull();
  }
  for (const { traceId, spanId } of decoded.logs) expect(traceId + spanId).toMatch(/^[0-9a-f]{48}$/);
  expect(decoded.problems.length).toBeLessThanOrEqual(MAX_PROBLEM_LINES + 1);
  if (decoded.rejectedSpans + decoded.rejectedLogs > 0) expect(decoded.problems).not.toHaveLength(0);
  for (const problem of decoded.problems) expect(problem).not.toMatch(/[\r\n]/);
}

function expectOneLine({ code, message }: RagmeterError, codes: readonly string[]): void {
  expect(codes).toContain(code);
  expect(message).toMatch(/^Expected .+, got .+: .+$/);
  expect(message.length).toBeLessThan(800);
}

test('any JSON value is decoded or refused', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      const answer = answerOf(() => decodeOtlpJson(value));
      if (answer instanceof RagmeterError) expectOneLine(answer, ['not_otlp']);
      else expectSound(answer);
    }),
    { numRuns: 500 },
  );
});

test('any JSON values in the place of spans are taken or rejected, each for itself', () => {
  const anySpan = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom(...Object.keys(span()), 'attributes', 'events', 'flags'), fc.jsonValue()),
  );
  fc.assert(
    fc.property(fc.array(anySpan), (spans) => {
      const decoded = decodeOtlpJson(traces(span({ name: 'first' }), ...spans, span({ name: 'last' })));

      expectSound(decoded);
      expect(decoded.spans.length + decoded.rejectedSpans).toBe(spans.length + 2);
      expect([decoded.spans[0]?.name, decoded.spans.at(-1)?.name]).toEqual(['first', 'last']);
    }),
    { numRuns: 500 },
  );
});

test.for(CAPTURES)('the capture %s with anything in any places is decoded or refused', (name) => {
  const document = capture(name);
  const places = placesIn(document);
  const whole = decodeOtlpJson(document);
  const mutation = fc.tuple(fc.nat(places.length - 1), fc.jsonValue());
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 5 }), (mutations) => {
      const mutated = mutations.reduce((changed, [place, value]) => replaceAt(changed, places[place] ?? [], value), document);
      const answer = answerOf(() => decodeOtlpJson(mutated));
      if (answer instanceof RagmeterError) {
        expectOneLine(answer, ['not_otlp']);
        return;
      }
      expectSound(answer);
      // What was said of one span must not cost another.
      const wholeSpans = whole.spans.length + whole.logs.length;
      const leaves = mutations.every(([place]) => (places[place]?.length ?? 0) > 6);
      if (leaves) expect(answer.spans.length + answer.logs.length).toBeGreaterThanOrEqual(wholeSpans - mutations.length);
    }),
    { numRuns: 300 },
  );
});

test.for(CAPTURES)('the capture %s is decoded or refused wherever it is cut or damaged', (name) => {
  const plain = new TextEncoder().encode(captureText(name));
  const packed = packedCapture(name);
  const protobuf = toProtobuf(capture(name));
  const codes = ['not_json', 'not_gzip', 'not_otlp', 'not_protobuf'];
  fc.assert(
    fc.property(fc.constantFrom(plain, packed, protobuf), share, fc.nat(255), fc.boolean(), (bytes, where, byte, isCut) => {
      const at = Math.floor(where * (bytes.length - 1));
      const damaged = isCut ? bytes.slice(0, at) : Uint8Array.from(bytes).fill(byte, at, at + 1);
      const answer = answerOf(() => readOtlpBytes(damaged, LIMITS));
      if (answer instanceof RagmeterError) expectOneLine(answer, codes);
      else expectSound(answer);
    }),
    { numRuns: 300 },
  );
});

test('any bytes are decoded or refused', () => {
  const text = fc.string({ unit: 'grapheme' }).map((value) => new TextEncoder().encode(value));
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array(), text), (bytes) => {
      const answer = answerOf(() => readOtlpBytes(bytes, LIMITS));
      if (answer instanceof RagmeterError) expectOneLine(answer, ['not_json', 'not_gzip', 'not_otlp', 'not_protobuf']);
      else expectSound(answer);
    }),
    { numRuns: 500 },
  );
});
