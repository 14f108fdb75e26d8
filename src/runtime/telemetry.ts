import { DiagLogLevel, diag } from '@opentelemetry/api';
import { RagmeterError, show } from '../model/errors.ts';

const ENDPOINTS = {
  traces: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  metrics: 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
  logs: 'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT',
};
const ANY_ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where results are sent, as the `OTEL_EXPORTER_OTLP_*` variables say. Empty where nothing is configured: then nothing leaves the machine.
 * Throws a RagmeterError (`invalid_endpoint`) for what is no URL: the SDK would take its default in silence, and send elsewhere.
 */
export function exportEndpoints(environment: Environment): readonly string[] {
  return [ANY_ENDPOINT, ...Object.values(ENDPOINTS)].flatMap((name) => {
    const endpoint = environment[name];
    if (!endpoint) return [];
    if (!/^https?:\/\//i.test(endpoint) || !URL.canParse(endpoint)) {
      throw new RagmeterError(
        'invalid_endpoint',
        `Expected ${name} to be a URL such as http://127.0.0.1:4318, got ${show(withoutUser(endpoint))}: set it to that of your Collector or backend`,
      );
    }
    return [endpoint];
  });
}

/**
 * Starts the standard OpenTelemetry SDK, which reads its `OTEL_*` variables itself, and registers it globally.
 * Signals without an endpoint of their own or a common one stay off. `warn` hears what the SDK could not send, which it
 * keeps to itself unless `OTEL_LOG_LEVEL` is set. Resolves to its shutdown, which never rejects.
 */
export async function startTelemetry(environment: Environment, warn: (message: string) => void): Promise<() => Promise<void>> {
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const isNamed = /(^|,)\s*service\.name=/.test(environment.OTEL_RESOURCE_ATTRIBUTES ?? '');
  if (!isNamed) process.env.OTEL_SERVICE_NAME ||= 'ragmeter';
  if (!environment.OTEL_LOG_LEVEL) {
    const say = (message: string): void => warn(exportProblem(message));
    const quiet = (): void => {};
    diag.setLogger({ error: say, warn: say, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.WARN);
  }
  for (const [signal, name] of Object.entries(ENDPOINTS)) {
    if (!environment[ANY_ENDPOINT] && !environment[name]) process.env[`OTEL_${signal.toUpperCase()}_EXPORTER`] ??= 'none';
  }
  const sdk = new NodeSDK();
  sdk.start();
  return () => sdk.shutdown().catch((error: unknown) => warn(exportProblem(error instanceof Error ? error.message : String(error))));
}

/** A name and a password in it are a secret. */
function withoutUser(endpoint: string): string {
  return endpoint.replace(/^([^/]*\/\/)?[^/]*@/, '$1');
}

/** In one line. The SDK tells errors as JSON with their stack. */
function exportProblem(message: string): string {
  let told = message;
  try {
    const error = JSON.parse(message) as { message?: unknown } | null;
    if (typeof error?.message === 'string') told = error.message;
  } catch {
    // It was plain text.
  }
  return `Expected to send results on, got ${told.split('\n')[0]}: check the OTEL_EXPORTER_OTLP_* variables, and whether the receiver is up`;
}
