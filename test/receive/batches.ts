import fc from 'fast-check';

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

/** A request of spans, as OTLP/JSON. */
export const tracesBatch: fc.Arbitrary<unknown> = fc.record({
  resourceSpans: fc.array(
    fc.record({ resource, scopeSpans: fc.array(fc.record({ scope, spans: fc.array(span, { maxLength: 4 }) }), { maxLength: 3 }) }),
    { maxLength: 3 },
  ),
});
/** A request of log records, as OTLP/JSON. */
export const logsBatch: fc.Arbitrary<unknown> = fc.record({
  resourceLogs: fc.array(
    fc.record({ resource, scopeLogs: fc.array(fc.record({ scope, logRecords: fc.array(record, { maxLength: 4 }) }), { maxLength: 3 }) }),
    { maxLength: 3 },
  ),
});
