import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { environment } from '../../compat-matrix/environment.mjs';
import { attributesOf, contentOf, startSink } from '../../compat-matrix/otlp-sink.mjs';
import { here } from '../files.mjs';
import { scored, total } from '../metrics.mjs';
import { freeAddresses, json, until } from '../processes.mjs';
import { requestOf, send } from '../traces.mjs';

const run = promisify(execFile);
const SCRAPED = /^(job|instance|exported_job|exported_instance|otel_scope_\w+)$/;
const APPLICATION = here('../clients/client.mjs');
const NAME = 'evaluate context_relevance';
const EXPLANATION = /#1 \w+ \(used\), #2 \w+/;

/** application -> Collector -> tee -> ragmeter -> Collector -> Jaeger, Prometheus and a backend for logs. */
export const endToEnd = {
  name: 'end-to-end',
  needs: ['collector', 'jaeger', 'prometheus'],

  async run({ stack, check }) {
    const logs = await startSink();
    try {
      const jaeger = await stack.jaeger();
      const [listen] = await freeAddresses(1);
      const collector = await stack.collector(['tee.yaml', here('logs-to-sink.yaml')], {
        RAG_SERVICES: 'shop-assistant|helpdesk',
        RAGMETER_ENDPOINT: `http://${listen}`,
        BACKEND_ENDPOINT: jaeger.otlpUrl,
        LOGS_ENDPOINT: `${logs.url}/loki`,
      });
      await stack.ragmeter({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.resultsUrl }, { listen });
      const prometheus = await stack.prometheus({
        ragmeter: { target: listen },
        'by-collector': { target: collector.metrics, honor_labels: false },
      });

      await application(collector.url);
      const spans = await until('an evaluation in Jaeger', async () => {
        const found = await tracesOf(jaeger, 'shop-assistant');
        return found.find((trace) => trace.some(({ operationName }) => operationName === NAME));
      });
      hangsUnderTheRetrieval(check, spans);
      await isAnEvent(check, logs, spans);
      await isInPrometheus(check, prometheus);
      await opensInJaeger(check, prometheus, jaeger);
      await nothingComesAround(check, { collector, jaeger, address: listen });
    } finally {
      logs.stop();
    }
  },
};

/** Its question and documents come on spans, its answer in a log record. */
async function application(url) {
  const env = environment({
    OTEL_SERVICE_NAME: 'shop-assistant',
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_LOGS_EXPORTER: 'otlp',
  });
  await run(process.execPath, [APPLICATION], { env });
}

async function tracesOf(jaeger, service) {
  const { data } = await json(`${jaeger.url}/api/traces?service=${service}&limit=100`);
  return data.map(({ spans, processes }) => spans.map((span) => ({ ...span, service: processes[span.processID].serviceName })));
}

function tagsOf({ tags }) {
  return Object.fromEntries(tags.map(({ key, value }) => [key, value]));
}

function hangsUnderTheRetrieval(check, spans) {
  const evaluation = spans.find(({ operationName }) => operationName === NAME);
  const retrieval = spans.find(({ operationName }) => operationName === 'retrieve');
  const parent = evaluation.references.map(({ refType, spanID }) => ({ refType, spanID }));
  check('the parent of the evaluation', parent, [{ refType: 'CHILD_OF', spanID: retrieval.spanID }]);
  check('the services of the trace', new Set(spans.map(({ service }) => service)), new Set(['ragmeter', 'shop-assistant']));
  const tags = tagsOf(evaluation);
  const score = tags['gen_ai.evaluation.score.value'];
  check('the score is in [0,1]', typeof score === 'number' && score >= 0 && score <= 1, true);
  check('the label', typeof tags['gen_ai.evaluation.score.label'], 'string');
  check('the explanation tells the documents', EXPLANATION.test(tags['gen_ai.evaluation.explanation']), true);
  // Known from the answer, which came by the tee of log records.
  check('which documents were used', tags['ragmeter.documents.used'], '["true","false"]');
}

async function isAnEvent(check, logs, spans) {
  const evaluation = spans.find(({ operationName }) => operationName === NAME);
  const event = await until('an event of the evaluation', async () =>
    contentOf(logs.bodies('loki')).events.find(({ eventName }) => eventName === 'gen_ai.evaluation.result'),
  );
  check('the trace of the event', event.traceId, evaluation.traceID);
  check(
    'the score of the event',
    attributesOf(event)['gen_ai.evaluation.score.value'],
    tagsOf(evaluation)['gen_ai.evaluation.score.value'],
  );
}

async function isInPrometheus(check, { url }) {
  const query = async (promql) => (await json(`${url}/api/v1/query?query=${encodeURIComponent(promql)}`)).data.result;
  // By the scorer's own page and by the Collector: the same series, but for where they were scraped and the scope that the Collector adds.
  const both = await until('the score in Prometheus by both ways', async () => {
    const found = await query('ragmeter_score_count == 1');
    return found.length === 2 ? found : undefined;
  });
  const [one, other] = both.map(({ metric }) => Object.fromEntries(Object.entries(metric).filter(([label]) => !SCRAPED.test(label))));
  check('the labels of both ways', one, other);
  check('the service that was evaluated', one.ragmeter_service, 'shop-assistant');
  const buckets = await query('count by (job) (ragmeter_score_bucket)');
  check('the buckets of both ways', new Set(buckets.map(({ value: [, count] }) => count)).size, 1);
  const shares = await query('sum by (job) (ragmeter_score_sum) / sum by (job) (ragmeter_score_count)');
  check('the mean of both ways', new Set(shares.map(({ value: [, mean] }) => mean)).size, 1);
}

async function opensInJaeger(check, prometheus, jaeger) {
  const now = Date.now() / 1000;
  const exemplar = await until('an exemplar in Prometheus', async () => {
    const { data } = await json(`${prometheus.url}/api/v1/query_exemplars?query=ragmeter_score_bucket&start=${now - 600}&end=${now + 600}`);
    return data.flatMap(({ exemplars }) => exemplars)[0];
  });
  const { data } = await json(`${jaeger.url}/api/traces/${exemplar.labels.trace_id}`);
  const names = new Set(data[0].spans.map(({ operationName }) => operationName));
  check("the spans of the exemplar's trace", names, new Set(['request', 'retrieve', 'chat', NAME]));
}

/** What must stay out is sent in one body with a request that is scored: when that one has its score, the others would have theirs. */
async function nothingComesAround(check, { collector, jaeger, address }) {
  const ofRagmeter = { ...requestOf('shop-assistant', 2), scope: 'ragmeter' };
  await send(collector.url, [ofRagmeter, requestOf('checkout', 3), requestOf('helpdesk', 4)]);
  await until('a second score', async () => ((await scored(address)) === 2 ? true : undefined));
  check('the turns that were seen', await total(address, 'ragmeter_turns_seen_total'), 2);

  const evaluations = await until('a second evaluation in Jaeger', async () => {
    const found = await tracesOf(jaeger, 'ragmeter');
    const ours = found.flat().filter(({ service }) => service === 'ragmeter');
    return ours.length >= 2 ? ours : undefined;
  });
  check(
    'the spans of the scorer',
    evaluations.map(({ operationName }) => operationName),
    [NAME, NAME],
  );
  // The results of the first went through the Collector before the second came, and none of them to the scorer.
  check('the spans that the scorer took', await total(address, 'ragmeter_retrievals_total'), 2);
  check('what the backend has of the others', (await tracesOf(jaeger, 'checkout')).length, 1);
}
