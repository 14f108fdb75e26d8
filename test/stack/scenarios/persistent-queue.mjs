import { join } from 'node:path';
import { startSink } from '../../compat-matrix/otlp-sink.mjs';
import { here } from '../files.mjs';
import { scored } from '../metrics.mjs';
import { freeAddresses, until } from '../processes.mjs';
import { requestOf, send } from '../traces.mjs';

/** What waited for a scorer that was down is scored after the Collector was killed as well. */
export const persistentQueue = {
  name: 'persistent-queue',
  needs: ['collector'],

  async run({ stack, check }) {
    const sink = await startSink();
    try {
      const [listen] = await freeAddresses(1);
      const configs = ['tee.yaml', 'persistent-queue.yaml', here('to-sinks.yaml')];
      const env = {
        RAGMETER_ENDPOINT: `http://${listen}`,
        BACKEND_ENDPOINT: `${sink.url}/backend`,
        QUEUE_DIRECTORY: join(stack.folder, 'queue'),
      };
      const first = await stack.collector(configs, env);
      const requests = [1, 2, 3].map((number) => requestOf('shop-assistant', number));
      await send(first.url, requests);
      // It has tried to send them, so they are on disk.
      await until('an attempt to send', async () =>
        first.said.find((line) => line.includes('Will retry') && line.includes('otlp_http/ragmeter')),
      );
      await first.stop('SIGKILL');

      await stack.ragmeter({}, { listen });
      await stack.collector(configs, env);
      const found = await until('scores', async () => ((await scored(listen)) >= requests.length ? scored(listen) : undefined));
      check('the turns that were scored', found, requests.length);
    } finally {
      sink.stop();
    }
  },
};
