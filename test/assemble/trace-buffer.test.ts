import { expect, test } from 'vitest';
import { TraceBuffer, type TraceBufferOptions } from '../../src/assemble/trace-buffer.ts';
import type { TraceFacts } from '../../src/model/facts.ts';
import { virtualClock } from '../../src/testing/virtual-clock.ts';
import { node } from '../support/builders.ts';
import { countingClock } from '../support/counting-clock.ts';

const OPTIONS: TraceBufferOptions = {
  graceMs: 1_000,
  idleMs: 10_000,
  maxAgeMs: 60_000,
  maxTraces: 100,
  maxSpansPerTrace: 100,
  maxCharactersPerTrace: 10_000,
};

function setUp(options: Partial<TraceBufferOptions> = {}, clock = virtualClock()) {
  const completed: TraceFacts[] = [];
  const buffer = new TraceBuffer({ ...OPTIONS, ...options }, clock, (trace) => completed.push(trace));
  return {
    buffer,
    clock,
    completed,
    /** `trace: spans` of each completed one, with `!` where it was closed early. */
    told: () =>
      completed.map(({ traceId, nodes, evicted }) => `${traceId}: ${nodes.map(({ spanId }) => spanId).join(' ')}${evicted ? '!' : ''}`),
    found: (traceId: string, spanId: string) => buffer.add(traceId, node(spanId, { documents: [] }), false),
    plain: (traceId: string, spanId: string) => buffer.add(traceId, node(spanId), false),
    root: (traceId: string) => buffer.add(traceId, node('root'), true),
  };
}

test.for([
  { name: 'before its grace is over it waits', afterMs: 999, told: [] },
  { name: 'then it is complete', afterMs: 1_000, told: ['t: a root'] },
])('a trace whose root ended: $name', async ({ afterMs, told: expected }) => {
  const { clock, found, root, told } = setUp();
  found('t', 'a');
  root('t');
  await clock.advance(afterMs);
  expect(told()).toEqual(expected);
});

test('grace counts from the last span, before or after the root', async () => {
  const { clock, found, root, told } = setUp();
  root('t');
  await clock.advance(900);
  found('t', 'a');
  await clock.advance(900);
  found('t', 'b');
  await clock.advance(999);
  expect(told()).toEqual([]);
  await clock.advance(1);
  expect(told()).toEqual(['t: root a b']);
});

test('a log record counts as news too, and alone makes a trace worth handing on', async () => {
  const { buffer, clock, root, completed } = setUp();
  root('t');
  await clock.advance(900);
  const message = { role: 'user', content: 'Why?' };
  buffer.addRecord('t', { spanId: 'root', timeUnixNano: 1n, convention: 'test', direction: 'input', message });
  await clock.advance(999);
  expect(completed).toEqual([]);
  await clock.advance(1);
  expect(completed.map(({ records }) => records.length)).toEqual([1]);
});

test('an open span holds its trace, until all are closed', async () => {
  const { buffer, clock, found, root, told } = setUp({ idleMs: Number.POSITIVE_INFINITY });
  buffer.opened('t');
  buffer.opened('t');
  buffer.opened('t');
  root('t');
  await clock.advance(5_000);
  found('t', 'a');
  await clock.advance(5_000);
  expect(told()).toEqual([]);
  found('t', 'b');
  await clock.advance(1_000);
  expect(told()).toEqual(['t: root a b']);
});

test('a span that opens while the trace waits for its grace holds it again', async () => {
  const { buffer, clock, found, root, told } = setUp();
  found('t', 'a');
  root('t');
  await clock.advance(900);
  buffer.opened('t');
  await clock.advance(5_000);
  expect(told()).toEqual([]);
  found('t', 'late');
  await clock.advance(1_000);
  expect(told()).toEqual(['t: a root late']);
});

test.for([
  { name: 'a child', isRoot: false, told: ['t: a root'] },
  { name: 'the root', isRoot: true, told: ['t: a'] },
])('a span of which nothing more is known than that it ended holds its trace no longer: $name', async ({ isRoot, told: expected }) => {
  const { buffer, clock, found, root, told } = setUp({ idleMs: Number.POSITIVE_INFINITY });
  for (let started = 0; started < 3; started += 1) buffer.opened('t');
  found('t', 'a');
  if (isRoot) buffer.lost('t', false);
  else root('t');
  await clock.advance(5_000);
  expect(told()).toEqual([]);
  buffer.lost('t', isRoot);
  await clock.advance(1_000);
  expect(told()).toEqual(expected);
});

test('a span that is lost and was never opened is no debt: the trace is complete without another', async () => {
  const { buffer, clock, found, root, told } = setUp({ idleMs: Number.POSITIVE_INFINITY });
  found('t', 'a');
  buffer.lost('t', false);
  root('t');
  await clock.advance(1_000);
  expect(told()).toEqual(['t: a root']);
});

test('a span that is lost begins no trace', () => {
  const { buffer } = setUp();
  buffer.lost('t', true);
  expect(buffer.size).toBe(0);
});

test.for([
  { name: 'without a root, idleMs after its last span', act: { open: 0 }, beforeMs: 9_999, told: ['t: a'] },
  { name: 'with a span that never ends, too', act: { open: 2 }, beforeMs: 9_999, told: ['t: a'] },
])('a trace is complete $name', async ({ act, beforeMs, told: expected }) => {
  const { buffer, clock, found, told } = setUp();
  for (let open = 0; open < act.open; open += 1) buffer.opened('t');
  found('t', 'a');
  await clock.advance(beforeMs);
  expect(told()).toEqual([]);
  await clock.advance(1);
  expect(told()).toEqual(expected);
});

test('no trace gets older than maxAgeMs, whatever still comes', async () => {
  const { clock, found, told } = setUp({ maxAgeMs: 20_000 });
  for (let second = 0; second < 20; second += 1) {
    found('t', `s${second}`);
    await clock.advance(second === 19 ? 999 : 1_000);
  }
  expect(told()).toEqual([]);
  await clock.advance(1);
  expect(told()).toHaveLength(1);
});

test('what comes after a trace was complete is a trace of its own', async () => {
  const { clock, found, root, told, buffer } = setUp();
  found('t', 'a');
  root('t');
  await clock.advance(1_000);
  found('t', 'late');
  expect(buffer.size).toBe(1);
  await clock.advance(10_000);
  expect(told()).toEqual(['t: a root', 't: late']);
  expect(buffer.size).toBe(0);
});

test('a span that is delivered twice is taken once', async () => {
  const { clock, found, root, told } = setUp();
  for (let time = 0; time < 3; time += 1) {
    found('t', 'a');
    root('t');
  }
  await clock.advance(1_000);
  expect(told()).toEqual(['t: a root']);
});

test('a trace in which nothing was found is forgotten, not handed on', async () => {
  const { clock, root, plain, completed, buffer } = setUp();
  plain('t', 'a');
  root('t');
  await clock.advance(1_000);
  expect([completed.length, buffer.size]).toEqual([0, 0]);
});

test('traces are handed on in the order in which they fall due', async () => {
  const { clock, found, root, told } = setUp();
  found('idle', 'a');
  await clock.advance(9_500);
  found('one', 'a');
  root('one');
  found('two', 'a');
  root('two');
  found('one', 'b');
  await clock.advance(60_000);
  expect(told()).toEqual(['idle: a', 'two: a root', 'one: a root b']);
});

test.for([
  { name: 'at the bound all are held', traces: ['a', 'b'], told: [], held: 2 },
  { name: 'one beyond it the oldest is closed early', traces: ['a', 'b', 'c'], told: ['a: s!'], held: 2 },
  { name: 'and so on', traces: ['a', 'b', 'c', 'b', 'd'], told: ['a: s!', 'b: s!'], held: 2 },
])('maxTraces of 2: $name', ({ traces, told: expected, held }) => {
  const { found, told, buffer } = setUp({ maxTraces: 2 });
  for (const trace of traces) found(trace, 's');
  expect(told()).toEqual(expected);
  expect(buffer.size).toBe(held);
});

test('at maxTraces the oldest in which nothing was found goes first, in silence', () => {
  const { found, plain, told } = setUp({ maxTraces: 3 });
  found('a', 's');
  plain('b', 's');
  plain('c', 's');
  found('d', 's');
  expect(told()).toEqual([]);
  found('e', 's');
  expect(told()).toEqual([]);
  found('f', 's');
  expect(told()).toEqual(['a: s!']);
});

test('a trace in which something was found at last is no longer among the first to go', () => {
  const { found, plain, told } = setUp({ maxTraces: 2 });
  plain('a', 's1');
  plain('b', 's1');
  found('a', 's2');
  found('c', 's1');
  found('d', 's1');
  expect(told()).toEqual(['a: s1 s2!']);
});

test.for([
  { name: 'spans, below the bound', options: { maxSpansPerTrace: 3 }, spans: ['a', 'b'], told: [] },
  { name: 'spans, at the bound', options: { maxSpansPerTrace: 3 }, spans: ['a', 'b', 'c'], told: ['t: a b c!'] },
  { name: 'spans, one beyond it', options: { maxSpansPerTrace: 3 }, spans: ['a', 'b', 'c', 'd'], told: ['t: a b c!'] },
  { name: 'the same span again does not count', options: { maxSpansPerTrace: 3 }, spans: ['a', 'b', 'b', 'a'], told: [] },
])('a trace may hold only so many $name', ({ options, spans, told: expected }) => {
  const { found, told } = setUp(options);
  for (const span of spans) found('t', span);
  expect(told()).toEqual(expected);
});

test.for([
  { name: 'documents', shape: { documents: ['12345', '1234'] }, one: '6' },
  { name: 'reranked documents', shape: { reranked: ['12345', '1234'] }, one: '6' },
  { name: 'messages and output', shape: { messages: ['1234'], output: '12345' }, one: '6' },
  { name: 'question, answer and query', shape: { question: '123', answer: '123', query: '123', documents: [] }, one: '6' },
])('a trace may hold only so many characters: $name', ({ shape, one }) => {
  const { buffer, told } = setUp({ maxCharactersPerTrace: 10 });
  buffer.add('t', node('a', shape), false);
  expect(told()).toEqual([]);
  buffer.add('t', node('b', { documents: [one] }), false);
  expect(told()).toEqual(['t: a b!']);
});

test('characters of log records count too', () => {
  const { buffer, completed } = setUp({ maxCharactersPerTrace: 10 });
  const message = { role: 'user', content: '12345' };
  for (const time of [1n, 2n]) buffer.addRecord('t', { spanId: 'a', timeUnixNano: time, convention: 'test', direction: 'input', message });
  expect(completed.map(({ records, evicted }) => [records.length, evicted])).toEqual([[2, true]]);
});

test('releaseWaiting hands on what only waits for its grace; what is open or has no root stays', () => {
  const { buffer, found, root, told } = setUp();
  found('rootless', 'a');
  found('waiting', 'a');
  root('waiting');
  buffer.opened('open');
  buffer.opened('open');
  found('open', 'a');
  buffer.releaseWaiting();
  expect(told()).toEqual(['waiting: a root']);
  expect(buffer.size).toBe(2);
});

test('releaseAll hands on every trace, not as evicted, and what comes later is still timed', async () => {
  const { buffer, clock, found, root, told } = setUp();
  buffer.opened('open');
  found('open', 'a');
  found('waiting', 'a');
  root('waiting');
  buffer.releaseAll();
  expect(told()).toEqual(['open: a', 'waiting: a root']);
  found('later', 'a');
  root('later');
  await clock.advance(1_000);
  expect(told()).toEqual(['open: a', 'waiting: a root', 'later: a root']);
});

test('without any bound on time nothing is timed, and nothing is handed on before it is asked for', async () => {
  const forever = Number.POSITIVE_INFINITY;
  const { clock, set } = countingClock();
  const { buffer, found, root, told } = setUp({ graceMs: forever, idleMs: forever, maxAgeMs: forever }, clock);
  found('t', 'a');
  root('t');
  await clock.advance(10 ** 9);
  expect([told(), set()]).toEqual([[], 0]);
  buffer.releaseAll();
  expect(told()).toEqual(['t: a root']);
});

test('timers are few: they are set for heads, not for spans', async () => {
  const { clock, set, pending } = countingClock();
  const { found, root, told } = setUp({ maxSpansPerTrace: 10_000, maxTraces: 10_000 }, clock);
  for (let span = 0; span < 1_000; span += 1) {
    found(`t${span % 100}`, `s${span}`);
    await clock.advance(1);
  }
  expect(set()).toBeLessThanOrEqual(2);
  for (let trace = 0; trace < 100; trace += 1) root(`t${trace}`);
  expect(pending()).toBe(1);
  await clock.advance(1_000);
  expect(told()).toHaveLength(100);
  expect(set()).toBeLessThan(10);
  expect(pending()).toBe(0);
});

test('a listener that adds spans while it is told of a trace does not upset the buffer', async () => {
  const clock = virtualClock();
  const completed: string[] = [];
  const buffer = new TraceBuffer(OPTIONS, clock, ({ traceId }) => {
    completed.push(traceId);
    if (completed.length < 3) buffer.add(`${traceId}'`, node('a', { documents: [] }), true);
  });
  buffer.add('t', node('a', { documents: [] }), true);
  await clock.advance(1_000);
  await clock.advance(1_000);
  await clock.advance(1_000);
  expect(completed).toEqual(['t', "t'", "t''"]);
  expect(buffer.size).toBe(0);
});
