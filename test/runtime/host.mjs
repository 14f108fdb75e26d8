// A service whose SDK stops by signals, as its author would write it. Prints what was exported.
import { trace } from '@opentelemetry/api';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { RagmeterSpanProcessor, shutdownOnSignals } from '../../dist/index.js';

const [kind] = process.argv.slice(2);
const exporter = {
  onStart() {},
  onEnd: ({ name }) => process.stdout.write(`${name}\n`),
  forceFlush: async () => {},
  shutdown: async () => void process.stdout.write('shut down\n'),
};
const ragmeter = new RagmeterSpanProcessor({ ...(kind === 'hangs' && { judge: () => new Promise(() => {}) }) });
const sdk = new NodeSDK({ autoDetectResources: false, spanProcessors: [ragmeter, exporter], instrumentations: [] });
sdk.start();
const remove = shutdownOnSignals(sdk, ragmeter, { deadlineMs: kind === 'hangs' ? 100 : 5_000 });
if (kind === 'removed') remove();
if (kind === 'listens') {
  // The service ends itself, when its own work is done.
  process.on('SIGTERM', () => setTimeout(() => process.exit(7), 300));
}
process.on('exit', () => {
  process.stdout.write(`${JSON.stringify(ragmeter.stats().evaluations.context_relevance)}\n`);
});

trace
  .getTracer('shop')
  .startSpan('search', {
    attributes: {
      'openinference.span.kind': 'RETRIEVER',
      'input.value': 'How long is the warranty?',
      'retrieval.documents.0.document.content': 'The warranty lasts ten years.',
    },
  })
  .end();
// As a server that listens.
setInterval(() => {}, 60_000);
process.stdout.write('ready\n');
