import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromEnvironment, variableOf } from '../../src/config/environment.ts';
import { parseConfig } from '../../src/config/file.ts';
import { leaves } from '../../src/config/schema.ts';
import { valueAt } from '../../src/config/values.ts';
import { RagmeterError } from '../../src/model/errors.ts';

test.for([
  { at: ['ratio'], variable: 'RAGMETER_RATIO' },
  { at: ['limits', 'maxQueue'], variable: 'RAGMETER_LIMITS_MAX_QUEUE' },
  { at: ['contextExtractor'], variable: 'RAGMETER_CONTEXT_EXTRACTOR' },
  { at: ['tls', 'clientCa'], variable: 'RAGMETER_TLS_CLIENT_CA' },
  { at: ['auth', 'tokenFile'], variable: 'RAGMETER_TOKEN_FILE' },
])('the variable of $at is $variable', ({ at, variable }) => {
  expect(variableOf(at)).toBe(variable);
});

test('no two keys have the same variable, and none that of the tokens or the file', () => {
  const variables = leaves().map(variableOf);

  expect(variables.length).toBeGreaterThan(25);
  expect(new Set([...variables, 'RAGMETER_TOKEN', 'RAGMETER_CONFIG']).size).toBe(variables.length + 2);
});

test.for<{ variable: string; text: string; values: object }>([
  { variable: 'RAGMETER_RATIO', text: '0.25', values: { ratio: 0.25 } },
  { variable: 'RAGMETER_RATIO', text: '1e-3', values: { ratio: 0.001 } },
  { variable: 'RAGMETER_LISTEN', text: '0.0.0.0:80', values: { listen: '0.0.0.0:80' } },
  { variable: 'RAGMETER_JUDGE', text: 'openai/a:b', values: { judge: 'openai/a:b' } },
  { variable: 'RAGMETER_REDACT', text: 'true', values: { redact: true } },
  { variable: 'RAGMETER_EMIT_METRICS', text: 'false', values: { emit: { metrics: false } } },
  { variable: 'RAGMETER_EMIT_SPAN', text: 'off', values: { emit: { span: 'off' } } },
  { variable: 'RAGMETER_EMIT_KEYS', text: 'service.version, a.b', values: { emit: { keys: ['service.version', 'a.b'] } } },
  { variable: 'RAGMETER_TOOLS_RETRIEVE', text: 'lookup', values: { tools: { retrieve: ['lookup'] } } },
  {
    variable: 'RAGMETER_EVALUATIONS',
    text: '[{ scorer: context_relevance, ratio: 0.1 }]',
    values: { evaluations: [{ scorer: 'context_relevance', ratio: 0.1 }] },
  },
  {
    variable: 'RAGMETER_CONVENTIONS',
    text: '[{"name": "a", "match": {"b": true}, "documents": "c"}]',
    values: { conventions: [{ name: 'a', match: { b: true }, documents: 'c' }] },
  },
  { variable: 'RAGMETER_RATIO', text: '', values: {} },
  { variable: 'RAGMETER_TOKEN', text: 'secret', values: {} },
  { variable: 'RAGMETER_CONFIG', text: 'a.yaml', values: {} },
  { variable: 'OTEL_RATIO', text: '7', values: {} },
  // What orchestrators set for a service of that name.
  { variable: 'RAGMETER_PORT', text: 'tcp://10.0.0.1:4328', values: {} },
  { variable: 'RAGMETER_SERVICE_HOST', text: '10.0.0.1', values: {} },
  { variable: 'RAGMETER_SERVICE_PORT_HTTP', text: '4328', values: {} },
  { variable: 'RAGMETER_PORT_4328_TCP_ADDR', text: '10.0.0.1', values: {} },
  { variable: 'RAGMETER_CANARY_PORT_4328_TCP', text: 'tcp://10.0.0.1:4328', values: {} },
])('$variable=$text', ({ variable, text, values }) => {
  expect(fromEnvironment({ [variable]: text }).values).toEqual(values);
});

test('several variables meet in one group, and each is known by its key', () => {
  const { values, variables } = fromEnvironment({ RAGMETER_LIMITS_WORKERS: '2', RAGMETER_LIMITS_MAX_QUEUE: '5', RAGMETER_RATIO: '0' });

  expect(values).toEqual({ limits: { workers: 2, maxQueue: 5 }, ratio: 0 });
  expect(Object.fromEntries(variables)).toEqual({
    'limits.workers': 'RAGMETER_LIMITS_WORKERS',
    'limits.maxQueue': 'RAGMETER_LIMITS_MAX_QUEUE',
    ratio: 'RAGMETER_RATIO',
  });
});

test('a text in a variable means what it means in the file, or is refused in both', () => {
  const texts = fc.oneof(
    fc.integer().map(String),
    fc.double({ noNaN: true }).map(String),
    fc.constantFrom('true', 'false', 'child', 'off', 'lexical'),
  );
  const single = leaves().filter(
    ([key]) =>
      !['evaluations', 'conventions', 'tools'].includes(key ?? '') &&
      !['listen', 'contextExtractor', 'agreement', 'auth', 'tls'].includes(key ?? ''),
  );
  const scalars = single.filter((at) => at.join('.') !== 'emit.keys');
  fc.assert(
    fc.property(fc.constantFrom(...scalars), texts, (at, text) => {
      const yaml = at.length === 1 ? `${at[0]}: ${text}` : `${at[0]}: { ${at[1]}: ${text} }`;
      const inFile = attempt(() => valueAt(parseConfig(yaml, 'file'), at));
      const inVariable = attempt(() => valueAt(fromEnvironment({ [variableOf(at)]: text }).values, at));
      expect(inVariable).toEqual(inFile);
    }),
  );
});

function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    expect(error).toBeInstanceOf(RagmeterError);
    return 'refused';
  }
}
