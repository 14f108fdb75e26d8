import { context, createContextKey, ROOT_CONTEXT } from '@opentelemetry/api';
import { expect, test, vi } from 'vitest';
import { toJudge } from '../../src/judge/to-judge.ts';
import { untracedJudge } from '../../src/judge/untraced-judge.ts';
import { wrap } from '../../src/judge/wrap.ts';
import type { Judge, JudgeReply } from '../../src/model/judge.ts';
import type { Turn } from '../../src/model/turn.ts';
import { scriptedJudge } from '../../src/testing/scripted-judge.ts';
import { answered, turn } from '../support/builders.ts';

const signal = new AbortController().signal;

test('the lexical judge has a name', () => {
  expect(toJudge('lexical')).toMatchObject({ id: 'lexical', gives: expect.arrayContaining(['documents']) });
});

test('a text with a slash is a model', () => {
  const asked: string[] = [];
  const judge = scriptedJudge([]);
  const modelJudge = (model: string) => {
    asked.push(model);
    return judge;
  };
  expect(toJudge('openai/some/model', modelJudge)).toBe(judge);
  expect(asked).toEqual(['openai/some/model']);
});

test('a plain function is a judge that is taken to give everything', async () => {
  const judge = toJudge(() => Promise.resolve(answered('high')));
  expect([judge.id, judge.gives]).toEqual(['function', ['documents', 'missing', 'statements', 'claims', 'reference']]);
  expect(await judge.ask(turn(), ['documents'], signal)).toEqual(answered('high'));
});

test('a judge is taken as it is', () => {
  const judge = scriptedJudge([]);
  expect(toJudge(judge)).toBe(judge);
});

test.for([
  { given: 'llm', got: '"llm"' },
  { given: null, got: 'null' },
  { given: {}, got: '{}' },
  { given: { id: 'mine', version: '1', ask: () => {} }, got: '{"id":"mine","version":"1"}' },
  { given: { id: 'mine', gives: ['documents'], ask: () => {} }, got: '{"id":"mine","gives":["documents"]}' },
  { given: { id: 'mine', version: '1', gives: ['documents'] }, got: '{"id":"mine","version":"1","gives":["documents"]}' },
])('what is no judge is refused: $got', ({ given, got }) => {
  expect(() => toJudge(given as Judge)).toThrow(
    expect.objectContaining({
      message: `Expected judge to be 'lexical', a model such as 'openai/gpt-4.1-mini', a function, or a judge with id, version, gives and ask, got ${got}`,
      code: 'invalid_option',
    }),
  );
});

/** A judge whose methods need their object. */
class OwnJudge implements Judge {
  readonly id = 'own';
  readonly version = '7';
  readonly gives = ['documents'] as const;
  readonly #reply = answered('low');
  readonly #flags = ['truncated'] as const;

  fit(turn: Turn): Turn {
    return { ...turn, flags: this.#flags };
  }

  ask(): Promise<JudgeReply> {
    return Promise.resolve(this.#reply);
  }
}

test.for([
  { name: 'wrap', wrapped: wrap(new OwnJudge(), () => Promise.resolve(answered('low'))) },
  { name: 'untraced', wrapped: untracedJudge(new OwnJudge()) },
])('$name keeps what a judge is, also an instance of a class', async ({ wrapped }) => {
  expect([wrapped.id, wrapped.version, wrapped.gives]).toEqual(['own', '7', ['documents']]);
  expect(wrapped.fit?.(turn()).flags).toEqual(['truncated']);
  expect(await wrapped.ask(turn(), ['documents'], signal)).toEqual(answered('low'));
});

test('a judge without fit has none when wrapped', () => {
  expect(untracedJudge(scriptedJudge([]))).not.toHaveProperty('fit');
});

test('a judge is asked outside the trace of the host, with tracing suppressed', async () => {
  const entered = vi.spyOn(context, 'with');
  try {
    await untracedJudge(scriptedJudge([answered('low')])).ask(turn(), ['documents'], signal);
    const [given] = entered.mock.calls[0] ?? [];
    expect(given?.getValue(createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING'))).toBe(true);
    expect(given).not.toBe(ROOT_CONTEXT);
  } finally {
    entered.mockRestore();
  }
});
