import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { environment } from '../../compat-matrix/environment.mjs';
import { here } from '../files.mjs';
import { configArguments } from '../stack.mjs';

const run = promisify(execFile);
/** Each as its first lines say that it is used, and all that go together at once. */
const USES = [
  ['tee.yaml'],
  ['tee.yaml', 'tail-sampled.yaml'],
  ['tee.yaml', 'load-balancing.yaml'],
  ['tee.yaml', 'redaction.yaml'],
  ['tee.yaml', 'persistent-queue.yaml'],
  ['tee.yaml', 'redaction.yaml', 'load-balancing.yaml'],
  ['replica.yaml'],
];
/** Of other programs: the first is checked by promtool, with the rules that it names. */
const NOT_OURS = ['prometheus.yaml', 'alertmanager.yaml', 'compose.yaml'];

export const configs = {
  name: 'configs',
  needs: ['collector', 'prometheus'],

  async run({ programs, check }) {
    const files = readdirSync(here('../../collector/')).filter((file) => file.endsWith('.yaml'));
    check('the configs that are used', new Set(USES.flat()), new Set(files.filter((file) => !NOT_OURS.includes(file))));
    const promtool = join(dirname(programs.prometheus), 'promtool');
    const { stdout } = await run(promtool, ['check', 'config', join(here('../../collector/'), NOT_OURS[0])]);
    check('the rules that Prometheus finds', /SUCCESS: 1 rule files found/.test(stdout), true);
    for (const files of USES) {
      const valid = run(programs.collector, ['validate', ...configArguments(files)], { env: environment({}) });
      const { stdout, stderr } = await valid.catch(({ stderr }) => ({ stdout: '', stderr }));
      // A deprecated name would be said here.
      check(`what the Collector says to ${files.join(' and ')}`, `${stdout}${stderr}`.trim(), '');
    }
  },
};
