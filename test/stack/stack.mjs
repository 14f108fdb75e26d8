import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parse, stringify } from 'yaml';
import { environment } from '../compat-matrix/environment.mjs';
import { here } from './files.mjs';
import { createProcesses, freeAddresses, text } from './processes.mjs';

const run = promisify(execFile);
const OUTPUT_BYTES = 64 * 1024 * 1024;
const CONFIGS = here('../../collector/');
const RAGMETER = here('../../dist/cli/main.js');
/** Its traces are complete soon, so that no test waits for long. */
const GRACE = ['--grace', '1s'];

/** `--config` for files of collector/, or for paths. */
export function configArguments(configs) {
  return configs.flatMap((config) => ['--config', config.startsWith('/') ? config : join(CONFIGS, config)]);
}

/** The files that go behind each other, as they say. */
export function alertmanagerConfig() {
  return ['alertmanager.yaml', 'alerts/alertmanager.inhibit.yaml'].map((file) => readFileSync(join(CONFIGS, file), 'utf8')).join('');
}

/** The parts of a stack, each a real process on ports of its own. */
export function createStack(programs) {
  const processes = createProcesses();
  const folder = mkdtempSync(join(tmpdir(), 'ragmeter-stack-'));
  return {
    folder,

    /** A Collector with files of collector/, one over the other. `env` is what they ask the environment for. */
    async collector(configs, env = {}) {
      const [grpc, http, results, metrics, health, own] = await freeAddresses(6);
      const listen = {
        OTLP_GRPC_LISTEN: grpc,
        OTLP_HTTP_LISTEN: http,
        RESULTS_LISTEN: results,
        RESULTS_METRICS_LISTEN: metrics,
        HEALTH_LISTEN: health,
        COLLECTOR_METRICS_PORT: own.split(':')[1],
      };
      const started = await processes.start(
        'the Collector',
        [programs.collector, ...configArguments(configs)],
        environment({ ...listen, ...env }),
        async () => text(`http://${health}/`),
      );
      return { ...started, grpc, url: `http://${http}`, resultsUrl: `http://${results}`, metrics, ownMetrics: own };
    },

    async jaeger() {
      const [otlp, query, queryGrpc] = await freeAddresses(3);
      const listen = { JAEGER_OTLP_LISTEN: otlp, JAEGER_QUERY_LISTEN: query, JAEGER_QUERY_GRPC_LISTEN: queryGrpc };
      const env = environment({ ...listen, JAEGER_UI_CONFIG: join(CONFIGS, 'jaeger/ui-config.json') });
      const url = `http://${query}`;
      const command = [programs.jaeger, '--config', join(CONFIGS, 'jaeger/jaeger.yaml')];
      const started = await processes.start('Jaeger', command, env, () => text(`${url}/api/services`));
      return { ...started, otlpUrl: `http://${otlp}`, url };
    },

    /** Scrapes each job's address every second. `rules` are files; `history` is OpenMetrics text, as if it had been scraped; `alertmanager` an address. */
    async prometheus(jobs, { rules = [], history, alertmanager } = {}) {
      const [listen] = await freeAddresses(1);
      const home = mkdtempSync(join(folder, 'prometheus-'));
      const scrape_configs = Object.entries(jobs).map(([job_name, { target, ...settings }]) => ({
        job_name,
        static_configs: [{ targets: [target] }],
        ...settings,
      }));
      const alerting = alertmanager && { alertmanagers: [{ static_configs: [{ targets: [alertmanager] }] }] };
      const config = {
        global: { scrape_interval: '1s', evaluation_interval: '1s' },
        rule_files: rules,
        scrape_configs,
        ...(alerting && { alerting }),
      };
      writeFileSync(join(home, 'prometheus.yaml'), stringify(config));
      if (history !== undefined) {
        writeFileSync(join(home, 'history'), history);
        const promtool = join(dirname(programs.prometheus), 'promtool');
        await run(promtool, ['tsdb', 'create-blocks-from', 'openmetrics', join(home, 'history'), join(home, 'data')], {
          maxBuffer: OUTPUT_BYTES,
        });
      }
      const command = [
        programs.prometheus,
        `--config.file=${join(home, 'prometheus.yaml')}`,
        `--storage.tsdb.path=${join(home, 'data')}`,
        `--web.listen-address=${listen}`,
        '--enable-feature=exemplar-storage',
      ];
      const url = `http://${listen}`;
      return { ...(await processes.start('Prometheus', command, environment({}), () => text(`${url}/-/ready`))), url };
    },

    /** Alertmanager as collector/ has it, but that it tells `webhook`, and at once. */
    async alertmanager(webhook) {
      const [listen] = await freeAddresses(1);
      const home = mkdtempSync(join(folder, 'alertmanager-'));
      const config = parse(alertmanagerConfig());
      for (const receiver of config.receivers) receiver.webhook_configs = [{ url: webhook }];
      Object.assign(config.route, { group_wait: '0s', group_interval: '1s' });
      writeFileSync(join(home, 'alertmanager.yaml'), stringify(config));
      const command = [
        ...programs.alertmanager,
        `--config.file=${join(home, 'alertmanager.yaml')}`,
        `--storage.path=${join(home, 'data')}`,
        `--web.listen-address=${listen}`,
        '--cluster.listen-address=',
      ];
      const ready = () => text(`http://${listen}/-/ready`);
      return { ...(await processes.start('Alertmanager', command, environment({}), ready)), address: listen };
    },

    /** `ragmeter serve`. `listen` where it must come back at the address that it had. */
    async ragmeter(env = {}, { listen = '127.0.0.1:0', args = [] } = {}) {
      const command = [process.execPath, RAGMETER, 'serve', '--listen', listen, ...GRACE, ...args];
      // Results leave soon, too.
      const soon = {
        OTEL_BSP_SCHEDULE_DELAY: '200',
        OTEL_BLRP_SCHEDULE_DELAY: '200',
        OTEL_METRIC_EXPORT_INTERVAL: '1000',
        OTEL_METRIC_EXPORT_TIMEOUT: '1000',
      };
      const started = await processes.start('ragmeter serve', command, environment({ ...soon, ...env }), listening);
      return { ...started, url: started.answer, address: new URL(started.answer).host };
    },

    async stop() {
      await processes.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listening(said) {
  return said.map((line) => /listening on (http:\S+)/.exec(line)?.[1]).find((url) => url !== undefined);
}
