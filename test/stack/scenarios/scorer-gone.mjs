import { once } from 'node:events';
import { createServer } from 'node:net';
import { startSink } from '../../compat-matrix/otlp-sink.mjs';
import { here } from '../files.mjs';
import { scored, total } from '../metrics.mjs';
import { freeAddresses, until } from '../processes.mjs';
import { spanIdsAt, spanIdsOf } from '../span-ids.mjs';
import { requestOf, send } from '../traces.mjs';

const REQUESTS_A_BODY = 10;
/** Many times what the small queue holds. */
const BODIES = 200;

/** Whatever becomes of the scorer, the backend has every span once, and no sender is refused. */
export const scorerGone = {
  name: 'scorer-gone',
  needs: ['collector'],

  async run({ stack, check }) {
    const sink = await startSink();
    const hanging = createServer().listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    const [nobody] = await freeAddresses(1);
    try {
      for (const { what, address } of [
        { what: 'nobody-listens', address: nobody },
        { what: 'it-never-answers', address: `127.0.0.1:${hanging.address().port}` },
      ]) {
        const { collector, sent, refused } = await sentThrough(stack, sink, what, address, 'small-queue.yaml', BODIES);
        check(`${what}: requests refused`, refused, 0);
        check(`${what}: spans at the backend`, spanIdsAt(sink, what), sent);
        // Else the tee was never full, and nothing is known of it.
        await until('dropped copies', async () => (await dropped(collector)) || undefined);
        await collector.stop('SIGKILL');
      }
      await isKilled(stack, sink, check);

      // Without batch and a queue. Were all well here too, the checks above would check nothing.
      const { sent, refused } = await sentThrough(stack, sink, 'synchronous', nobody, 'synchronous-tee.yaml', 1);
      check('a synchronous tee refuses', refused > 0, true);
      check('after a synchronous tee, the backend has spans twice', spanIdsAt(sink, 'synchronous').length > sent.length, true);
    } finally {
      hanging.close();
      sink.stop();
    }
  },
};

/** Sends through a tee to a scorer at this address, until the backend has as much as was sent. */
async function sentThrough(stack, sink, sender, address, config, bodies) {
  const collector = await stack.collector(['tee.yaml', here('to-sinks.yaml'), here(config)], {
    RAGMETER_ENDPOINT: `http://${address}`,
    BACKEND_ENDPOINT: `${sink.url}/${sender}`,
  });
  const requests = requestsOf(0, bodies);
  let refused = 0;
  for (let body = 0; body < bodies; body += 1) refused += await send(collector.url, requestsOf(body, 1));
  const sent = spanIdsOf(requests);
  await until('all spans at the backend', async () => (spanIdsAt(sink, sender).length >= sent.length ? true : undefined));
  return { collector, sent, refused };
}

/** A scorer at work is killed, and comes back: what was sent meanwhile waited in the queue, and is scored. */
async function isKilled(stack, sink, check) {
  const [listen] = await freeAddresses(1);
  const collector = await stack.collector(['tee.yaml', here('to-sinks.yaml')], {
    RAGMETER_ENDPOINT: `http://${listen}`,
    BACKEND_ENDPOINT: `${sink.url}/killed`,
  });
  const [before, meanwhile] = [requestsOf(0, 1), requestsOf(1, 20)];
  const scorer = await stack.ragmeter({}, { listen });
  let refused = await send(collector.url, before);
  await until('scores before', async () => ((await scored(listen)) === before.length ? true : undefined));
  await scorer.stop('SIGKILL');
  refused += await send(collector.url, meanwhile);
  const sent = spanIdsOf([...before, ...meanwhile]);
  await until('all spans at the backend', async () => (spanIdsAt(sink, 'killed').length >= sent.length ? true : undefined));
  check('killed: requests refused', refused, 0);
  check('killed: spans at the backend', spanIdsAt(sink, 'killed'), sent);

  await stack.ragmeter({}, { listen });
  const found = await until('scores after', async () => ((await scored(listen)) >= meanwhile.length ? scored(listen) : undefined));
  check('killed: what was scored afterwards', found, meanwhile.length);
}

function dropped({ ownMetrics }) {
  return total(ownMetrics, 'otelcol_exporter_enqueue_failed_spans', 'otlp_http/ragmeter');
}

function requestsOf(firstBody, bodies) {
  return Array.from({ length: bodies * REQUESTS_A_BODY }, (_, index) =>
    requestOf('shop-assistant', 1 + firstBody * REQUESTS_A_BODY + index),
  );
}
