import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const LARGEST_OUTPUT_BYTES = 64 * 1024 * 1024;
/** Npm's codes for what it could not get, whatever our package says. */
const NOT_TO_BE_HAD =
  /npm error code (E40[134]|E5\d\d|ETARGET|ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED)/;

/** Where a package cannot be got at all npm takes it for one without a version, and says that others do not fit. */
const GOT_WITHOUT_VERSION = /Found: (\S+)@undefined/;

/** Something that is no fault of the package keeps a row from running. */
export class Skipped extends Error {}

/** Packs the package at `root` as it would be published, and gives the tarball. */
export async function packed(root, folder) {
  const stdout = await npm(root, ['pack', '--json', '--pack-destination', folder]);
  return join(folder, JSON.parse(stdout)[0].filename);
}

/** Installs the tarball twice, the second time as `ragmeter-twin`, and `packages`, as a user would: without a force. */
export async function installRow(home, tarball, packages) {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name: 'compat', private: true, type: 'module' }));
  await npm(home, ['install', '--engine-strict=false', tarball, `ragmeter-twin@file:${tarball}`, ...packages]);
}

/** What npm finds wrong with what it installed. */
export async function problemsOf(home) {
  const stdout = await npm(home, ['ls', '--all', '--json']).catch(({ stdout }) => stdout);
  return JSON.parse(stdout).problems ?? [];
}

/** A Node of that line: this one, or the one that the package `node` brings. */
export async function nodeOf(line, folder) {
  if (line === undefined || process.versions.node.startsWith(`${line}.`)) return process.execPath;
  const home = join(folder, `node-${line}`);
  const binary = join(home, 'node_modules/node/bin/node');
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name: 'node-line', private: true }));
  await npm(home, ['install', '--engine-strict=false', `node@${line}`]);
  if (!existsSync(binary)) throw new Skipped(`the package node@${line} brought no binary for ${process.platform}`);
  return binary;
}

export function versionOf(home, name) {
  return JSON.parse(readFileSync(join(home, 'node_modules', name, 'package.json'), 'utf8')).version;
}

/** Runs a command, and gives its output. What it says on stderr is in the error if it fails. */
export async function output(file, args, options) {
  const { stdout } = await run(file, args, { maxBuffer: LARGEST_OUTPUT_BYTES, ...options });
  return stdout;
}

/** Runs npm. Throws `Skipped` where it could not get what it was asked for. */
export async function npm(cwd, args) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  try {
    return await output('npm', [...args, ...quiet], { cwd });
  } catch (error) {
    const said = error.stderr ?? '';
    const [, code] = NOT_TO_BE_HAD.exec(said) ?? [];
    if (code !== undefined) throw new Skipped(`npm could not get ${args.at(-1)} or what goes with it (${code}): is there a registry?`);
    const [, absent] = GOT_WITHOUT_VERSION.exec(said) ?? [];
    if (absent !== undefined) throw new Skipped(`npm could not get ${absent}: is there a registry?`);
    throw error;
  }
}
