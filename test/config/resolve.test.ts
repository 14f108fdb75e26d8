import { expect, test } from 'vitest';
import { EMIT, IN_PROCESS_COMPLETION, LIMITS, SERVICE_COMPLETION } from '../../src/config/defaults.ts';
import type { Options } from '../../src/config/options.ts';
import { resolve } from '../../src/config/resolve.ts';

test('without options all is as the defaults say', () => {
  expect(resolve({}, IN_PROCESS_COMPLETION)).toEqual({
    ratio: 1,
    completion: IN_PROCESS_COMPLETION,
    limits: LIMITS,
    emit: EMIT,
    floors: new Map(),
  });
  expect(resolve({}, SERVICE_COMPLETION).completion).toEqual(SERVICE_COMPLETION);
});

test('what is given wins, one by one; what is undefined hides no default', () => {
  const options = {
    ratio: 0.25,
    completion: { graceMs: 5, idleMs: undefined },
    limits: { maxQueue: 7, workers: undefined },
    emit: { span: 'link', content: undefined },
  } as unknown as Options;
  expect(resolve(options, SERVICE_COMPLETION)).toEqual({
    ratio: 0.25,
    completion: { ...SERVICE_COMPLETION, graceMs: 5 },
    limits: { ...LIMITS, maxQueue: 7 },
    emit: { ...EMIT, span: 'link' },
    floors: new Map(),
  });
});

test('a scorer has the floor that is given for it', () => {
  const evaluations = [{ scorer: 'faithfulness', floor: 0.7 }, { scorer: 'context_relevance' }];
  expect(resolve({ evaluations }, SERVICE_COMPLETION).floors).toEqual(new Map([['faithfulness', 0.7]]));
});

test.for<{ name: string; options: Options }>([
  { name: 'ratio 0', options: { ratio: 0 } },
  { name: 'no grace', options: { completion: { graceMs: 0 } } },
  { name: 'never too old', options: { completion: { tooOldMs: 0 } } },
  { name: 'never idle', options: { completion: { idleMs: Number.POSITIVE_INFINITY } } },
  { name: 'a fraction of a millisecond', options: { completion: { graceMs: 0.5 } } },
  { name: 'one of each', options: { limits: { maxTraces: 1, maxQueue: 1, workers: 1 } } },
  { name: 'no limit', options: { limits: { maxTraces: Number.POSITIVE_INFINITY } } },
])('accepted: $name', ({ options }) => {
  expect(resolve(options, SERVICE_COMPLETION)).toMatchObject(options);
});

test.for([
  { options: { ratio: Number.NaN }, message: 'Expected ratio to be a number from 0 to 1, got NaN' },
  { options: { ratio: -1 }, message: 'Expected ratio to be a number from 0 to 1, got -1' },
  { options: { ratio: 1.1 }, message: 'Expected ratio to be a number from 0 to 1, got 1.1' },
  { options: { ratio: '0.5' }, message: 'Expected ratio to be a number from 0 to 1, got "0.5"' },
  { options: { completion: { graceMs: -1 } }, message: 'Expected completion.graceMs to be 0 or more milliseconds, got -1' },
  { options: { completion: { idleMs: Number.NaN } }, message: 'Expected completion.idleMs to be 0 or more milliseconds, got NaN' },
  { options: { completion: { maxAgeMs: '10s' } }, message: 'Expected completion.maxAgeMs to be 0 or more milliseconds, got "10s"' },
  { options: { completion: { tooOldMs: null } }, message: 'Expected completion.tooOldMs to be 0 or more milliseconds, got null' },
  { options: { limits: { maxTraces: 0 } }, message: 'Expected limits.maxTraces to be a whole number above 0, got 0' },
  { options: { limits: { workers: 1.5 } }, message: 'Expected limits.workers to be a whole number above 0, got 1.5' },
  { options: { limits: { maxQueue: -1 } }, message: 'Expected limits.maxQueue to be a whole number above 0, got -1' },
  {
    options: { limits: { judgeDeadlineMs: Number.NaN } },
    message: 'Expected limits.judgeDeadlineMs to be a whole number above 0, got NaN',
  },
  { options: { limits: { maxDone: '5' } }, message: 'Expected limits.maxDone to be a whole number above 0, got "5"' },
  { options: { evaluations: [] }, message: 'Expected evaluations to be a list of 1 or more, each with a scorer, got []' },
  {
    options: { evaluations: { scorer: 'faithfulness' } },
    message: 'Expected evaluations to be a list of 1 or more, each with a scorer, got {"scorer":"faithfulness"}',
  },
  {
    options: { evaluations: ['faithfulness'] },
    message: 'Expected evaluations to be a list of 1 or more, each with a scorer, got ["faithfulness"]',
  },
  { options: { conventions: {} }, message: 'Expected conventions to be a list of mappings, got {}' },
  { options: { conventions: [null] }, message: 'Expected conventions to be a list of mappings, got [null]' },
  { options: null, message: 'Expected options to be an object, got null' },
  { options: { limits: null }, message: 'Expected limits to be an object, got null' },
  { options: { completion: 5 }, message: 'Expected completion to be an object, got 5' },
  {
    options: { completion: { grace: 5 } },
    message: 'Expected completion to have only graceMs, idleMs, maxAgeMs, tooOldMs, got "grace"',
  },
  { options: { onResult: 5 }, message: 'Expected onResult to be a function, got 5' },
  { options: { emit: { event: 'no' } }, message: 'Expected emit.event to be true or false, got "no"' },
  { options: { agreement: 0.4 }, message: 'Expected agreement to be the path of a file, got 0.4' },
  { options: { redact: 'mails' }, message: 'Expected redact to be true, false or a function, got "mails"' },
  { options: { emit: { span: 'sibling' } }, message: 'Expected emit.span to be child, link, off, got "sibling"' },
  {
    options: { rate: 0.5 },
    message:
      'Expected options to have only judge, evaluations, ratio, conventions, tools, contextExtractor, completion, limits, redact, agreement, emit, onResult, got "rate"',
  },
  {
    options: { emit: { keys: 'service.version' } },
    message: 'Expected emit.keys to be a list of different resource attributes such as service.version, got "service.version"',
  },
  {
    options: { emit: { keys: ['a', 'a'] } },
    message: 'Expected emit.keys to be a list of different resource attributes such as service.version, got ["a","a"]',
  },
  {
    options: { emit: { keys: ['user name'] } },
    message: 'Expected emit.keys to be a list of different resource attributes such as service.version, got ["user name"]',
  },
  {
    options: { emit: { keys: ['service.name'] } },
    message: 'Expected emit.keys to name none of the keys that are there anyway (ragmeter.service is service.name), got "service.name"',
  },
  ...['le', 'ragmeter_service', 'gen_ai.evaluation.name', 'error.type', 'otel.metric.overflow'].map((key) => ({
    options: { emit: { keys: [key] } },
    message: `Expected emit.keys to name none of the keys that are there anyway (ragmeter.service is service.name), got "${key}"`,
  })),
  {
    options: { emit: { keys: ['a.b', 'a_b'] } },
    message: 'Expected emit.keys to differ in more than . and _, which are one in Prometheus, got ["a.b","a_b"]',
  },
  {
    options: { evaluations: [{ scorer: 'faithfulness', floor: 7 }] },
    message: 'Expected evaluations[].floor to be a number from 0 to 1, got 7',
  },
  {
    options: {
      evaluations: [
        { scorer: 'faithfulness', floor: 0.7 },
        { scorer: 'faithfulness', judge: 'a/b', floor: 0.5 },
      ],
    },
    message: 'Expected evaluations[].floor to be one for faithfulness, got [0.7,0.5]',
  },
  { options: { emit: { span: false } }, message: 'Expected emit.span to be child, link, off, got false' },
])('refused: $message', ({ options, message }) => {
  expect(() => resolve(options as Options, SERVICE_COMPLETION)).toThrow(expect.objectContaining({ message, code: 'invalid_option' }));
});
