import { context, diag } from '@opentelemetry/api';
import { logs } from '@opentelemetry/api-logs';
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventEmitter } from '../../src/emit/event.ts';
import { VERSION } from '../../src/emit/names.ts';
import { FAILED_ATTRIBUTES, SCORED_ATTRIBUTES } from './attributes-table.ts';
import { activateOtherSpan } from './other-span.ts';
import { DROPPED, evaluation, FAILED, judge, result, SCORED, SKIPPED, SPAN_ID, TRACE_ID, turn } from './results.ts';

const NOW_MS = 1_735_689_603_500.25;

let exporter: InMemoryLogRecordExporter;
beforeEach(() => {
  exporter = new InMemoryLogRecordExporter();
});
afterEach(() => {
  logs.disable();
  diag.disable();
  context.disable();
});

function startLogs(): void {
  logs.setGlobalLoggerProvider(new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter })] }));
}

const events = eventEmitter({ content: false, nowMs: () => NOW_MS });

test('a scored turn is an event of the semantic convention, in the context of the evaluated span', () => {
  startLogs();
  events.emit(result());

  const [record, ...others] = exporter.getFinishedLogRecords();
  expect(others).toEqual([]);
  expect(record).toMatchObject({
    eventName: 'gen_ai.evaluation.result',
    // Of the turn's end, to the nanosecond.
    hrTime: [1_735_689_600, 123_456_789],
    hrTimeObserved: [1_735_689_603, 500_250_000],
    severityNumber: 9,
    severityText: 'INFO',
    instrumentationScope: { name: 'ragmeter', version: VERSION },
    spanContext: { traceId: TRACE_ID, spanId: SPAN_ID, traceFlags: 1, isRemote: true },
  });
  expect(record?.body).toBeUndefined();
  expect(record?.attributes).toEqual(SCORED_ATTRIBUTES);
});

test('a failure is an event with its error type, and without any number', () => {
  startLogs();
  events.emit(result({ outcome: FAILED }));
  expect(exporter.getFinishedLogRecords().map(({ attributes }) => attributes)).toEqual([FAILED_ATTRIBUTES]);
});

test.for([SKIPPED, DROPPED])('a $status turn is no event: metrics count it', (outcome) => {
  startLogs();
  events.emit(result({ outcome }));
  expect(exporter.getFinishedLogRecords()).toEqual([]);
});

test('an evaluated span that was not sampled has an event all the same, and it says so', () => {
  startLogs();
  events.emit(result({ turn: turn({ evaluatedSpan: { traceId: TRACE_ID, spanId: SPAN_ID, sampled: false } }) }));
  expect(exporter.getFinishedLogRecords()[0]?.spanContext).toMatchObject({ traceId: TRACE_ID, spanId: SPAN_ID, traceFlags: 0 });
});

test('what is active while we emit does not matter', () => {
  startLogs();
  activateOtherSpan();
  events.emit(result());
  expect(exporter.getFinishedLogRecords()[0]?.spanContext?.spanId).toBe(SPAN_ID);
});

test('a logger provider may come at any time, and go', () => {
  events.emit(result());
  startLogs();
  events.emit(result());
  logs.disable();
  events.emit(result());
  expect(exporter.getFinishedLogRecords()).toHaveLength(1);
});

test.for([
  { name: 'a number', global: 7 },
  { name: 'nothing for our version', global: () => undefined },
  { name: 'a provider of another kind', global: () => ({}) },
  {
    name: 'a getter that throws',
    global: () => {
      throw new Error('no');
    },
  },
])('$name where the logs global is expected: nothing throws', ({ global }) => {
  const key = Symbol.for('io.opentelemetry.js.api.logs');
  Object.assign(globalThis, { [key]: global });
  expect(() => events.emit(result())).not.toThrow();
  Reflect.deleteProperty(globalThis, key);
});

test('a logger that throws is said once', () => {
  const warn = vi.fn();
  diag.setLogger({ warn, error: () => {}, info: () => {}, debug: () => {}, verbose: () => {} }, { suppressOverrideMessage: true });
  logs.setGlobalLoggerProvider({
    getLogger: () => {
      throw new Error('broken');
    },
  });
  const emitter = eventEmitter({ content: false, nowMs: () => NOW_MS });
  emitter.emit(result());
  emitter.emit(result());
  expect(warn.mock.calls.map(([message]) => message as string)).toEqual([
    'ragmeter could not write events; further failures of this kind are not reported',
  ]);
});

test('the name is the evaluation, the id the judge; a type only where we know it', () => {
  startLogs();
  events.emit(result({ evaluation: evaluation({ name: 'mine', version: '7', judge: judge({ id: 'constructor' }) }) }));
  const { attributes } = exporter.getFinishedLogRecords()[0]!;
  expect(attributes).toMatchObject({
    'gen_ai.evaluation.name': 'mine',
    'gen_ai.evaluation.evaluator.id': 'constructor',
    'gen_ai.evaluation.evaluator.version': '7',
  });
  expect(attributes).not.toHaveProperty(['gen_ai.evaluation.evaluator.type']);
});

test('content only when asked for, and bounded', () => {
  startLogs();
  const documents = [
    { rank: 0, text: 'd'.repeat(5_000) },
    { rank: 1 },
    ...Array.from({ length: 40 }, (_, at) => ({ rank: at + 2, text: 'x' })),
  ];
  const seen = turn({ query: `${'q'.repeat(3_999)}😀`, answer: 'a'.repeat(9_000), documents });
  const withContent = eventEmitter({ content: true, nowMs: () => NOW_MS });
  withContent.emit(result({ turn: seen, outcome: { ...SCORED, explanation: 'e'.repeat(9_000) } as typeof SCORED }));
  events.emit(result({ turn: seen }));

  const [opened, closed] = exporter.getFinishedLogRecords().map(({ attributes }) => attributes);
  expect(opened).toMatchObject({
    // Not half of the last character.
    'ragmeter.content.query': 'q'.repeat(3_999),
    'ragmeter.content.answer': 'a'.repeat(4_000),
    'ragmeter.content.documents': ['d'.repeat(2_000), '', ...Array.from({ length: 18 }, () => 'x')],
    'gen_ai.evaluation.explanation': 'e'.repeat(4_000),
  });
  expect(JSON.stringify(closed)).not.toMatch(/qqq|aaa|ddd/);
});
