import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { RagmeterSpanProcessor, shutdownWith } from 'ragmeter';

/**
 * Starts OpenTelemetry with ragmeter in it. `spanProcessors` replaces the exporter that NodeSDK would have made itself, so ours is named too.
 * Where things are sent is said by the usual `OTEL_EXPORTER_OTLP_*` variables.
 */
export function startTelemetry(options) {
  const ragmeter = new RagmeterSpanProcessor(options);
  const sdk = new NodeSDK({
    serviceName: 'wheelhouse-help',
    spanProcessors: [ragmeter, new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  sdk.start();
  return {
    ragmeter,
    /** First the scores, because they leave by the SDK; then the SDK. */
    stop: () => shutdownWith(sdk, ragmeter, { deadlineMs: 5_000 }),
  };
}
