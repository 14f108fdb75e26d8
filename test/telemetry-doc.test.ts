import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { logs } from '@opentelemetry/api-logs';
import { InMemoryLogRecordExporter, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs';
import { AggregationTemporality, InMemoryMetricExporter, type MetricData, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { NodeSDK, resources } from '@opentelemetry/sdk-node';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JudgeFunction, RagmeterSpanProcessor } from '../src/index.ts';

const DOCUMENT = readFileSync(new URL('../docs/telemetry.md', import.meta.url), 'utf8');
/** As `emit.keys` names it here. */
const ADDED = 'service.version';

/** The first cells of the table under this heading, as rows of cells. */
function table(heading: string, head: string): readonly (readonly string[])[] {
  const section = DOCUMENT.slice(DOCUMENT.indexOf(`## ${heading}`));
  const lines = section.slice(section.search(new RegExp(`^\\| ${head} `, 'm'))).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const inOrder = (a: string, b: string): number => (a < b ? -1 : 1);
const quoted = (cell: string): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
const [E = ''] = /`E` is what[\s\S]*?\n\n/.exec(DOCUMENT) ?? [];
const EVALUATION_KEYS = quoted(E).filter((name) => /^(gen_ai|ragmeter)\./.test(name));
const METRIC_ROWS = table('Metrics', 'name').map(([name = '', kind, unit = '', keys = '']) => ({
  name: quoted(name)[0] ?? '',
  kind,
  unit: quoted(unit)[0],
  keys: [...(keys.startsWith('E') ? [...EVALUATION_KEYS, ADDED] : []), ...quoted(keys)].toSorted(inOrder),
}));
const ATTRIBUTE_ROWS = table('Event and span', 'attribute').map(([name = '', when = '']) => ({
  name: name === 'names in `emit.keys`' ? ADDED : (quoted(name)[0] ?? ''),
  when,
}));

const judge: JudgeFunction = async ({ query = '', documents }) =>
  query.includes('fail')
    ? { status: 'failed', reason: 'judge_timeout', retryable: true, message: 'no reply' }
    : {
        status: 'answered',
        verdicts: { documents: documents.map((_, index) => ({ index, level: 'high', used: true })), missing: ['the price'] },
        usage: { inputTokens: 7, outputTokens: 3, cost: 0.001 },
      };

let measured: readonly MetricData[];
/** Attributes of each event, and of each span. */
let told: { readonly events: readonly object[]; readonly spans: readonly object[] };

/** Everything that the tables speak of happens once, in an application with the real SDK. */
beforeAll(async () => {
  const spans = new InMemorySpanExporter();
  const events = new InMemoryLogRecordExporter();
  const values = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: values, exportIntervalMillis: 3_600_000 });
  const folder = mkdtempSync(join(tmpdir(), 'ragmeter-'));
  const agreement = join(folder, 'agreement.json');
  writeFileSync(agreement, JSON.stringify({ agreement: [{ judge: { id: 'llm', version: '1' }, kappa: 0.7, files: [] }] }));
  const processor = new RagmeterSpanProcessor({
    agreement,
    evaluations: [
      { scorer: 'context_relevance', judge: { id: 'llm', version: '1', gives: ['documents', 'missing'], ask: judge }, floor: 0.6 },
    ],
    emit: { content: true, keys: [ADDED] },
  });
  rmSync(folder, { recursive: true });
  const sdk = new NodeSDK({
    autoDetectResources: false,
    resource: resources.resourceFromAttributes({ 'service.name': 'shop', 'deployment.environment.name': 'production', [ADDED]: '7' }),
    spanProcessors: [processor, new SimpleSpanProcessor(spans)],
    logRecordProcessors: [new SimpleLogRecordProcessor({ exporter: events })],
    metricReaders: [reader],
    instrumentations: [],
  });
  sdk.start();
  const tracer = trace.getTracer('shop');
  for (const [question, documents] of [
    ['How long?', ['Ten years.']],
    ['Will it fail?', ['Never.']],
    ['Is there any?', []],
  ] as const) {
    tracer.startActiveSpan('POST /ask', { attributes: { 'http.route': '/ask' } }, (request) => {
      const retrieved = { 'gen_ai.operation.name': 'retrieval', 'gen_ai.retrieval.query.text': question };
      tracer
        .startSpan('search', {
          attributes: { ...retrieved, 'gen_ai.retrieval.documents': JSON.stringify(documents.map((content) => ({ content }))) },
        })
        .end();
      const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search_notes', 'gen_ai.tool.type': 'retriever' };
      // A cut list: what could not be read is flagged.
      if (documents.length > 0) {
        tracer.startSpan('search', { attributes: { ...attributes, 'gen_ai.tool.call.result': '[{"content":"It is so."},{"cont' } }).end();
      }
      tracer
        .startSpan('chat', {
          attributes: {
            'gen_ai.operation.name': 'chat',
            'gen_ai.response.id': 'r-1',
            'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: question }] }]),
            'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content: 'So it is.' }] }]),
          },
        })
        .end();
      request.end();
    });
  }
  await processor.forceFlush();
  await reader.forceFlush();
  measured = values
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ scope, metrics }) => (scope.name === 'ragmeter' ? metrics : [])));
  told = {
    events: events.getFinishedLogRecords().map(({ attributes }) => attributes),
    spans: spans.getFinishedSpans().flatMap(({ name, attributes }) => (name.startsWith('evaluate ') ? [attributes] : [])),
  };
  await sdk.shutdown();
});

afterAll(() => {
  for (const api of [trace, metrics, logs, context, propagation]) api.disable();
});

const KIND: Readonly<Record<string, string>> = {
  HISTOGRAM: 'histogram',
  OBSERVABLE_COUNTER: 'counter',
  OBSERVABLE_UP_DOWN_COUNTER: 'up-down counter',
  OBSERVABLE_GAUGE: 'gauge',
};

test('the metrics that are written are those of the table, with its kinds, units and keys', () => {
  const written = measured.map(({ descriptor: { name, unit, ...descriptor }, dataPoints }) => ({
    name,
    kind: KIND[(descriptor as unknown as { readonly type: string }).type],
    unit,
    keys: [...new Set(dataPoints.flatMap(({ attributes }) => Object.keys(attributes)))].toSorted(inOrder),
  }));
  const byName = (a: { name: string }, b: { name: string }): number => inOrder(a.name, b.name);
  expect(written.toSorted(byName)).toEqual(METRIC_ROWS.toSorted(byName));
});

test.for(['events', 'spans'] as const)('the attributes of %s are those of the table, each where it says', (carrier) => {
  const all = told[carrier].map((attributes) => Object.keys(attributes));
  // One scored, one failed; the turn without documents is skipped, and has neither.
  expect(all).toHaveLength(2);
  expect(new Set(all.flat())).toEqual(new Set(ATTRIBUTE_ROWS.map(({ name }) => name)));
  for (const { name, when } of ATTRIBUTE_ROWS) {
    const isIn = (attributes: object, what: boolean): boolean => Object.hasOwn(attributes, name) === what;
    const [scored = {}, failed = {}] = told[carrier];
    if (when === 'always') expect([name, isIn(scored, true), isIn(failed, true)]).toEqual([name, true, true]);
    if (when === 'scored') expect([name, isIn(scored, true), isIn(failed, false)]).toEqual([name, true, true]);
    if (when === 'failed') expect([name, isIn(scored, false), isIn(failed, true)]).toEqual([name, true, true]);
  }
});
