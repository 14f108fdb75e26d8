import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packed } from '../compat-matrix/install.mjs';
import { here } from './files.mjs';
import { README_BLOCKS } from './readme.mjs';
import { tool } from './tool.mjs';

/** Beside the clone, so that a fresh one finds what an older one built. */
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'ragmeter', 'stack');
const MINUTE_MS = 60_000;
/** For all that is built: on two cores that had much else to do, the Collector took 11 minutes and Jaeger 16. What was compiled by then is kept by Go. */
const BUILD_MS = Number(process.env.STACK_BUILD_MINUTES ?? 35) * MINUTE_MS;
/** For the downloads of one program. A registry that does not answer must not hold up the rest. */
const DOWNLOAD_MS = 8 * MINUTE_MS;
const APT_OPTIONS = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20'];
const PYTHON_PACKAGES = readFileSync(here('python/requirements.txt'), 'utf8').split('\n').filter(Boolean);

/** How each program is had. Each resolves to the path of what is to be run; for Alertmanager and a network, to a command; for a user's folder, to its path. */
const PROGRAMS = {
  collector: (until) => goProgram('collector', until),
  jaeger: (until) => goProgram('jaeger', until),
  prometheus: () => debianProgram('prometheus', 'prometheus'),
  alertmanager: () => alertmanager(),
  python: () => python(),
  network: () => network(),
  folder: () => userFolder(),
};

/** What can be had of the programs named, and for the rest the reason. */
export async function programs(names) {
  const had = {};
  const missing = {};
  const until = Date.now() + BUILD_MS;
  for (const name of names) {
    try {
      had[name] = await PROGRAMS[name](until);
    } catch (error) {
      missing[name] = error.message;
    }
  }
  return { had, missing };
}

/** Built from the module in the folder of that name, whose go.sum pins all of it. */
async function goProgram(name, until) {
  const source = here(`${name}/`);
  const version = await tool('go', ['env', 'GOVERSION'], { withinMs: DOWNLOAD_MS });
  return cached(name, [version, ...filesOf(source)], name, async (folder) => {
    const started = Date.now();
    console.log(`building ${name}: minutes the first time`);
    const command = readFileSync(join(source, 'go.mod'), 'utf8').match(/^tool (\S+)$/m)?.[1] ?? '.';
    // Downloads what the build needs, so that a build has nobody to wait for.
    await tool('go', ['list', '-deps', command], { cwd: source, withinMs: Math.min(DOWNLOAD_MS, until - Date.now()) });
    const flags = ['-ldflags=-s -w', '-p=2'];
    await tool('go', ['build', ...flags, '-o', join(folder, name), command], { cwd: source, withinMs: until - Date.now() });
    console.log(`built ${name} in ${Math.round((Date.now() - started) / 1000)} s`);
  });
}

/** Unpacked, not installed: nothing of the machine is changed, and no service starts. */
async function debianProgram(name, file) {
  const show = () => tool('apt-cache', ['show', '--no-all-versions', name], { withinMs: DOWNLOAD_MS });
  // A new machine has no lists of packages yet.
  const shown = await show().catch(async () => {
    await tool('apt-get', ['update', ...APT_OPTIONS], { withinMs: DOWNLOAD_MS });
    return show();
  });
  const version = /^Version: (.+)$/m.exec(shown)?.[1];
  return cached(name, [version], `usr/bin/${file}`, async (folder) => {
    await tool('apt-get', ['download', ...APT_OPTIONS, name], { cwd: folder, withinMs: DOWNLOAD_MS });
    const [archive] = readdirSync(folder).filter((entry) => entry.endsWith('.deb'));
    await tool('dpkg-deb', ['-x', archive, folder], { cwd: folder, withinMs: DOWNLOAD_MS });
    rmSync(join(folder, archive));
  });
}

/** Debian's reads its templates from /usr/share: it is run where its own files lie over that, and nobody else sees them. */
async function alertmanager() {
  const program = await debianProgram('prometheus-alertmanager', 'prometheus-alertmanager');
  const mounted = 'mount -t overlay overlay -o lowerdir="$1:/usr/share" /usr/share && shift && exec "$@"';
  const command = ['unshare', '--map-root-user', '--mount', 'sh', '-c', mounted, 'sh', join(dirname(program), '../share'), program];
  await tool(command[0], [...command.slice(1), '--version'], { withinMs: DOWNLOAD_MS });
  return command;
}

async function python() {
  const version = await tool('python3', ['--version'], { withinMs: DOWNLOAD_MS });
  const folder = join(CACHE, `python-${stampOf([version, ...PYTHON_PACKAGES])}`);
  const interpreter = join(folder, 'bin', 'python');
  const installed = join(folder, 'installed');
  if (existsSync(installed)) return interpreter;
  // In its place from the start: an environment cannot be moved.
  await tool('python3', ['-m', 'venv', '--clear', folder], { withinMs: DOWNLOAD_MS });
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--timeout', '20', '--retries', '1'];
  await tool(interpreter, [...pip, ...PYTHON_PACKAGES], { withinMs: DOWNLOAD_MS });
  writeFileSync(installed, '');
  return interpreter;
}

/** Runs what is behind it in a network of its own, where every port is free, and nobody else is. Mounts stay in there, and what it starts ends with it. */
async function network() {
  const command = [
    'unshare',
    '--map-root-user',
    '--mount',
    '--net',
    '--pid',
    '--fork',
    // Who looks for itself among the processes finds itself.
    '--mount-proc',
    '--kill-child',
    'sh',
    '-c',
    'ip link set lo up && exec "$@"',
    'sh',
  ];
  await tool(command[0], [...command.slice(1), 'true'], { withinMs: DOWNLOAD_MS });
  return command;
}

/** Where the packed package was installed as the README of collector/ says. */
async function userFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'ragmeter-user-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const tarball = await packed(here('../../'), folder);
  const [install] = README_BLOCKS;
  await tool('sh', ['-ec', install.replace(' ragmeter ', ` ${tarball} `)], { cwd: folder, withinMs: DOWNLOAD_MS });
  return folder;
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
