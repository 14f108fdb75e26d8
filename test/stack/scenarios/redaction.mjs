import { contentOf, startSink } from '../../compat-matrix/otlp-sink.mjs';
import { here } from '../files.mjs';
import { until } from '../processes.mjs';
import { rag, requestOf, send } from '../traces.mjs';

const SECRETS = [
  'jane.doe@example.com',
  '4111 1111 1111 1111',
  'sk-proj-abcdefghijklmnop0123',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
];
const DOCUMENT = `Tents: write to ${SECRETS[0]}, paid with ${SECRETS[1]}, key ${SECRETS[2]}, token ${SECRETS[3]}. Sixty days for a return.`;

/** The copy for the scorer is masked inside its texts; the backend's is as it was. */
export const redaction = {
  name: 'redaction',
  needs: ['collector'],

  async run({ stack, check }) {
    const sink = await startSink();
    try {
      const { url } = await stack.collector(['tee.yaml', 'redaction.yaml', here('to-sinks.yaml')], {
        RAGMETER_ENDPOINT: `${sink.url}/scorer`,
        BACKEND_ENDPOINT: `${sink.url}/backend`,
      });
      const request = requestOf('shop-assistant', 1, rag({ documents: [DOCUMENT] }));
      await send(url, [request]);
      for (const sender of ['backend', 'scorer']) {
        const spans = await until(`spans at the ${sender}`, async () => {
          const found = contentOf(sink.bodies(sender)).spans;
          return found.length >= request.spans.length ? found : undefined;
        });
        const content = JSON.stringify(spans);
        check(
          `secrets at the ${sender}`,
          SECRETS.filter((secret) => content.includes(secret)),
          sender === 'backend' ? SECRETS : [],
        );
        check(`what stands around them at the ${sender}`, /Tents: write to .*Sixty days for a return\./.test(content), true);
      }
    } finally {
      sink.stop();
    }
  },
};
