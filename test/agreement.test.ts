import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { RagmeterSpanProcessor } from '../src/index.ts';
import { lexicalJudge } from '../src/judge/lexical/lexical-judge.ts';
import { folderWith } from './cli/recordings.ts';
import { type Service, serve } from './cli/service.ts';
import { type Sdk, startSdk } from './emit/otel.ts';

const { id, version } = lexicalJudge();
const measured = (of: string) => ({ agreement: [{ judge: { id, version: of }, kappa: 0.4, files: [] }] });
const folder = folderWith({
  'agreement.json': measured(version),
  'old.json': measured('0'),
  'agreement.yaml': 'agreement: agreement.json\n',
  'other.json': { name: 'mine' },
});
afterAll(() => rmSync(folder, { recursive: true }));

const KEYS = { gen_ai_evaluation_name: 'context_relevance', gen_ai_evaluation_evaluator_id: 'lexical' };

describe('serve shows how far its judge agrees with people', () => {
  let service: Service | undefined;
  afterEach(() => service?.kill());

  async function shown(...args: readonly string[]) {
    service = await serve(['--listen', '127.0.0.1:0', ...args], { folder });
    const samples = (await service.metrics()).filter(({ name }) => name === 'ragmeter_judge_agreement');
    return samples.map(({ labels, value }) => ({ labels, value }));
  }

  test.for([
    { name: '--agreement', args: ['--agreement', 'agreement.json'] },
    { name: 'the configuration', args: ['--config', 'agreement.yaml'] },
    { name: '--agreement over the configuration', args: ['--config', 'agreement.yaml', '--agreement', 'agreement.json'] },
  ])('by $name', async ({ args }) => {
    expect(await shown(...args)).toEqual([{ labels: KEYS, value: 0.4 }]);
  });

  test('not where that was another version, and says so', async () => {
    expect(await shown('--agreement', 'old.json')).toEqual([]);
    expect(service?.stderr()).toContain(`the agreement with people is known of lexical@0, not of judge lexical@${version}: calibrate it`);
  });

  test('nor where nothing was measured', async () => {
    expect(await shown()).toEqual([]);
  });
});

describe('the span processor shows it too', () => {
  let sdk: Sdk | undefined;
  afterEach(() => sdk?.stop());

  test('by the OpenTelemetry metrics', async () => {
    sdk = startSdk();
    const processor = new RagmeterSpanProcessor({ agreement: join(folder, 'agreement.json') });
    await processor.forceFlush();
    await new Promise((resolve) => setImmediate(resolve));
    const points = (await sdk.collect()).filter(({ name }) => name === 'ragmeter.judge.agreement');
    expect(points).toMatchObject([
      { kind: 'gauge', value: 0.4, keys: { 'gen_ai.evaluation.name': 'context_relevance', 'gen_ai.evaluation.evaluator.id': 'lexical' } },
    ]);
    await processor.shutdown();
  });

  test.for([
    {
      name: 'a path where nothing is',
      agreement: 'nowhere.json',
      says: /^Expected nowhere\.json to be a file that .* wrote, got .*ENOENT/,
    },
    { name: 'another file', agreement: join(folder, 'other.json'), says: /other\.json to be a file that .* wrote, got {"name":"mine"}$/ },
    { name: 'no path', agreement: 7 as never, says: /^Expected agreement to be the path of a file, got 7$/ },
  ])('and refuses $name', ({ agreement, says }) => {
    expect(() => new RagmeterSpanProcessor({ agreement })).toThrow(says);
  });
});
