import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const running = new Set();
process.on('exit', () => {
  for (const child of running) killWhole(child);
});

/** Runs a tool, and gives its output. At the bound, and when this process ends, it is killed with all that it started. */
export async function tool(file, args, { cwd, env, withinMs }) {
  if (withinMs <= 0) throw new Error(`no time was left for ${file} ${args[0]}`);
  // In a group of its own, which can be killed whole: a compiler's parent does not take it along.
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const late = AbortSignal.timeout(withinMs);
  late.addEventListener('abort', () => killWhole(child));
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  try {
    const [status] = await once(child, 'exit');
    if (late.aborted) throw new Error(`${file} ${args[0]} was not done within ${Math.ceil(withinMs / 60_000)} minutes`);
    const [stdout, stderr] = await said;
    if (status !== 0) throw new Error(trouble(stderr) ?? `${file} ${args[0]} ended with ${status}`);
    return stdout;
  } catch (error) {
    throw error.code === 'ENOENT' ? new Error(`${file} is not installed`) : error;
  } finally {
    running.delete(child);
  }
}

/** The line that says what went wrong: usually the last, but for npm's on its log. */
function trouble(stderr) {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !line.includes('A complete log of this run'));
  return lines.at(-1)?.trim();
}

function killWhole({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
