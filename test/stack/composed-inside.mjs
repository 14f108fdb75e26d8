// Inside the network that composed.mjs made: starts what compose.yaml starts, in its order, and prints what there is to see.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { environment } from '../compat-matrix/environment.mjs';
import { here } from './files.mjs';
import { createProcesses, json, text, until } from './processes.mjs';
import { tool } from './tool.mjs';

const [collector, jaeger, prometheus, bin] = process.argv.slice(2);
const RAGMETER = [process.execPath, here('../../dist/cli/main.js')];
/** What the images have for an entrypoint. */
const ENTRYPOINTS = { collector: [collector], jaeger: [jaeger], prometheus: [prometheus], ragmeter: RAGMETER };
const PROMETHEUS = 'http://127.0.0.1:9090';
const A_MINUTE_MS = 60_000;

const { services, volumes } = parse(readFileSync(here('../../collector/compose.yaml'), 'utf8'), { merge: true });
const home = mkdtempSync(join(tmpdir(), 'ragmeter-composed-'));
for (const name of Object.keys(volumes)) mkdirSync(join(home, name));
const processes = createProcesses();
const started = new Map();

/** Volumes that Compose keeps are folders here. */
const placed = (text) => text.replace(/(?<=[= ])\/(?=(?:prometheus|alertmanager)(?:\/|\s|$))/g, `${home}/`);
/** No variable is set: its default holds. */
const filled = (text) => String(text).replace(/\$\{\w+:-([^}]*)\}/g, '$1');

async function start(name) {
  if (started.has(name)) return;
  const { depends_on = {}, entrypoint = ENTRYPOINTS[name], command = [], environment: env = {}, healthcheck } = services[name];
  for (const other of Object.keys(depends_on)) await start(other);
  const own = Object.fromEntries(Object.entries(env).map(([key, value]) => [key, filled(value)]));
  const path = `${bin}:${process.env.PATH}`;
  started.set(
    name,
    await processes.start(name, [...entrypoint, ...command.map(placed)], environment({ ...own, PATH: path }), () => isWell(healthcheck)),
  );
}

/** By its own check. Images that have wget for it need not be machines that do. */
async function isWell(healthcheck) {
  if (healthcheck === undefined) return text('http://127.0.0.1:13133/');
  const [, file, ...args] = healthcheck.test;
  return file === 'wget' ? text(args.at(-1)) : tool(file, args, { withinMs: A_MINUTE_MS });
}

const labels = (series, ...names) =>
  series.map(({ metric, value: [, value] }) => [...names.map((name) => metric[name]), value].join(' ')).toSorted();
const query = async (promql) => (await json(`${PROMETHEUS}/api/v1/query?query=${encodeURIComponent(promql)}`)).data.result;
const alertsNow = async () => {
  const { data } = await json(`${PROMETHEUS}/api/v1/alerts`);
  return [...new Set(data.alerts.map((alert) => `${alert.labels.alertname} ${alert.state}`))];
};

try {
  for (const name of Object.keys(services)) if (!['network', 'grafana'].includes(name)) await start(name);
  await tool(RAGMETER[0], [RAGMETER[1], 'demo', '--to', 'http://127.0.0.1:4318'], { withinMs: A_MINUTE_MS });
  const scores = await until('scores in Prometheus', async () => {
    const found = await query('sum by (ragmeter_service) (ragmeter_score_count)');
    return found.length === 2 ? found : undefined;
  });
  const exemplar = await until('an exemplar', async () => {
    const now = Date.now() / 1000;
    const { data } = await json(`${PROMETHEUS}/api/v1/query_exemplars?query=ragmeter_score_bucket&start=${now - 600}&end=${now + 60}`);
    return data.flatMap(({ exemplars }) => exemplars)[0];
  });
  const spans = await until('its trace', async () => {
    const { data } = await json(`http://127.0.0.1:16686/api/traces/${exemplar.labels.trace_id}`);
    return data[0].spans.some(({ operationName }) => operationName === 'evaluate context_relevance') ? data[0].spans : undefined;
  });
  const facts = {
    started: [...started.keys()],
    targets: labels(await query('up'), 'job'),
    alertmanagers: (await json(`${PROMETHEUS}/api/v1/alertmanagers`)).data.activeAlertmanagers.map(({ url }) => url),
    services: scores.map(({ metric }) => metric.ragmeter_service).toSorted(),
    exemplar: spans.length > 1,
    // The rules have been evaluated with the scores there.
    alerts: (await until('recorded rules', async () => (await query('ragmeter:scorer_services'))[0])) && (await alertsNow()),
    receivers: (await json('http://127.0.0.1:9093/api/v2/receivers')).map(({ name }) => name).toSorted(),
  };
  await started.get('ragmeter').stop();
  facts.absent = await until('an alert without the scorer', async () => ((await alertsNow()).length > 0 ? alertsNow() : undefined));
  console.log(JSON.stringify(facts));
} catch (error) {
  console.log(JSON.stringify({ trouble: error.message }));
} finally {
  await processes.stop();
  rmSync(home, { recursive: true, force: true });
}
