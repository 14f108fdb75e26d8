import { startSink } from '../../compat-matrix/otlp-sink.mjs';
import { here } from '../files.mjs';
import { until } from '../processes.mjs';
import { spanIdsAt, spanIdsOf } from '../span-ids.mjs';
import { requestOf, send } from '../traces.mjs';

/** What of all that is sent comes to the scorer: the spans of the RAG services, and not what ragmeter wrote. The backend has all. */
export const tee = {
  name: 'tee',
  needs: ['collector'],

  async run({ stack, check }) {
    const sink = await startSink();
    try {
      const { url } = await stack.collector(['tee.yaml', here('to-sinks.yaml')], {
        RAG_SERVICES: 'shop-assistant|helpdesk',
        RAGMETER_ENDPOINT: `${sink.url}/scorer`,
        BACKEND_ENDPOINT: `${sink.url}/backend`,
      });
      const wanted = [requestOf('shop-assistant', 1), requestOf('helpdesk', 2)];
      const others = [
        requestOf('checkout', 3),
        // A name that only begins alike.
        requestOf('helpdesk-billing', 4),
        { ...requestOf('shop-assistant', 5), scope: 'ragmeter' },
      ];
      await send(url, [...others, ...wanted]);

      for (const name of ['backend', 'scorer']) await until(`spans at the ${name}`, async () => spanIdsAt(sink, name)[0]);
      check('the spans at the backend', spanIdsAt(sink, 'backend'), spanIdsOf([...wanted, ...others]));
      check('the spans at the scorer', spanIdsAt(sink, 'scorer'), spanIdsOf(wanted));
    } finally {
      sink.stop();
    }
  },
};
