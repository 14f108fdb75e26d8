import { expect, test } from 'vitest';
import { resumed } from '../../src/judge/resumed.ts';
import type { TextFile } from '../../src/model/text-file.ts';
import { scriptedJudge } from '../../src/testing/scripted-judge.ts';
import { answered, turn } from '../support/builders.ts';

const { signal } = new AbortController();
const TURN = turn();
const OTHER = turn({ query: 'Where is Lyon?' });
const FAILED = { status: 'failed', reason: 'judge_timeout', retryable: true, message: '' } as const;

/** A file in memory; without a text there is none. */
function fileWith(text?: string): TextFile & { readonly text: () => string | undefined } {
  let content = text;
  return {
    path: 'kept.jsonl',
    read() {
      if (content === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
      return content;
    },
    append(more) {
      content = `${content ?? ''}${more}`;
    },
    text: () => content,
  };
}

test('what was answered once is not asked again, by another process neither', async () => {
  const file = fileWith();
  const first = scriptedJudge([answered('high low')]);
  await resumed(first, file).ask(TURN, ['documents'], signal);
  const second = scriptedJudge([answered('none none')]);
  const again = resumed(second, file);
  expect(await again.ask(TURN, ['documents'], signal)).toEqual(answered('high low'));
  expect(await again.ask(OTHER, ['documents'], signal)).toEqual(answered('none none'));
  expect([first.asked.length, second.asked.length]).toEqual([1, 1]);
});

test('what failed is asked again', async () => {
  const file = fileWith();
  await resumed(scriptedJudge([FAILED]), file).ask(TURN, ['documents'], signal);
  expect(file.text()).toBeUndefined();
  expect(await resumed(scriptedJudge([answered('high low')]), file).ask(TURN, ['documents'], signal)).toEqual(answered('high low'));
});

test('another version, and other needs, are asked for anew in the same file', async () => {
  const file = fileWith();
  await resumed(scriptedJudge([answered('high low')], { version: '1' }), file).ask(TURN, ['documents'], signal);
  for (const { version, needs } of [
    { version: '2', needs: ['documents'] as const },
    { version: '1', needs: ['documents', 'missing'] as const },
  ]) {
    const judge = scriptedJudge([answered('none none', [])], { version });
    await resumed(judge, file).ask(TURN, needs, signal);
    expect(judge.asked).toHaveLength(1);
  }
});

test('wherever a process was killed while it wrote, what was whole is known and the rest is asked again', async () => {
  const whole = fileWith();
  await resumed(scriptedJudge([answered('high low')]), whole).ask(TURN, ['documents'], signal);
  const line = whole.text() ?? '';
  for (let cut = 0; cut < line.length - 1; cut += 1) {
    const file = fileWith(line + line.slice(0, cut));
    const judge = scriptedJudge([answered('none none')]);
    const reply = await resumed(judge, file).ask(TURN, ['documents'], signal);
    expect(reply).toEqual(answered('high low'));
    await resumed(judge, file).ask(OTHER, ['documents'], signal);
    // What was added behind the cut line can be read.
    expect(await resumed(scriptedJudge([answered('low low')]), file).ask(OTHER, ['documents'], signal)).toEqual(answered('none none'));
  }
});

test.for([
  { name: 'labels', text: '{"id":"a","query":"Where?","passage":"Here.","label":1}\n', says: /^kept\.jsonl, line 1: expected key, judge/ },
  { name: 'no JSON', text: 'judge: lexical\n', says: /^kept\.jsonl, line 1: expected JSON/ },
])('a file with $name is refused, and stays as it is', ({ text, says }) => {
  const file = fileWith(text);
  expect(() => resumed(scriptedJudge([answered('high low')]), file)).toThrow(says);
  expect(file.text()).toBe(text);
});

test('a file that cannot be read is not taken for an empty one', () => {
  const file = { ...fileWith(), read: () => expect.fail('EACCES') };
  expect(() => resumed(scriptedJudge([]), file)).toThrow('EACCES');
});
