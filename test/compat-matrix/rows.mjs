const SDK_2 = [
  '@opentelemetry/sdk-node@^0.223.0',
  '@opentelemetry/sdk-trace-base@^2',
  '@opentelemetry/sdk-logs@^0.223.0',
  '@opentelemetry/sdk-metrics@^2',
  '@opentelemetry/exporter-trace-otlp-http@^0.223.0',
  '@opentelemetry/exporter-logs-otlp-http@^0.223.0',
  '@opentelemetry/exporter-metrics-otlp-http@^0.223.0',
  '@opentelemetry/instrumentation-undici@^0.33.0',
];
const SDK_3 = [
  '@opentelemetry/sdk-node@^0.301.0',
  '@opentelemetry/sdk-trace@^3.1.0',
  '@opentelemetry/sdk-logs@^3.1.0',
  '@opentelemetry/sdk-metrics@^3.1.0',
  '@opentelemetry/exporter-trace-otlp-http@^0.301.0',
  '@opentelemetry/exporter-logs-otlp-http@^0.301.0',
  '@opentelemetry/exporter-metrics-otlp-http@^0.301.0',
  '@opentelemetry/instrumentation-undici@^0.34.0',
];

/** What the package is installed beside. The first has the oldest API that we take, the last the newest. */
export const ROWS = [
  { name: 'ai 5', sdkLine: 2, aiLine: 5, packages: ['@opentelemetry/api@1.9.0', 'ai@^5', '@ai-sdk/openai@^2', ...SDK_2] },
  { name: 'ai 6', sdkLine: 2, aiLine: 6, packages: ['@opentelemetry/api@~1.9.0', 'ai@^6', '@ai-sdk/openai@^3', ...SDK_2] },
  {
    name: 'ai 7',
    sdkLine: 3,
    aiLine: 7,
    packages: ['@opentelemetry/api@^1.10.0', 'ai@^7', '@ai-sdk/openai@^4', '@ai-sdk/otel@^1', ...SDK_3],
    // Both lines want Node 22 or later.
    node: 24,
  },
];
