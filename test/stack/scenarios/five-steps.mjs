import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { environment } from '../../compat-matrix/environment.mjs';
import { here } from '../files.mjs';
import { quickened } from '../quickened.mjs';
import { README_BLOCKS, README_OUTPUTS } from '../readme.mjs';
import { tool } from '../tool.mjs';

const WITHIN_MS = 15 * 60_000;

/** From a running Collector to a firing alert by the README of collector/, followed literally, with the packed package. Only the alert waits less long. */
export const fiveSteps = {
  name: 'five-steps',
  needs: ['network', 'collector', 'prometheus', 'alertmanager', 'folder'],

  async run({ stack, programs, check }) {
    const rules = join(programs.folder, 'collector/alerts/ragmeter.rules.yaml');
    writeFileSync(rules, quickened(readFileSync(rules, 'utf8')));
    const bin = join(stack.folder, 'bin');
    mkdirSync(bin);
    const alertmanager = programs.alertmanager.at(-1);
    const names = {
      'otelcol-contrib': programs.collector,
      prometheus: programs.prometheus,
      alertmanager,
      amtool: join(dirname(alertmanager), 'amtool'),
    };
    for (const [name, program] of Object.entries(names)) symlinkSync(program, join(bin, name));

    const over = 'mount -t overlay overlay -o lowerdir="$1:/usr/share" /usr/share && shift';
    const inside = [process.execPath, here('five-steps-inside.mjs'), programs.folder, bin, ...README_BLOCKS.slice(1)];
    const [file, ...args] = [...programs.network, 'sh', '-c', `${over} && exec "$@"`, 'sh', programs.alertmanager.at(-2), ...inside];
    const { trouble, scored, looked, told } = JSON.parse(await tool(file, args, { withinMs: WITHIN_MS, env: environment({}) }));
    if (trouble !== undefined) throw new Error(trouble);

    const [scores, alerts] = README_OUTPUTS;
    check('the scores that the README shows', missing(scores, scored), []);
    // Answers stand one behind the other, without a line between.
    const [up, mean, none] = looked.split(/(?<=\})(?=\{"status")/).map((answer) => JSON.parse(answer).data);
    check(
      'the targets',
      up.result.map(({ value }) => value[1]),
      ['1', '1'],
    );
    check('the means', mean.result.length, 2);
    check('alerts while all is well', none.alerts, []);
    check('the alerts that the README shows', missing(alerts, told), []);
  },
};

/** The lines that are shown and were not said. Where something is left out, and for times, anything may stand. */
function missing(shown, said) {
  const patternOf = (line) =>
    line
      .trimEnd()
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('…', '.*')
      .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, '[-\\d]+ [:\\d]+')
      .replace(/ {2,}/g, ' +');
  return shown
    .trimEnd()
    .split('\n')
    .filter((line) => !new RegExp(`^${patternOf(line)} *$`, 'm').test(said));
}
