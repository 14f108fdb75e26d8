// Packs this package, installs it beside each line of the AI SDK as a user would, and runs judge.mjs there. Needs a registry.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ROWS = [
  { name: 'ai 5', packages: ['ai@^5', '@ai-sdk/openai@^2'] },
  { name: 'ai 6', packages: ['ai@^6', '@ai-sdk/openai@^3'] },
  // This line wants Node 22 or later: the package `node` brings one.
  { name: 'ai 7', packages: ['ai@^7', '@ai-sdk/openai@^4', 'node@24'], ownNode: true },
];

const only = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'ragmeter-compat-'));
let failures = 0;
try {
  const [{ filename }] = JSON.parse(npm(ROOT, ['pack', '--json', '--pack-destination', folder]));
  for (const { name, packages, ownNode } of ROWS.filter((row) => only.length === 0 || only.includes(row.name))) {
    const home = join(folder, name.replace(' ', '-'));
    cpSync(fileURLToPath(new URL('./judge.mjs', import.meta.url)), join(home, 'judge.mjs'));
    writeFileSync(join(home, 'package.json'), JSON.stringify({ name: 'compat', private: true, type: 'module' }));
    npm(home, [
      'install',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      '--engine-strict=false',
      '@opentelemetry/api@1.9.0',
      join(folder, filename),
      ...packages,
    ]);
    const node = ownNode ? join(home, 'node_modules/node/bin/node') : process.execPath;
    try {
      process.stdout.write(execFileSync(node, ['judge.mjs'], { cwd: home, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }));
    } catch (error) {
      failures += 1;
      process.stdout.write(`${error.stdout ?? ''}${name}: FAILED\n`);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.exitCode = failures === 0 ? 0 : 1;

function npm(cwd, args) {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}
