import { expect, test } from 'vitest';
import type { Facts, GenerationFact } from '../../src/model/facts.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import { createHealth } from '../../src/observe/health.ts';
import { watchResults } from '../../src/observe/result-watch.ts';

const SCORED: Outcome = { status: 'scored', score: 1, parts: {}, explanation: '' };
const TEXTLESS: Outcome = { status: 'skipped', reason: 'text_missing' };
const REDACTED: Outcome = { status: 'skipped', reason: 'redacted' };
const EMPTY: Outcome = { status: 'skipped', reason: 'no_documents' };
const LATE: Outcome = { status: 'dropped', reason: 'queue_full' };
const failed = (reason: string): Outcome => ({ status: 'failed', reason, message: 'secret' }) as Outcome;

function setUp() {
  const warnings: string[] = [];
  const health = createHealth((message) => warnings.push(message));
  return { warnings, health, watch: watchResults(health) };
}

test('each cause is said once, and it is healthy when the last is over', () => {
  const { health, warnings } = setUp();
  expect(health.isHealthy()).toBe(true);
  health.suffers('no_spans', 'a');
  health.suffers('no_spans', 'a');
  health.suffers('no_exporter', 'b');
  expect([health.isHealthy(), warnings]).toEqual([false, ['a', 'b']]);
  health.recovers('no_spans');
  expect(health.isHealthy()).toBe(false);
  health.recovers('no_exporter');
  health.recovers('no_exporter');
  expect(health.isHealthy()).toBe(true);
  health.suffers('no_spans', 'a');
  expect([health.isHealthy(), warnings]).toEqual([false, ['a', 'b']]);
});

test('a logger that throws is no reason to throw', () => {
  const health = createHealth(() => {
    throw new Error('disk full');
  });
  expect(() => health.suffers('no_spans', 'a')).not.toThrow();
  expect(health.isHealthy()).toBe(false);
});

const times = (count: number, outcome: Outcome): readonly Outcome[] => Array.from({ length: count }, () => outcome);

test.for<{ name: string; outcomes: readonly Outcome[]; healthy: boolean; says?: string }>([
  { name: 'nothing', outcomes: [], healthy: true },
  { name: 'scores', outcomes: times(100, SCORED), healthy: true },
  { name: 'turns without documents', outcomes: times(100, EMPTY), healthy: true },
  { name: 'an overload', outcomes: times(100, LATE), healthy: true },
  { name: 'some turns without texts', outcomes: times(19, TEXTLESS), healthy: true },
  { name: 'turns without texts only', outcomes: times(20, TEXTLESS), healthy: false, says: 'documents without their texts' },
  { name: 'redacted turns only', outcomes: times(20, REDACTED), healthy: false, says: 'texts are hidden' },
  { name: 'turns without texts beside scores', outcomes: times(10, TEXTLESS).flatMap((one) => [one, one, SCORED]), healthy: true },
  {
    name: 'texts that come at last',
    outcomes: [...times(20, TEXTLESS), SCORED],
    healthy: true,
    says: 'what to switch on',
  },
  { name: 'some failures', outcomes: times(9, failed('judge_auth')), healthy: true },
  { name: 'a key that is wrong', outcomes: times(10, failed('judge_auth')), healthy: false, says: 'judge_auth: check its key.' },
  {
    name: 'a judge of another kind of trouble',
    outcomes: times(10, failed('invalid_verdict')),
    healthy: false,
    says: 'invalid_verdict: ask it with "ragmeter judge check".',
  },
  {
    name: 'a judge that is back',
    outcomes: [...times(30, failed('judge_unavailable')), SCORED],
    healthy: true,
    says: 'judge_unavailable: check that it can be reached from here.',
  },
  { name: 'failures between scores', outcomes: times(9, failed('judge_timeout')).flatMap((one) => [one, one, SCORED]), healthy: true },
])('$name', ({ outcomes, healthy, says }) => {
  const { health, watch, warnings } = setUp();
  for (const outcome of outcomes) watch.settled(outcome);
  expect(health.isHealthy()).toBe(healthy);
  expect(warnings).toHaveLength(says === undefined ? 0 : 1);
  if (says !== undefined) expect(warnings[0]).toContain(says);
  // A judge's message may repeat what it was shown.
  expect(warnings.join()).not.toContain('secret');
});

const facts = (generation?: GenerationFact): Facts => ({
  convention: 'test',
  flags: [],
  ...(generation === undefined ? {} : { generation }),
});
const SILENT = facts({ messages: [] });
const SPOKEN = facts({ messages: [{ role: 'user', content: 'Why?' }] });

test('calls of a model that never have a message are said with the advice for them, until one has', () => {
  const { health, watch, warnings } = setUp();
  for (let call = 0; call < 19; call += 1) watch.read(SILENT, () => 'Switch it on.');
  watch.read(facts(), () => 'Never asked for.');
  expect([health.isHealthy(), warnings]).toEqual([true, []]);
  for (let call = 0; call < 5; call += 1) watch.read(SILENT, () => 'Switch it on.');
  expect([health.isHealthy(), warnings]).toEqual([false, ['20 calls of a model came, and no message with any of them: Switch it on.']]);
  watch.read(SPOKEN, () => undefined);
  expect(health.isHealthy()).toBe(true);
});

test('one message is enough: later calls without any are of another kind', () => {
  const { health, watch } = setUp();
  watch.read(facts({ messages: [], output: 'So.' }), () => undefined);
  for (let call = 0; call < 100; call += 1) watch.read(SILENT, () => 'Switch it on.');
  expect(health.isHealthy()).toBe(true);
});
