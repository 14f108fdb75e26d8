// Inside a network of its own: types what collector/README.md says, each command as it stands there, and prints what was answered.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as textFrom } from 'node:stream/consumers';
import { environment } from '../compat-matrix/environment.mjs';
import { json, text, until } from './processes.mjs';

const [folder, bin, ...blocks] = process.argv.slice(2);
const [collector, serve, demo, scores, alertmanager, prometheus, look, alerts] = blocks;
const env = environment({ PATH: `${bin}:${process.env.PATH}` });

async function answerTo(block) {
  const child = spawn('sh', ['-c', block], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  return textFrom(child.stdout);
}

/** In a group of its own, as in a terminal, so that Ctrl-C comes to all of it. */
function inTerminal(block) {
  const child = spawn('sh', ['-c', block], { cwd: folder, env, detached: true, stdio: 'ignore' });
  return async () => {
    process.kill(-child.pid, 'SIGINT');
    await once(child, 'exit');
  };
}

try {
  inTerminal(collector);
  await until('the Collector', () => text('http://127.0.0.1:13133/'));
  const interrupt = inTerminal(serve);
  await until('the scorer', () => text('http://127.0.0.1:4328/readyz'));
  await answerTo(demo);
  const scored = await until('scores', async () => {
    const answer = await answerTo(scores);
    return answer.split('\n').length > 2 ? answer : undefined;
  });
  inTerminal(alertmanager);
  await until('Alertmanager', () => text('http://127.0.0.1:9093/-/ready'));
  inTerminal(prometheus);
  await until('rules that know the scorer', async () => {
    const { data } = await json('http://127.0.0.1:9090/api/v1/query?query=ragmeter:scorer_services');
    return data.result[0];
  });
  const looked = await answerTo(look);
  await interrupt();
  const told = await until('an alert at Alertmanager', async () => {
    const answer = await answerTo(alerts);
    return answer.split('\n').length > 3 ? answer : undefined;
  });
  inTerminal(serve);
  await until('that it is resolved', async () => ((await json('http://127.0.0.1:9093/api/v2/alerts')).length === 0 ? true : undefined));
  console.log(JSON.stringify({ scored, looked, told }));
} catch (error) {
  console.log(JSON.stringify({ trouble: error.message }));
}
// All that runs here ends with it.
process.exit();
