import { contentOf, startSink } from '../../compat-matrix/otlp-sink.mjs';
import { here } from '../files.mjs';
import { until } from '../processes.mjs';
import { spanIdsAt, spanIdsOf } from '../span-ids.mjs';
import { requestOf, send } from '../traces.mjs';

const REPLICAS = ['replica-1', 'replica-2'];

/** All spans of a trace come to one replica, though two Collectors have a part of each. */
export const loadBalancing = {
  name: 'load-balancing',
  needs: ['collector'],

  async run({ stack, check }) {
    const sink = await startSink();
    try {
      const replicas = [];
      for (const name of REPLICAS) {
        replicas.push(await stack.collector(['replica.yaml', here('replica-to-sink.yaml')], { RAGMETER_ENDPOINT: `${sink.url}/${name}` }));
      }
      const [first, second] = replicas.map(({ grpc }) => grpc);
      const env = { REPLICA_1: first, REPLICA_2: second, BACKEND_ENDPOINT: `${sink.url}/backend` };
      const configs = ['tee.yaml', 'load-balancing.yaml', here('to-sinks.yaml')];
      const senders = [await stack.collector(configs, env), await stack.collector(configs, env)];

      const requests = Array.from({ length: 40 }, (_, index) => requestOf('shop-assistant', index + 1));
      await send(
        senders[0].url,
        requests.map((request) => ({ ...request, spans: request.spans.slice(1) })),
      );
      await send(
        senders[1].url,
        requests.map((request) => ({ ...request, spans: request.spans.slice(0, 1) })),
      );

      const sent = spanIdsOf(requests);
      await until('all spans at the replicas', async () => (spanIdsAt(sink, ...REPLICAS).length >= sent.length ? true : undefined));
      check('the spans at both replicas', spanIdsAt(sink, ...REPLICAS), sent);
      const [one, other] = REPLICAS.map((name) => new Set(contentOf(sink.bodies(name)).spans.map(({ traceId }) => traceId)));
      check(
        'traces at both replicas',
        [...one].filter((traceId) => other.has(traceId)),
        [],
      );
      check('each replica has its share', Math.min(one.size, other.size) > 0, true);
    } finally {
      sink.stop();
    }
  },
};
