/** The environment of a process that we start: ours, without what it says to OpenTelemetry, and `more`. */
export function environment(more) {
  return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('OTEL_'))), ...more };
}
