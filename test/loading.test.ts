import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

/** The packages that Node loads with these arguments: its record of what was covered names every file. */
function packagesLoadedBy(...args: readonly string[]): readonly string[] {
  const directory = mkdtempSync(join(tmpdir(), 'ragmeter-loading-'));
  try {
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: { ...process.env, NODE_V8_COVERAGE: directory },
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const records = readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8'));
    const packages = records.flatMap((record) =>
      [...record.matchAll(/"url":"[^"]*\/node_modules\/((?:@[^/"]+\/)?[^/"]+)/g)].map(([, name = '']) => name),
    );
    return [...new Set(packages)].sort((a, b) => (a < b ? -1 : 1));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

test.for([
  { entry: 'ragmeter', packages: ['@opentelemetry/api'] },
  { entry: 'ragmeter/compat', packages: ['@opentelemetry/api'] },
  { entry: 'ragmeter/testing', packages: [] },
])('an import of $entry loads no packages but $packages: an application pays for nothing that the service needs', ({ entry, packages }) => {
  expect(packagesLoadedBy('--input-type=module', '--eval', `await import('${entry}')`)).toEqual(packages);
});

test('the command loads what reads protobuf', () => {
  expect(packagesLoadedBy(MAIN, '--version')).toContain('@bufbuild/protobuf');
});
