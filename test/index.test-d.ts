import { NodeSDK } from '@opentelemetry/sdk-node';
import type { SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { describe, expectTypeOf, test } from 'vitest';
import {
  type ContextExtractor,
  type EvaluationOptions,
  type Judge,
  type JudgeFunction,
  type Label,
  type Level,
  type ModelName,
  type Need,
  type Options,
  type Outcome,
  type Parts,
  RagmeterError,
  RagmeterSpanProcessor,
  type Result,
  type RetrievedDocument,
  type Sample,
  type Scorer,
  type Stats,
  type Turn,
  type Verdicts,
} from '../src/index.ts';

describe('the processor', () => {
  test('fits where the SDK takes a span processor', () => {
    expectTypeOf<RagmeterSpanProcessor>().toExtend<SpanProcessor>();
    expectTypeOf(NodeSDK).toBeConstructibleWith({ spanProcessors: [new RagmeterSpanProcessor()] });
  });

  test('needs no options, or any of them', () => {
    expectTypeOf(new RagmeterSpanProcessor()).toEqualTypeOf<RagmeterSpanProcessor>();
    expectTypeOf(RagmeterSpanProcessor).toBeConstructibleWith({});
    expectTypeOf(RagmeterSpanProcessor).toBeConstructibleWith({ ratio: 0.1 });
    expectTypeOf<ConstructorParameters<typeof RagmeterSpanProcessor>>().toEqualTypeOf<[options?: Options | undefined]>();
  });

  test('drains by a deadline, and tells what became of the turns', () => {
    expectTypeOf<RagmeterSpanProcessor['drain']>().toEqualTypeOf<(options?: { readonly deadlineMs?: number }) => Promise<void>>();
    expectTypeOf<RagmeterSpanProcessor['shutdown']>().returns.toEqualTypeOf<Promise<void>>();
    expectTypeOf<RagmeterSpanProcessor['forceFlush']>().returns.toEqualTypeOf<Promise<void>>();
    expectTypeOf<RagmeterSpanProcessor['stats']>().returns.toEqualTypeOf<Stats>();
  });
});

describe('options', () => {
  test('are all optional, at every depth', () => {
    expectTypeOf<object>().toExtend<Options>();
    expectTypeOf<object>().toExtend<NonNullable<Options['completion']>>();
    expectTypeOf<object>().toExtend<NonNullable<Options['limits']>>();
    expectTypeOf<object>().toExtend<NonNullable<Options['emit']>>();
  });

  test('have these keys', () => {
    expectTypeOf<keyof Options>().toEqualTypeOf<
      | 'judge'
      | 'evaluations'
      | 'ratio'
      | 'conventions'
      | 'tools'
      | 'contextExtractor'
      | 'completion'
      | 'limits'
      | 'redact'
      | 'agreement'
      | 'emit'
      | 'onResult'
    >();
    expectTypeOf<keyof NonNullable<Options['completion']>>().toEqualTypeOf<'graceMs' | 'idleMs' | 'maxAgeMs' | 'tooOldMs'>();
    expectTypeOf<keyof NonNullable<Options['limits']>>().toEqualTypeOf<
      'maxTraces' | 'maxSpansPerTrace' | 'maxCharactersPerTrace' | 'maxQueue' | 'workers' | 'judgeDeadlineMs' | 'maxDone' | 'maxSeries'
    >();
    expectTypeOf<NonNullable<Options['emit']>>().toEqualTypeOf<{
      readonly metrics?: boolean;
      readonly event?: boolean;
      readonly span?: 'child' | 'link' | 'off';
      readonly content?: boolean;
      readonly keys?: readonly string[];
    }>();
    expectTypeOf<keyof EvaluationOptions>().toEqualTypeOf<'scorer' | 'judge' | 'ratio' | 'floor'>();
  });

  test('refuse what is no option', () => {
    // @ts-expect-error: there is no such option.
    ({ rate: 1 }) satisfies Options;
    // @ts-expect-error: a share is a number.
    ({ ratio: '25%' }) satisfies Options;
    // @ts-expect-error: an evaluation names its scorer.
    ({ evaluations: [{ ratio: 1 }] }) satisfies Options;
    // @ts-expect-error: there is no built-in judge of this name.
    ({ judge: 'best' }) satisfies Options;
  });

  test('onResult gets a result, without being told so', () => {
    const options = {
      onResult(result) {
        expectTypeOf(result).toEqualTypeOf<Result>();
      },
    } satisfies Options;
    expectTypeOf(options).toExtend<Options>();
  });
});

describe('a judge', () => {
  test('is a plain function whose parameters need no types', () => {
    const options: Options = {
      async judge(turn, needs, signal) {
        expectTypeOf(turn).toEqualTypeOf<Turn>();
        expectTypeOf(needs).toEqualTypeOf<readonly Need[]>();
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
        return { status: 'answered', verdicts: { documents: turn.documents.map((_, index) => ({ index, level: 'high' })) } };
      },
    };
    expectTypeOf(options).toExtend<Options>();
  });

  test('is an object with a name, a version and what it gives', () => {
    const judge = {
      id: 'mine',
      version: '1',
      gives: ['documents'],
      ask: async () => ({ status: 'failed', reason: 'judge_unavailable', retryable: true, message: 'down' }),
    } as const satisfies Judge;
    expectTypeOf(judge).toExtend<NonNullable<Options['judge']>>();
    expectTypeOf<JudgeFunction>().toExtend<NonNullable<Options['judge']>>();
    expectTypeOf<Judge | JudgeFunction | ModelName | 'lexical'>().toEqualTypeOf<NonNullable<EvaluationOptions['judge']>>();
  });

  test('may not fail without a reason that we count', () => {
    // @ts-expect-error: no such reason.
    (async () => ({ status: 'failed', reason: 'tired', retryable: true, message: '' })) satisfies JudgeFunction;
  });
});

describe('a result', () => {
  test('has these fields', () => {
    expectTypeOf<Result>().toEqualTypeOf<{
      readonly traceId: string;
      readonly evaluatedSpanId: string;
      readonly evaluation: string;
      readonly version: string;
      readonly outcome: 'scored' | 'skipped' | 'failed' | 'dropped';
      readonly reason?: string;
      readonly score?: number;
      readonly label?: Label;
      readonly explanation?: string;
      readonly parts?: Parts;
      readonly verdicts?: Verdicts;
      readonly judge: { readonly id: string; readonly version: string };
      readonly query: string | null;
      readonly documentCount: number;
      readonly sample: Sample;
      readonly turn: Turn;
    }>();
  });

  test('has a label of five and a level of four', () => {
    expectTypeOf<Label>().toEqualTypeOf<'excellent' | 'good' | 'mixed' | 'poor' | 'very_poor'>();
    expectTypeOf<Level>().toEqualTypeOf<'high' | 'medium' | 'low' | 'none'>();
  });
});

test('an outcome has a score where it is scored, and a reason everywhere else', () => {
  expectTypeOf<Extract<Outcome, { status: 'scored' }>>().toHaveProperty('score').toEqualTypeOf<number>();
  expectTypeOf<Exclude<Outcome, { status: 'scored' }>>().toHaveProperty('reason').toExtend<string>();
  expectTypeOf<Exclude<Outcome, { status: 'scored' }>>().not.toHaveProperty('score');
});

test('a scorer of your own goes where a name goes', () => {
  const scorer: Scorer = {
    name: 'share_of_high',
    version: '1',
    needs: ['documents'],
    score: (turn, verdicts) => ({
      score: (verdicts.documents ?? []).filter(({ level }) => level === 'high').length / turn.documents.length,
      parts: {},
      explanation: '',
    }),
  };
  expectTypeOf({ evaluations: [{ scorer }, { scorer: 'context_relevance' }] }).toExtend<Options>();
});

test('a context extractor may be sync or async, and give texts or documents', () => {
  expectTypeOf<() => undefined>().toExtend<ContextExtractor>();
  expectTypeOf<() => readonly string[]>().toExtend<ContextExtractor>();
  expectTypeOf<() => Promise<RetrievedDocument[]>>().toExtend<ContextExtractor>();
  expectTypeOf<() => number>().not.toExtend<ContextExtractor>();
});

test('our errors are errors with a code', () => {
  expectTypeOf<RagmeterError>().toExtend<Error>();
  expectTypeOf(new RagmeterError('code', 'message').code).toEqualTypeOf<string>();
});
