import { RagmeterError } from '../model/errors.ts';

const ENDPOINTS = {
  traces: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  metrics: 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
  logs: 'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT',
};
const ANY_ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where results are sent, as the `OTEL_EXPORTER_OTLP_*` variables say. Empty where nothing is configured: then nothing leaves the machine. */
export function exportEndpoints(environment: Environment): readonly string[] {
  return [ANY_ENDPOINT, ...Object.values(ENDPOINTS)].flatMap((name) => environment[name] || []);
}

/**
 * Starts the standard OpenTelemetry SDK, which reads its `OTEL_*` variables itself, and registers it globally.
 * Signals without an endpoint of their own or a common one stay off. Resolves to its shutdown.
 */
export async function startTelemetry(environment: Environment): Promise<() => Promise<void>> {
  const { NodeSDK } = await import('@opentelemetry/sdk-node').catch((cause: unknown) => {
    throw new RagmeterError(
      'missing_package',
      'Expected the package @opentelemetry/sdk-node, because an OTEL_EXPORTER_OTLP_* endpoint is set, got none; install it: npm install @opentelemetry/sdk-node',
      { cause },
    );
  });
  process.env.OTEL_SERVICE_NAME ??= 'ragmeter';
  for (const [signal, name] of Object.entries(ENDPOINTS)) {
    if (!environment[ANY_ENDPOINT] && !environment[name]) process.env[`OTEL_${signal.toUpperCase()}_EXPORTER`] ??= 'none';
  }
  const sdk = new NodeSDK();
  sdk.start();
  return () => sdk.shutdown();
}
