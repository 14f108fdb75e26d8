import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

/** Far more than anything here takes on an idle machine. */
const DEADLINE_MS = 120_000;
const EVERY_MS = 200;

/** Addresses on loopback that were free just now. */
export async function freeAddresses(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const addresses = servers.map((server) => `127.0.0.1:${server.address().port}`);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return addresses;
}

/** Asks again until the answer is defined. What was asked in vain says so by its name. */
export async function until(what, ask) {
  let trouble = '';
  for (const deadline = Date.now() + DEADLINE_MS; Date.now() < deadline; ) {
    try {
      const answer = await ask();
      if (answer !== undefined) return answer;
      trouble = '';
    } catch (error) {
      trouble = `: ${error.cause?.message ?? error.message}`;
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  throw new Error(`Expected ${what} within ${DEADLINE_MS / 1000} s, got none${trouble}`);
}

/** The processes of one scenario. All that is left of them ends with it. */
export function createProcesses() {
  const running = new Set();
  return {
    /** Starts it, and resolves when `ready(said)` answers. */
    async start(what, [file, ...args], env, ready) {
      const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
      const said = [];
      for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', (line) => said.push(line));
      let how;
      const ended = new Promise((resolve) => {
        child.once('error', resolve).once('exit', (code, signal) => resolve(code ?? signal));
      }).then((reason) => {
        how = reason;
      });
      const started = {
        said,
        async stop(signal = 'SIGTERM') {
          child.kill(signal);
          await ended;
          running.delete(started);
        },
      };
      running.add(started);
      const trouble = (error) => new Error(`${error}; it said:\n${said.slice(-20).join('\n')}`);
      started.answer = await until(`${what} to be ready`, () => how ?? ready(said)).catch(({ message }) => {
        throw trouble(message);
      });
      if (how !== undefined) throw trouble(`Expected ${what} to be ready, got its end with ${how}`);
      return started;
    },
    async stop() {
      await Promise.all([...running].map((started) => started.stop('SIGKILL')));
    },
  };
}

export async function json(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

export async function text(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.text();
}
