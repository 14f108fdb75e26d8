import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const DEBIAN_PACKAGE = 'prometheus';
const GO_MODULE = 'github.com/prometheus/prometheus';
/** Its Go module counts 3.13.5 as 0.313.5. */
const GO = { version: '3.13.5', module: 'v0.313.5' };

/** A promtool, or why there is none. */
export type Promtool = { readonly path: string; readonly version: string } | { readonly missing: string };

/** Outside the clone, so that a fresh one need not build again. */
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'ragmeter', 'promtool');

/** Prometheus 2 from Debian's package, unpacked but not installed; 3 built from its Go module. One on the PATH is taken where it is of that line. */
export async function promtoolOf(line: '2' | '3'): Promise<Promtool> {
  const installed = await versionOf('promtool');
  if (installed?.startsWith(`${line}.`)) return { path: 'promtool', version: installed };
  const folder = join(CACHE, line === '2' ? 'debian' : GO.module);
  const path = line === '2' ? join(folder, 'usr/bin/promtool') : join(folder, 'promtool');
  try {
    if (!existsSync(path)) await intoPlace(folder, line === '2' ? unpack : build);
  } catch (error) {
    return { missing: `no promtool ${line}: ${reasonOf(error)}` };
  }
  const version = await versionOf(path);
  return version?.startsWith(`${line}.`) ? { path, version } : { missing: `no promtool ${line}: ${path} is ${version ?? 'none'}` };
}

/** Whole or not at all: what breaks off half way is not taken for done. */
async function intoPlace(folder: string, make: (folder: string) => Promise<void>): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const unfinished = mkdtempSync(join(CACHE, 'unfinished-'));
  try {
    await make(unfinished);
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

async function unpack(folder: string): Promise<void> {
  const download = () => run('apt-get', ['download', DEBIAN_PACKAGE], { cwd: folder });
  // A new machine has no lists of packages yet.
  await download().catch(async () => {
    await run('apt-get', ['update']);
    await download();
  });
  const archive = readdirSync(folder).find((name) => name.endsWith('.deb')) ?? '';
  await run('dpkg', ['-x', archive, '.'], { cwd: folder });
}

async function build(folder: string): Promise<void> {
  const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 };
  writeFileSync(join(folder, 'tools.go'), `//go:build tools\n\npackage tools\n\nimport _ "${GO_MODULE}/cmd/promtool"\n`);
  await run('go', ['mod', 'init', 'promtool'], options);
  await run('go', ['get', `${GO_MODULE}/cmd/promtool@${GO.module}`], options);
  // Service discovery brings the client of each cloud; testing rules needs none.
  const settings = ['-tags', 'remove_all_sd', '-ldflags', `-X github.com/prometheus/common/version.Version=${GO.version}`];
  await run('go', ['build', '-p', '2', ...settings, '-o', 'promtool', `${GO_MODULE}/cmd/promtool`], options);
}

async function versionOf(path: string): Promise<string | undefined> {
  try {
    const { stdout, stderr } = await run(path, ['--version']);
    return /version (\S+)/.exec(stdout + stderr)?.[1];
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  const { code, path, stderr } = error as { readonly code?: unknown; readonly path?: string; readonly stderr?: string };
  if (code === 'ENOENT') return `there is no ${path}`;
  return stderr?.trim().split('\n').at(-1) || String(error);
}
