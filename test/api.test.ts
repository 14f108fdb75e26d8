import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as compat from '../src/compat/index.ts';
import * as ragmeter from '../src/index.ts';
import * as testing from '../src/testing/index.ts';

/** Every name that a file exports, types too, sorted. */
function namesIn(path: string): readonly string[] {
  const source = readFileSync(new URL(path, import.meta.url), 'utf8');
  const lists = [...source.matchAll(/^export (type )?\{([^}]*)\} from '[^']+';$/gm)];
  // A form that is not read here must not pass unseen.
  expect(lists).toHaveLength((source.match(/^export\b/gm) ?? []).length);
  return lists
    .flatMap(([, kind = '', list = '']) =>
      list
        .split(',')
        .filter((name) => name.trim() !== '')
        .map((name) => `${kind}${name.trim().replace(/^type /, kind === '' ? 'type ' : '')}`),
    )
    .sort((a, b) => a.localeCompare(b));
}

test('ragmeter exports these names, and no others', () => {
  expect(namesIn('../src/index.ts')).toEqual([
    'cached',
    'ContextRelevancyMetric',
    'createContextPrecisionScorer',
    'createContextRecallScorerLLM',
    'createContextRelevanceScorerLLM',
    'createFaithfulnessScorerLLM',
    'defineScorer',
    'limited',
    'llmJudge',
    'RagmeterError',
    'RagmeterSpanProcessor',
    'recordedJudge',
    'recording',
    'retrying',
    'shutdownOnSignals',
    'shutdownWith',
    'traceRetrieval',
    'type AgentInput',
    'type AgentOutput',
    'type CacheOptions',
    'type ChatMessage',
    'type CompletionOptions',
    'type ContextExtractor',
    'type ContextOptions',
    'type ContextRelevancyOptions',
    'type DocumentVerdict',
    'type DrainOptions',
    'type Drains',
    'type DropReason',
    'type EmitOptions',
    'type EvaluationOptions',
    'type EvaluationStats',
    'type FailureReason',
    'type Flag',
    'type GivenJudge',
    'type Judge',
    'type JudgedBy',
    'type JudgeFunction',
    'type JudgeModel',
    'type JudgeReply',
    'type Label',
    'type LanguageModel',
    'type Level',
    'type LimitOptions',
    'type Limits',
    'type LlmJudge',
    'type LlmJudgeOptions',
    'type LogRecordProcessorLike',
    'type Mapping',
    'type Measured',
    'type Message',
    'type ModelName',
    'type Need',
    'type Options',
    'type Outcome',
    'type Parts',
    'type Penalties',
    'type RecallGiven',
    'type RedactedKind',
    'type Redactor',
    'type RelevanceOptions',
    'type ReplyForm',
    'type Result',
    'type Retrieval',
    'type RetrievedDocument',
    'type RetryOptions',
    'type RunGiven',
    'type RunInput',
    'type RunOutput',
    'type RunResult',
    'type RunScorer',
    'type Sample',
    'type Scored',
    'type Scorer',
    'type ShutsDown',
    'type SignalOptions',
    'type SkipReason',
    'type SpanRef',
    'type SpanView',
    'type Stats',
    'type ToolNames',
    'type TraceRetrievalOptions',
    'type Turn',
    'type Usage',
    'type Verdicts',
  ]);
});

test('ragmeter/compat exports these names, and ragmeter exports them all', () => {
  const names = namesIn('../src/compat/index.ts');
  expect(names).toEqual([
    'ContextRelevancyMetric',
    'createContextPrecisionScorer',
    'createContextRecallScorerLLM',
    'createContextRelevanceScorerLLM',
    'createFaithfulnessScorerLLM',
    'type AgentInput',
    'type AgentOutput',
    'type ChatMessage',
    'type ContextOptions',
    'type ContextRelevancyOptions',
    'type JudgedBy',
    'type JudgeModel',
    'type Measured',
    'type Penalties',
    'type RecallGiven',
    'type RelevanceOptions',
    'type RunGiven',
    'type RunInput',
    'type RunOutput',
    'type RunResult',
    'type RunScorer',
  ]);
  expect(namesIn('../src/index.ts')).toEqual(expect.arrayContaining([...names]));
});

test('ragmeter/testing exports these names, and no others', () => {
  expect(namesIn('../src/testing/index.ts')).toEqual([
    'scriptedJudge',
    'type ScriptedJudge',
    'type ScriptedReply',
    'type VirtualClock',
    'virtualClock',
  ]);
});

const COMPATIBLE = [
  'ContextRelevancyMetric',
  'createContextPrecisionScorer',
  'createContextRecallScorerLLM',
  'createContextRelevanceScorerLLM',
  'createFaithfulnessScorerLLM',
];

test.for([
  {
    name: 'ragmeter',
    module: ragmeter,
    values: [
      ...COMPATIBLE,
      'cached',
      'defineScorer',
      'limited',
      'llmJudge',
      'RagmeterError',
      'RagmeterSpanProcessor',
      'recordedJudge',
      'recording',
      'retrying',
      'shutdownOnSignals',
      'shutdownWith',
      'traceRetrieval',
    ],
  },
  { name: 'ragmeter/compat', module: compat, values: COMPATIBLE },
  { name: 'ragmeter/testing', module: testing, values: ['scriptedJudge', 'virtualClock'] },
])('$name has these at run time', ({ module, values }) => {
  expect(Object.keys(module).sort((a, b) => a.localeCompare(b))).toEqual(values.toSorted((a, b) => a.localeCompare(b)));
});

test('the package leads to what was built of these, and to nothing else', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { exports: Record<string, unknown> };

  expect(manifest.exports).toEqual({
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
    './compat': { types: './dist/compat/index.d.ts', default: './dist/compat/index.js' },
    './testing': { types: './dist/testing/index.d.ts', default: './dist/testing/index.js' },
    './package.json': './package.json',
  });
});
