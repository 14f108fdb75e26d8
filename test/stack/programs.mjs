import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { here } from './files.mjs';

const run = promisify(execFile);
/** Beside the clone, so that a fresh one finds what an older one built. */
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'ragmeter', 'stack');
const OUTPUT_BYTES = 64 * 1024 * 1024;
const PYTHON_PACKAGES = readFileSync(here('python/requirements.txt'), 'utf8').split('\n').filter(Boolean);

/** How each program is had. Each resolves to the path of what is to be run; for Alertmanager, to a command. */
const PROGRAMS = {
  collector: () => goProgram('collector'),
  jaeger: () => goProgram('jaeger'),
  prometheus: () => debianProgram('prometheus', 'prometheus'),
  alertmanager: () => alertmanager(),
  python: () => python(),
};

/** What can be had of the programs named, and for the rest the reason. */
export async function programs(names) {
  const had = {};
  const missing = {};
  for (const name of names) {
    try {
      had[name] = await PROGRAMS[name]();
    } catch (error) {
      missing[name] = reasonOf(error);
    }
  }
  return { had, missing };
}

/** Built from the module in the folder of that name, whose go.sum pins all of it. */
async function goProgram(name) {
  const source = here(`${name}/`);
  const { stdout: version } = await run('go', ['env', 'GOVERSION']);
  return cached(name, [version, ...filesOf(source)], name, async (folder) => {
    console.log(`building ${name}: minutes the first time`);
    const command = readFileSync(join(source, 'go.mod'), 'utf8').match(/^tool (\S+)$/m)?.[1] ?? '.';
    const flags = ['-ldflags=-s -w', '-p=2'];
    await run('go', ['build', ...flags, '-o', join(folder, name), command], { cwd: source, maxBuffer: OUTPUT_BYTES });
  });
}

/** Unpacked, not installed: nothing of the machine is changed, and no service starts. */
async function debianProgram(name, file) {
  const { stdout } = await run('apt-cache', ['show', '--no-all-versions', name]);
  const version = /^Version: (.+)$/m.exec(stdout)?.[1];
  return cached(name, [version], `usr/bin/${file}`, async (folder) => {
    await run('apt-get', ['download', name], { cwd: folder });
    const [archive] = readdirSync(folder).filter((entry) => entry.endsWith('.deb'));
    await run('dpkg-deb', ['-x', archive, folder], { cwd: folder });
    rmSync(join(folder, archive));
  });
}

/** Debian's reads its templates from /usr/share: it is run where its own files lie over that, and nobody else sees them. */
async function alertmanager() {
  const program = await debianProgram('prometheus-alertmanager', 'prometheus-alertmanager');
  const mounted = 'mount -t overlay overlay -o lowerdir="$1:/usr/share" /usr/share && shift && exec "$@"';
  const command = ['unshare', '--map-root-user', '--mount', 'sh', '-c', mounted, 'sh', join(dirname(program), '../share'), program];
  await run(command[0], [...command.slice(1), '--version']);
  return command;
}

async function python() {
  const { stdout: version } = await run('python3', ['--version']);
  const folder = join(CACHE, `python-${stampOf([version, ...PYTHON_PACKAGES])}`);
  const interpreter = join(folder, 'bin', 'python');
  const installed = join(folder, 'installed');
  if (existsSync(installed)) return interpreter;
  // In its place from the start: an environment cannot be moved.
  await run('python3', ['-m', 'venv', '--clear', folder]);
  await run(interpreter, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PYTHON_PACKAGES]);
  writeFileSync(installed, '');
  return interpreter;
}

/** The file in its folder, which `make` fills. The stamp is of all that it is made from; half of one is never found. */
async function cached(name, madeFrom, file, make) {
  const folder = join(CACHE, `${name}-${stampOf(madeFrom)}`);
  if (!existsSync(join(folder, file))) {
    const unfinished = `${folder}.${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    try {
      await make(unfinished);
      rmSync(folder, { recursive: true, force: true });
      renameSync(unfinished, folder);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  }
  return join(folder, file);
}

function filesOf(folder) {
  return readdirSync(folder)
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'));
}

function stampOf(parts) {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 12);
}

/** The line of a tool's output that says what went wrong, usually the last. */
function reasonOf(error) {
  if (error.code === 'ENOENT') return `${error.path} is not installed`;
  return (error.stderr || error.message).trim().split('\n').at(-1);
}
