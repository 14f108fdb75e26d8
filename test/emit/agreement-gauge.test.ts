import { describe, expect, test } from 'vitest';
import { agreementReadings, unmeasured } from '../../src/emit/agreement-gauge.ts';
import type { Evaluation } from '../../src/model/evaluation.ts';
import { evaluation, judge } from './results.ts';

const LEXICAL = { judge: { id: 'lexical', version: '1' }, kappa: 0.4 };
const LLM = { judge: { id: 'llm', version: '1:openai/a' }, kappa: 0.8 };
const RELEVANCE = evaluation({ judge: judge({ id: 'lexical', version: '1' }) });
const PRECISION = evaluation({ name: 'context_precision', judge: judge({ id: 'llm', version: '1:openai/a' }) });

function reading(name: string, id: string, value: number) {
  return { name: 'ragmeter.judge.agreement', value, keys: { 'gen_ai.evaluation.name': name, 'gen_ai.evaluation.evaluator.id': id } };
}

function needing(need: 'claims' | 'documents'): Evaluation {
  const { scorer } = RELEVANCE;
  return evaluation({ name: 'faithfulness', judge: RELEVANCE.judge, scorer: { ...scorer, needs: [need] } });
}

test('each evaluation shows the agreement of its own judge', () => {
  expect(agreementReadings([RELEVANCE, PRECISION], [LLM, LEXICAL])).toEqual([
    reading('context_relevance', 'lexical', 0.4),
    reading('context_precision', 'llm', 0.8),
  ]);
  expect(unmeasured([RELEVANCE, PRECISION], [LLM, LEXICAL])).toEqual([]);
});

describe('what was measured of another version shows nothing, and is said', () => {
  test.for([
    { name: 'judge', known: [LLM], told: 'llm@1:openai/a' },
    { name: 'version', known: [{ ...LEXICAL, judge: { id: 'lexical', version: '2' } }], told: 'lexical@2' },
  ])('another $name', ({ known, told }) => {
    expect(agreementReadings([RELEVANCE], known)).toEqual([]);
    expect(unmeasured([RELEVANCE, RELEVANCE], known)).toEqual([
      `the agreement with people is known of ${told}, not of judge lexical@1: calibrate it`,
    ]);
  });
});

test('nothing measured: nothing shown, nothing said', () => {
  expect(agreementReadings([RELEVANCE], [])).toEqual([]);
  expect(unmeasured([RELEVANCE], [])).toEqual([]);
});

test('an evaluation that does not go by documents has no such agreement', () => {
  expect(agreementReadings([needing('claims')], [LEXICAL])).toEqual([]);
  expect(unmeasured([needing('claims')], [LLM])).toEqual([]);
  expect(agreementReadings([needing('documents')], [LEXICAL])).toEqual([reading('faithfulness', 'lexical', 0.4)]);
});
