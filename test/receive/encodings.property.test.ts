import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RagmeterError } from '../../src/model/errors.ts';
import type { Decoded } from '../../src/receive/decoded.ts';
import { decodeOtlpJson } from '../../src/receive/otlp-json.ts';
import { decodeOtlpProtobuf } from '../../src/receive/otlp-protobuf.ts';
import { signalIn } from '../../src/receive/otlp-signal.ts';
import { MAX_PROBLEM_LINES } from '../../src/receive/problem-list.ts';
import { share } from '../support/share.ts';
import { toProtobuf } from '../support/to-protobuf.ts';
import { logsBatch, tracesBatch } from './batches.ts';
import { capture, LOG_CAPTURE, SPAN_CAPTURES } from './captures.ts';

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
