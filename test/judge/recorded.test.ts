import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { recordedJudge, recording } from '../../src/judges.ts';
import type { JudgeReply } from '../../src/model/judge.ts';
import { scriptedJudge } from '../../src/testing/scripted-judge.ts';
import { answered, turn } from '../support/builders.ts';

const folder = mkdtempSync(join(tmpdir(), 'ragmeter-recorded-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { signal } = new AbortController();
const TURN = turn();
const OTHER = turn({ query: 'Where is Lyon?' });

async function recorded(name: string, replies: readonly JudgeReply[]) {
  const file = join(folder, name);
  const judge = recording(scriptedJudge(replies, { id: 'mine', version: '7' }), file);
  for (const _ of replies) await judge.ask(TURN, ['documents'], signal);
  return file;
}

test('what a judge answered is said again, by its name and version', async () => {
  const judge = recordedJudge(await recorded('one.jsonl', [{ ...answered('high low'), usage: { inputTokens: 7 } } as JudgeReply]));
  expect([judge.id, judge.version, judge.gives]).toEqual(['mine', '7', ['documents', 'missing']]);
  expect(await judge.ask({ ...TURN, traceId: 'another' }, ['documents'], signal)).toEqual(answered('high low'));
});

test('of two recordings of one turn the later counts', async () => {
  const judge = recordedJudge(await recorded('two.jsonl', [answered('high low'), answered('none none')]));
  expect(await judge.ask(TURN, ['documents'], signal)).toEqual(answered('none none'));
});

test('a turn that is not in the file has failed, and is told so', async () => {
  const judge = recordedJudge(await recorded('three.jsonl', [answered('high low')]));
  for (const [about, needs] of [
    [OTHER, ['documents']],
    [TURN, ['documents', 'missing']],
  ] as const) {
    expect(await judge.ask(about, needs, signal)).toEqual({
      status: 'failed',
      reason: 'judge_error',
      retryable: false,
      message: expect.stringMatching(/^Expected verdicts on .* of this turn in .*three\.jsonl, got none: record it again$/),
    });
  }
});

test('only answers are written down, and no text of the turn', async () => {
  const file = await recorded('four.jsonl', [
    { status: 'failed', reason: 'judge_error', retryable: false, message: '' },
    answered('high low'),
  ]);
  const text = readFileSync(file, 'utf8');
  expect(text.trim().split('\n')).toHaveLength(1);
  expect(text).not.toMatch(/Paris|France/);
});

const LINE = JSON.stringify({ key: 'k', judge: { id: 'mine', version: '7', gives: ['documents'] }, verdicts: {} });

test.for([
  { name: 'nothing', text: '', says: /^Expected recorded verdicts in .*bad\.jsonl, got "none"$/ },
  { name: 'no JSON', text: `${LINE}\n{"key`, says: /bad\.jsonl, line 2: expected JSON, got "{\\"key"$/ },
  { name: 'something else', text: '{"key":"k"}', says: /bad\.jsonl, line 1: expected key, judge and verdicts, got {"key":"k"}$/ },
  {
    name: 'two judges',
    text: `${LINE}\n${LINE.replace('"7"', '"8"')}`,
    says: /^Expected one judge in .*bad\.jsonl, got "mine@7 and mine@8"$/,
  },
])('a file with $name is refused', ({ text, says }) => {
  const file = join(folder, 'bad.jsonl');
  writeFileSync(file, text);
  expect(() => recordedJudge(file)).toThrow(expect.objectContaining({ message: expect.stringMatching(says) }));
});

test('a file that is not there is refused', () => {
  expect(() => recordedJudge(join(folder, 'nowhere.jsonl'))).toThrow(/^Expected a recording at .*nowhere\.jsonl, got ENOENT/);
});
