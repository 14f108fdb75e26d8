import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
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
      list.split(',').map((name) => `${kind}${name.trim().replace(/^type /, kind === '' ? 'type ' : '')}`),
    )
    .sort((a, b) => a.localeCompare(b));
}

test('ragmeter exports these names, and no others', () => {
  expect(namesIn('../src/index.ts')).toEqual([
    'cached',
    'limited',
    'llmJudge',
    'RagmeterError',
    'RagmeterSpanProcessor',
    'recordedJudge',
    'recording',
    'retrying',
    'traceRetrieval',
    'type CacheOptions',
    'type CompletionOptions',
    'type ContextExtractor',
    'type DocumentVerdict',
    'type DropReason',
    'type EmitOptions',
    'type EvaluationOptions',
    'type EvaluationStats',
    'type FailureReason',
    'type Flag',
    'type GivenJudge',
    'type Judge',
    'type JudgeFunction',
    'type JudgeReply',
    'type Label',
    'type LanguageModel',
    'type Level',
    'type LimitOptions',
    'type Limits',
    'type LlmJudge',
    'type LlmJudgeOptions',
    'type Mapping',
    'type Message',
    'type ModelName',
    'type Need',
    'type Options',
    'type Outcome',
    'type Parts',
    'type RedactedKind',
    'type Redactor',
    'type ReplyForm',
    'type Result',
    'type Retrieval',
    'type RetrievedDocument',
    'type RetryOptions',
    'type Sample',
    'type Scored',
    'type Scorer',
    'type SkipReason',
    'type SpanRef',
    'type SpanView',
    'type Stats',
    'type TraceRetrievalOptions',
    'type Turn',
    'type Usage',
    'type Verdicts',
  ]);
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

test.for([
  {
    name: 'ragmeter',
    module: ragmeter,
    values: [
      'cached',
      'limited',
      'llmJudge',
      'RagmeterError',
      'RagmeterSpanProcessor',
      'recordedJudge',
      'recording',
      'retrying',
      'traceRetrieval',
    ],
  },
  { name: 'ragmeter/testing', module: testing, values: ['scriptedJudge', 'virtualClock'] },
])('$name has these at run time', ({ module, values }) => {
  expect(Object.keys(module).sort((a, b) => a.localeCompare(b))).toEqual(values);
});

test('the package leads to what was built of these two, and to nothing else', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { exports: Record<string, unknown> };

  expect(manifest.exports).toEqual({
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
    './testing': { types: './dist/testing/index.d.ts', default: './dist/testing/index.js' },
    './package.json': './package.json',
  });
});
