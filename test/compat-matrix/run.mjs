// Packs this package, installs it beside each line of the OpenTelemetry SDK and of the AI SDK as a user would, and runs the applications in app/ there,
// as ES modules and as CommonJS. Needs a registry. `run.mjs 'ai 6'` runs that row only.
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkAfterwards } from './afterwards.mjs';
import { createChecks } from './checks.mjs';
import { environment } from './environment.mjs';
import { EXPECTED } from './expected.mjs';
import { installRow, nodeOf, output, packed, problemsOf, Skipped, versionOf } from './install.mjs';
import { startModels } from './models.mjs';
import { contentOf, startSink } from './otlp-sink.mjs';
import { ROWS } from './rows.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const HOSTS = ['host.mjs', 'host.cjs'];
const DEADLINE_MS = 60_000;

const only = process.argv.slice(2);
const unknown = only.filter((name) => !ROWS.some((row) => row.name === name));
if (unknown.length > 0) throw new Error(`Expected rows of ${ROWS.map(({ name }) => name).join(', ')}, got ${unknown.join(', ')}`);
const folder = mkdtempSync(join(tmpdir(), 'ragmeter-compat-'));
const models = await startModels();
const sink = await startSink();
let failures = 0;
try {
  const tarball = await packed(ROOT, folder);
  for (const row of ROWS.filter(({ name }) => only.length === 0 || only.includes(name))) {
    const checks = createChecks();
    const versions = await runRow(row, tarball, checks).catch((error) => {
      if (error instanceof Skipped) return error;
      checks.failures.push(error.stderr || error.stack);
      return undefined;
    });
    failures += checks.failures.length;
    if (versions instanceof Skipped) console.log(`${row.name}: skipped, ${versions.message}`);
    else console.log(`${row.name}: ${versions ?? 'broke off'}: ${checks.passed()} checks pass, ${checks.failures.length} fail`);
    for (const failure of checks.failures) console.log(`  ${failure.replaceAll('\n', '\n  ')}`);
  }
} finally {
  models.stop();
  sink.stop();
  rmSync(folder, { recursive: true });
}
process.exitCode = failures === 0 ? 0 : 1;

/** Resolves to the versions that it ran with. */
async function runRow({ name, sdkLine, aiLine, packages, node: nodeLine }, tarball, checks) {
  const home = join(folder, name.replace(' ', '-'));
  const node = await nodeOf(nodeLine, folder);
  await installRow(home, tarball, packages);
  checks.equal('npm ls', await problemsOf(home), []);
  checks.equal('packages that ragmeter has to itself', existsSync(join(home, 'node_modules/ragmeter/node_modules')), false);
  cpSync(fileURLToPath(new URL('./app/', import.meta.url)), home, { recursive: true });
  checks.add(Number(await output(node, ['judge.mjs'], { cwd: home, timeout: DEADLINE_MS })));

  const bodies = { traces: [], logs: [], metrics: [] };
  for (const host of HOSTS) {
    for (const [scenario, expected] of Object.entries(EXPECTED)) {
      const sender = [name.replace(' ', '-'), host, scenario].join('-');
      const env = environment({
        SHOP_URL: models.urlOf(sender, 'shop'),
        JUDGE_URL: models.urlOf(sender, 'judge'),
        OTEL_EXPORTER_OTLP_ENDPOINT: `${sink.url}/${sender}`,
      });
      const printed = await output(node, [host, scenario, sdkLine, aiLine].map(String), { cwd: home, env, timeout: DEADLINE_MS });
      const received = sink.bodies(sender);
      bodies.traces.push(...received.traces);
      const check = (what, actual, wanted) => checks.equal(`${host}, ${scenario}: ${what}`, actual, wanted);
      expected(check, {
        said: JSON.parse(printed),
        ...contentOf(received),
        shopCalls: models.requestsOf(sender, 'shop'),
        judgeCalls: models.requestsOf(sender, 'judge'),
      });
    }
  }
  const file = join(home, 'spans.jsonl');
  writeFileSync(file, bodies.traces.join('\n'));
  await checkAfterwards(checks.equal, { home, node, file, bodies, sink, sender: `${name.replace(' ', '-')}-serve` });

  const told = ['@opentelemetry/sdk-node', '@opentelemetry/api', 'ai'].map((dependency) => `${dependency} ${versionOf(home, dependency)}`);
  return [`Node ${(await output(node, ['--version'])).trim().slice(1)}`, ...told].join(', ');
}
