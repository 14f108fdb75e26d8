/**
 * Starts NodeSDK of version 2 or 3 with `processors`, the real OTLP exporters of all three signals, and the instrumentation of `fetch`. `contextManager:
 * null` leaves the application without one.
 */
export async function startTelemetry(load, sdkLine, { processors, contextManager }) {
  const { NodeSDK } = await load('@opentelemetry/sdk-node');
  const { BatchLogRecordProcessor } = await load('@opentelemetry/sdk-logs');
  const { PeriodicExportingMetricReader } = await load('@opentelemetry/sdk-metrics');
  const { OTLPTraceExporter } = await load('@opentelemetry/exporter-trace-otlp-http');
  const { OTLPLogExporter } = await load('@opentelemetry/exporter-logs-otlp-http');
  const { OTLPMetricExporter } = await load('@opentelemetry/exporter-metrics-otlp-http');
  const { UndiciInstrumentation } = await load('@opentelemetry/instrumentation-undici');
  const { batched, TracerProvider } = await tracingOf(load, sdkLine);

  const sdk = new NodeSDK({
    serviceName: 'tent-shop',
    spanProcessors: [...processors, batched(new OTLPTraceExporter())],
    logRecordProcessors: [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter() })],
    metricReaders: [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter() })],
    instrumentations: [new UndiciInstrumentation()],
    ...(contextManager === undefined ? {} : { contextManager }),
  });
  sdk.start();
  return {
    sdk,
    /** A second provider, which nobody registered. */
    providerOf: (spanProcessors) => new TracerProvider({ spanProcessors }),
  };
}

async function tracingOf(load, sdkLine) {
  if (sdkLine === 2) {
    const { BatchSpanProcessor, BasicTracerProvider } = await load('@opentelemetry/sdk-trace-base');
    return { batched: (exporter) => new BatchSpanProcessor(exporter), TracerProvider: BasicTracerProvider };
  }
  const { BatchSpanProcessor, TracerProvider } = await load('@opentelemetry/sdk-trace');
  return { batched: (exporter) => new BatchSpanProcessor({ exporter }), TracerProvider };
}
