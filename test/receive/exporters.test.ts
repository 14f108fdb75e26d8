import { type Context, DiagLogLevel, diag, ROOT_CONTEXT, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPLogExporter as JsonLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as ProtobufLogExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs';
import { BasicTracerProvider, InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterEach, describe, expect, test } from 'vitest';
import { toSpanView } from '../../src/receive/readable-span.ts';
import type { RequestHandlerOptions } from '../../src/receive/server.ts';
import { serving } from './serving.ts';

// The exporters of the OpenTelemetry SDK as clients: https://opentelemetry.io/docs/specs/otlp/#otlphttp

type Settings = ConstructorParameters<typeof JsonTraceExporter>[0];

const GZIP = { compression: 'gzip' } as Settings;
const EXPORTERS = [
  { name: 'http/json', Traces: JsonTraceExporter, Logs: JsonLogExporter, settings: {} },
  { name: 'http/json, packed', Traces: JsonTraceExporter, Logs: JsonLogExporter, settings: GZIP },
  { name: 'http/protobuf', Traces: ProtobufTraceExporter, Logs: ProtobufLogExporter, settings: {} },
  { name: 'http/protobuf, packed', Traces: ProtobufTraceExporter, Logs: ProtobufLogExporter, settings: GZIP },
];

interface Exporter<Item> {
  export(items: Item[], done: (result: { error?: Error }) => void): void;
}

/** What the exporter says of a request: the error where it failed. */
function exported<Item>(exporter: Exporter<Item>, items: readonly Item[]): Promise<Error | undefined> {
  return new Promise((resolve) => exporter.export([...items], ({ error }) => resolve(error)));
}

/** A request, a retrieval below it with everything that a span can have, and a span whose parent is elsewhere. */
function recordedSpans(): readonly ReadableSpan[] {
  const memory = new InMemorySpanExporter();
  const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(memory)] }).getTracer('retriever', '1.2.3');
  const root = tracer.startSpan('request', {}, ROOT_CONTEXT);
  const below = (context: Context) =>
    tracer.startSpan(
      'retrieve',
      {
        attributes: {
          text: 'Wo ist 東京? 🙂',
          empty: '',
          whole: 42,
          negative: -7,
          large: Number.MAX_SAFE_INTEGER,
          broken: 0.25,
          yes: true,
          texts: ['a', '', 'b'],
          numbers: [1, -2, 0.5],
          truths: [true, false],
          none: [],
        },
        links: [{ context: root.spanContext(), attributes: { kind: 'related' } }],
      },
      context,
    );
  const retrieval = below(trace.setSpan(ROOT_CONTEXT, root));
  retrieval.addEvent('found', { documents: 3 }, [1_767_225_600, 123_456_789]);
  retrieval.setStatus({ code: SpanStatusCode.ERROR, message: 'cut' });
  retrieval.end();
  const remote = {
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  };
  const far = below(trace.setSpanContext(ROOT_CONTEXT, remote));
  far.setStatus({ code: SpanStatusCode.OK });
  far.end();
  root.end();
  return memory.getFinishedSpans();
}

/** Its ids are zeros, as those of a span that was never recorded. */
function invalid(span: ReadableSpan): ReadableSpan {
  const context = { ...span.spanContext(), traceId: '0'.repeat(32) };
  return Object.assign(Object.create(span) as ReadableSpan, { spanContext: () => context });
}

const warned: string[] = [];

/** What the exporters tell their users. */
function listen(): void {
  const quiet = () => {};
  const keep = (...words: unknown[]) => void warned.push(words.join(' '));
  diag.setLogger(
    { error: keep, warn: keep, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

afterEach(() => {
  diag.disable();
  warned.length = 0;
});

describe.for(EXPORTERS)('$name', ({ Traces, Logs, settings }) => {
  async function client(options: Partial<RequestHandlerOptions> = {}) {
    const received = await serving(options);
    return {
      ...received,
      traces: (spans: readonly ReadableSpan[]) => exported(new Traces({ ...settings, url: `${received.url}/v1/traces` }), spans),
    };
  }

  test('spans arrive as they are in the process', async () => {
    const { traces, spans, warnings } = await client();
    const recorded = recordedSpans();
    listen();

    expect(await traces(recorded)).toBeUndefined();
    expect(spans).toEqual(recorded.map(toSpanView));
    expect(spans.map(({ parentIsRemote }) => parentIsRemote)).toEqual([false, true, undefined]);
    expect([...warnings, ...warned]).toEqual([]);
  });

  test('log records arrive', async () => {
    const { url, logs } = await serving();
    const memory = new InMemoryLogRecordExporter();
    const logger = new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter: memory })] }).getLogger('model');
    const context = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: TraceFlags.SAMPLED };
    const body = { message: { content: 'Hallo 東京', parts: [1, 'two', { three: 3 }] }, index: 0 };
    logger.emit({
      eventName: 'gen_ai.choice',
      timestamp: [1_767_225_600, 5],
      body,
      attributes: { 'gen_ai.system': 'openai', nested: { deep: [true] } },
      context: trace.setSpanContext(ROOT_CONTEXT, context),
    });
    listen();

    expect(await exported(new Logs({ ...settings, url: `${url}/v1/logs` }), memory.getFinishedLogRecords())).toBeUndefined();
    expect(logs).toEqual([
      {
        traceId: context.traceId,
        spanId: context.spanId,
        eventName: 'gen_ai.choice',
        timeUnixNano: 1_767_225_600_000_000_005n,
        attributes: { 'gen_ai.system': 'openai', nested: { deep: [true] } },
        body,
      },
    ]);
    expect(warned).toEqual([]);
  });

  test('the exporter understands a partial success', async () => {
    const { traces, spans } = await client();
    const [first, ...others] = recordedSpans();
    listen();

    expect(await traces([invalid(first as ReadableSpan), ...others])).toBeUndefined();
    expect(spans).toHaveLength(others.length);
    expect(warned).toEqual([
      expect.stringMatching(/Partial Success.*"rejectedSpans":"?1"?.*"errorMessage":"Expected the traceId of a span/),
    ]);
  });

  test.for([
    { name: 'too large a batch', options: { maxBodyBytes: 100 }, code: 413 },
    {
      name: 'an error of ours',
      options: {
        receiver: {
          spans: () => {
            throw new Error('broken');
          },
          logs: () => {},
        },
      },
      code: 500,
    },
  ])('the exporter gives up on $name, and does not send it again', async ({ options, code }) => {
    let asked = 0;
    const authorize = () => {
      asked += 1;
      return true;
    };
    const { traces } = await client({ ...options, authorize });

    expect(await traces(recordedSpans())).toMatchObject({ code });
    expect(asked).toBe(1);
  });
});
