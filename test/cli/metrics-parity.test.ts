import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../../src/cli/service.ts';
import type { Judge } from '../../src/model/judge.ts';
import type { Io } from '../../src/runtime/io.ts';
import { parseOpenMetrics } from '../emit/open-metrics.ts';
import { type Sdk, startSdk } from '../emit/otel.ts';
import { seriesOfPoints, seriesOfSamples } from '../emit/series.ts';
import { ragSpans, traces } from './recordings.ts';

/** Fails where the question says so, and tells what it used. */
const judge: Judge = {
  id: 'mine',
  version: '1',
  gives: ['documents', 'missing'],
  ask: async ({ query = '', documents }) =>
    query.includes('fail')
      ? { status: 'failed', reason: 'judge_rate_limited', retryable: true, message: '' }
      : {
          status: 'answered',
          verdicts: { documents: documents.map((_, index) => ({ index, level: 'medium', used: index === 0 })), missing: ['the price'] },
          usage: { inputTokens: 20, outputTokens: 3, cost: 0.001 },
        },
};

let sdk: Sdk;
let service: Service;
beforeAll(async () => {
  sdk = startSdk();
  const io = { environment: {}, err: () => {}, out: () => {} } as Partial<Io> as Io;
  const evaluations = [
    { scorer: 'context_relevance', floor: 0.5 },
    { scorer: 'context_relevance', judge, ratio: 0.5 },
  ] as const;
  service = await startService({ evaluations, emit: { keys: ['service.version'] } }, { host: '127.0.0.1', port: 0 }, io);
});
afterAll(async () => {
  await service.stop(1_000);
  await sdk.stop();
});

const TRACE_IDS = Array.from({ length: 40 }, (_, at) => (at * 0x06543210).toString(16).padStart(8, '0').repeat(4));
const QUESTIONS = ['How long can a tent be returned?', 'Does it fail?', 'How long does the contest go on?'];

test('every value at /metrics is that of the OpenTelemetry metric, after turns of every outcome', async () => {
  for (const [at, traceId] of TRACE_IDS.slice(1).entries()) {
    const query = QUESTIONS[at % QUESTIONS.length] ?? '';
    const documents = at % 7 === 0 ? [] : [{ text: `Within ${at} days a tent can be returned.` }, { text: 'The contest closes.' }];
    const endMs = at % 9 === 0 ? Date.now() - 7_200_000 : Date.now();
    const response = await fetch(`${service.url}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(traces(ragSpans({ traceId, query, documents, endMs }), at % 2 === 0 ? 'helpdesk' : 'shop')),
    });
    expect(response.status).toBe(200);
  }
  await service.pipeline.drain(10_000);

  const scrape = parseOpenMetrics(await (await fetch(`${service.url}/metrics`)).text());
  const fromOtel = seriesOfPoints(await sdk.collect());
  expect(seriesOfSamples(scrape.samples)).toEqual(fromOtel);
  // There is something of each kind to compare.
  for (const name of [
    'score_bucket',
    'turns_total',
    'turns_waiting',
    'documents_total',
    'judge_duration_seconds_sum',
    'judge_tokens_total',
    'judge_cost_total',
    'score_floor',
    'healthy',
  ]) {
    expect(
      Object.keys(fromOtel).some((key) => key.startsWith(`ragmeter_${name} `)),
      name,
    ).toBe(true);
  }
  const outcomes = new Set(scrape.samples.flatMap(({ labels }) => labels.ragmeter_outcome ?? []));
  expect(outcomes).toEqual(new Set(['scored', 'skipped', 'failed', 'dropped']));
});

test('the exemplars beside buckets are traces that were scored, within the bounds of the bucket', async () => {
  const { samples } = parseOpenMetrics(await (await fetch(`${service.url}/metrics`)).text());
  const marked = samples.flatMap(({ name, labels, exemplar }) =>
    exemplar === undefined ? [] : [{ name, le: Number(labels.le?.replace('+Inf', 'Infinity')), exemplar }],
  );

  expect(marked.length).toBeGreaterThan(0);
  for (const { name, le, exemplar } of marked) {
    expect(name).toBe('ragmeter_score_bucket');
    expect(TRACE_IDS).toContain(exemplar.labels.trace_id);
    expect(exemplar.value).toBeLessThanOrEqual(le);
  }
});
