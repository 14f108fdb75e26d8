import { describe, expect, test } from 'vitest';
import { SERVICE_COMPLETION } from '../../src/config/defaults.ts';
import { parseConfig } from '../../src/config/file.ts';
import { resolve } from '../../src/config/resolve.ts';
import { optionsOf } from '../../src/config/values.ts';
import { RagmeterError } from '../../src/model/errors.ts';
import { SCORERS } from '../../src/score/registry.ts';

function problemOf(yaml: string): unknown {
  try {
    parseConfig(yaml, 'ragmeter.yaml');
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('parseConfig reads', () => {
  test.for([
    { name: 'an empty file', yaml: '', config: { options: {} } },
    { name: 'comments only', yaml: '# nothing\n', config: { options: {} } },
    {
      name: 'listen, which is no option of the pipeline',
      yaml: 'listen: 127.0.0.1:4000',
      config: { listen: '127.0.0.1:4000', options: {} },
    },
    {
      name: 'the ends of a ratio',
      yaml: 'ratio: 0\nevaluations: [{ scorer: context_relevance, ratio: 1 }]',
      config: { options: { ratio: 0, evaluations: [{ scorer: 'context_relevance', ratio: 1 }] } },
    },
    {
      name: 'every scorer by its name',
      yaml: `evaluations: [${[...SCORERS.keys()].map((scorer) => `{ scorer: ${scorer} }`).join(', ')}]`,
      config: { options: { evaluations: [...SCORERS.keys()].map((scorer) => ({ scorer })) } },
    },
    {
      name: 'models as judges',
      yaml: 'judge: openai/gpt-4.1-mini\nevaluations: [{ scorer: context_relevance, judge: openai/org/name:free }]',
      config: {
        options: { judge: 'openai/gpt-4.1-mini', evaluations: [{ scorer: 'context_relevance', judge: 'openai/org/name:free' }] },
      },
    },
    {
      name: 'JSON, which is YAML',
      yaml: '{"judge": "lexical", "emit": {"span": "off"}}',
      config: { options: { judge: 'lexical', emit: { span: 'off' } } },
    },
    {
      name: 'every key',
      yaml: `
listen: 127.0.0.1:4328
judge: lexical
ratio: 0.25
evaluations:
  - scorer: context_relevance
    judge: lexical
    ratio: 0.1
completion: { graceMs: 0, idleMs: 1, maxAgeMs: 2, tooOldMs: 3 }
limits: { maxTraces: 1, maxSpansPerTrace: 2, maxCharactersPerTrace: 3, maxQueue: 4, workers: 5, judgeDeadlineMs: 6, maxDone: 7, maxSeries: 8 }
redact: true
agreement: agreement.json
emit: { metrics: false, event: false, span: link, content: true }
`,
      config: {
        listen: '127.0.0.1:4328',
        options: {
          judge: 'lexical',
          ratio: 0.25,
          evaluations: [{ scorer: 'context_relevance', judge: 'lexical', ratio: 0.1 }],
          completion: { graceMs: 0, idleMs: 1, maxAgeMs: 2, tooOldMs: 3 },
          limits: {
            maxTraces: 1,
            maxSpansPerTrace: 2,
            maxCharactersPerTrace: 3,
            maxQueue: 4,
            workers: 5,
            judgeDeadlineMs: 6,
            maxDone: 7,
            maxSeries: 8,
          },
          redact: true,
          agreement: 'agreement.json',
          emit: { metrics: false, event: false, span: 'link', content: true },
        },
      },
    },
  ])('$name', ({ yaml, config }) => {
    const { listen, ...options } = parseConfig(yaml, 'ragmeter.yaml');

    expect({ ...(listen !== undefined && { listen }), options }).toEqual(config);
  });

  test('what it lets through, resolve takes', () => {
    const options = optionsOf(parseConfig('ratio: 1\ncompletion: { graceMs: 0 }\nlimits: { workers: 1 }', 'ragmeter.yaml'));

    expect(resolve(options, SERVICE_COMPLETION)).toMatchObject({
      ratio: 1,
      completion: { graceMs: 0, idleMs: 120_000 },
      limits: { workers: 1 },
    });
  });
});

const TOP =
  'listen, judge, evaluations, ratio, conventions, tools, contextExtractor, completion, limits, redact, agreement, emit, auth, tls';

describe('parseConfig refuses, and says key, what was expected and what came:', () => {
  test.for([
    { yaml: 'rate: 1', says: `unknown key "rate": expected one of ${TOP}` },
    { yaml: 'rate: 1\nRatio: 1', says: `unknown key "rate", "Ratio": expected one of ${TOP}` },
    {
      yaml: 'completion: { grace: 4s }',
      says: 'unknown key "grace" under completion: expected one of graceMs, idleMs, maxAgeMs, tooOldMs',
    },
    {
      yaml: 'evaluations: [{ scorer: a }, { scorer: b, flor: 1 }]',
      says: 'unknown key "flor" under evaluations.1: expected one of scorer, judge, ratio, floor',
    },
    { yaml: 'emit: { spans: true }', says: 'unknown key "spans" under emit: expected one of metrics, event, span, content, keys' },
    { yaml: '__proto__: 1', says: `unknown key "__proto__": expected one of ${TOP}` },
    { yaml: 'ratio: 2', says: 'ratio: expected 1 or less, got 2' },
    { yaml: 'ratio: -0.1', says: 'ratio: expected 0 or more, got -0.1' },
    { yaml: 'ratio: 25%', says: 'ratio: expected a number, got "25%"' },
    { yaml: 'ratio: .nan', says: 'ratio: expected a number, got NaN' },
    { yaml: 'ratio:', says: 'ratio: expected a number, got null' },
    { yaml: 'listen: 4328', says: 'listen: expected a text, got 4328' },
    { yaml: 'judge: gpt', says: 'judge: expected "lexical" or a model such as "openai/gpt-4.1-mini", got "gpt"' },
    { yaml: 'judge: openai/', says: 'judge: expected "lexical" or a model such as "openai/gpt-4.1-mini", got "openai/"' },
    { yaml: 'judge: 4', says: 'judge: expected a text, got 4' },
    { yaml: 'evaluations: context_relevance', says: 'evaluations: expected a list, got "context_relevance"' },
    { yaml: 'evaluations: []', says: 'evaluations: expected 1 or more, got []' },
    { yaml: 'evaluations: [context_relevance]', says: 'evaluations.0: expected keys and values, got "context_relevance"' },
    { yaml: 'evaluations: [{ ratio: 1 }]', says: 'evaluations.0.scorer: expected a text, got nothing' },
    { yaml: 'completion: { graceMs: 10s }', says: 'completion.graceMs: expected a number, got "10s"' },
    { yaml: 'completion: { graceMs: -1 }', says: 'completion.graceMs: expected 0 or more, got -1' },
    { yaml: 'completion: []', says: 'completion: expected keys and values, got []' },
    { yaml: 'limits: { maxTraces: 1.5 }', says: 'limits.maxTraces: expected a whole number, got 1.5' },
    { yaml: 'limits: { workers: 0 }', says: 'limits.workers: expected 1 or more, got 0' },
    { yaml: 'emit: { span: parent }', says: 'emit.span: expected "child" or "link" or "off", got "parent"' },
    { yaml: 'emit: { content: "yes" }', says: 'emit.content: expected true or false, got "yes"' },
    { yaml: 'agreement: 0.4', says: 'agreement: expected a text, got 0.4' },
    { yaml: 'redact: mails', says: 'redact: expected true or false, got "mails"' },
    { yaml: 'lexical', says: 'the file: expected keys and values, got "lexical"' },
    { yaml: '- ratio', says: 'the file: expected keys and values, got ["ratio"]' },
    { yaml: 'ratio: 1\nratio: 2', says: 'expected YAML, got something else: Map keys must be unique at line 2, column 1' },
    { yaml: 'ratio: 1\n---\nratio: 2', says: 'expected YAML, got something else: Expected one document, got several at line 2, column 1' },
    { yaml: 'judge: !secret lexical', says: 'expected YAML, got something else: Unresolved tag: !secret at line 1, column 8' },
    { yaml: 'ratio: *other', says: 'expected YAML, got something else: Unresolved alias (the anchor must be set before the alias): other' },
  ])('$yaml', ({ yaml, says }) => {
    const problem = problemOf(yaml);

    expect(problem).toBeInstanceOf(RagmeterError);
    expect(problem).toMatchObject({ code: 'invalid_config', message: `ragmeter.yaml: ${says}` });
  });

  test('broken YAML, in one line with its place', () => {
    const problem = problemOf('completion:\n  graceMs: [1\nratio: 1\n') as RagmeterError;

    expect(problem).toMatchObject({ code: 'invalid_config' });
    expect(problem.message).toMatch(/^ragmeter\.yaml: expected YAML, got something else: .+ at line 3, column 1$/);
  });

  test('each mistake in a line of its own, all at once', () => {
    const problem = problemOf('ratio: 2\nlimits: { workers: 0 }\n') as RagmeterError;

    expect(problem.message.split('\n')).toEqual([
      'ragmeter.yaml: ratio: expected 1 or less, got 2',
      'ragmeter.yaml: limits.workers: expected 1 or more, got 0',
    ]);
  });

  test('a huge value without repeating it', () => {
    expect((problemOf(`ratio: ${'9'.repeat(10_000)}x`) as RagmeterError).message.length).toBeLessThan(200);
  });

  test('aliases that would unfold into gigabytes', () => {
    const levels = Array.from({ length: 12 }, (_, level) => `l${level + 1}: &l${level + 1} [${Array(10).fill(`*l${level}`).join(', ')}]`);

    expect(problemOf(['l0: &l0 [x]', ...levels].join('\n'))).toMatchObject({ code: 'invalid_config' });
  });
});
