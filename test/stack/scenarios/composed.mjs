import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { environment } from '../../compat-matrix/environment.mjs';
import { here } from '../files.mjs';
import { tool } from '../tool.mjs';

const COLLECTOR = here('../../collector/');
const WITHIN_MS = 15 * 60_000;

/** compose.yaml without an engine: the same commands, variables and files, in one network of their own, on the ports that they have there. */
export const composed = {
  name: 'composed',
  needs: ['network', 'collector', 'jaeger', 'prometheus', 'alertmanager'],

  async run({ stack, programs, check }) {
    const { services } = parse(readFileSync(join(COLLECTOR, 'compose.yaml'), 'utf8'), { merge: true });
    const root = mkdtempSync(join(stack.folder, 'root-'));
    for (const [source, target] of Object.values(services).flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')))) {
      if (!source.startsWith('.')) continue;
      mkdirSync(dirname(join(root, target)), { recursive: true });
      cpSync(join(COLLECTOR, source), join(root, target), { recursive: true });
    }
    const bin = join(root, 'bin');
    mkdirSync(bin);
    symlinkSync(programs.alertmanager.at(-1), join(bin, 'alertmanager'));

    // Their files lie over those of the machine, where nobody else sees them.
    const lain = [join(root, 'etc'), programs.alertmanager.at(-2)];
    const over =
      'mount -t overlay overlay -o lowerdir="$1:/etc" /etc && mount -t overlay overlay -o lowerdir="$2:/usr/share" /usr/share && shift 2';
    const inside = [process.execPath, here('composed-inside.mjs'), programs.collector, programs.jaeger, programs.prometheus, bin];
    const [file, ...args] = [...programs.network, 'sh', '-c', `${over} && exec "$@"`, 'sh', ...lain, ...inside];
    const facts = JSON.parse(await tool(file, args, { withinMs: WITHIN_MS, env: environment({}) }));

    if (facts.trouble !== undefined) throw new Error(facts.trouble);

    const ours = Object.keys(services).filter((name) => !['network', 'grafana'].includes(name));
    check('who started', new Set(facts.started), new Set(ours));
    check('the targets of Prometheus', facts.targets, ['otelcol 1', 'ragmeter 1']);
    check('the Alertmanagers that Prometheus knows', facts.alertmanagers, ['http://127.0.0.1:9093/api/v2/alerts']);
    check('the services that have scores', facts.services, ['larkfield-helpdesk', 'larkfield-search']);
    check('an exemplar opens a trace with an evaluation', facts.exemplar, true);
    check('alerts while all is well', facts.alerts, []);
    check('alerts without the scorer', facts.absent, ['RagScorerAbsent pending']);
    check('what Alertmanager listens to', facts.receivers, ['pages', 'tickets']);
  },
};
