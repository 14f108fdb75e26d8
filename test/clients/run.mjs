// Sends traces to `ragmeter serve` from the OpenTelemetry SDKs of both JavaScript lines and of Python, in every encoding that they have.
// Needs registries, for what it installs beside the clone; a client that cannot be had is skipped, and it is said why.
import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'ragmeter', 'clients');
const BOTH = ['http/json', 'http/protobuf'];
const CLIENTS = [
  { name: 'JavaScript SDK 2', protocols: BOTH, command: () => javascript('js-0.223.0', SDK_2) },
  { name: 'JavaScript SDK 3', protocols: BOTH, command: () => javascript('js-0.301.0', SDK_3, true) },
  // It has no exporter of JSON.
  { name: 'Python SDK', protocols: ['http/protobuf'], command: () => python('python-1.45.2', PYTHON_SDK) },
];
const SDK_2 = ['@opentelemetry/api@1.9.0', '@opentelemetry/api-logs@0.223.0', '@opentelemetry/sdk-node@0.223.0'];
// This line wants Node 22.15 or later: the package `node` brings one.
const SDK_3 = ['@opentelemetry/api', '@opentelemetry/sdk-node@0.301.0', 'node@24'];
const PYTHON_SDK = ['opentelemetry-sdk==1.45.2', 'opentelemetry-exporter-otlp-proto-http==1.45.2'];
/** Whatever the caller exports to is not meant here. */
const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('OTEL_')));
/** Longer than the grace that the service is given, many times. */
const DEADLINE_MS = 30_000;

async function javascript(name, packages, ownNode = false) {
  const home = join(CACHE, name);
  if (!existsSync(join(home, 'node_modules/@opentelemetry/sdk-node'))) {
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'package.json'), JSON.stringify({ name: 'client', private: true, type: 'module' }));
    await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false', ...packages], { cwd: home });
  }
  cpSync(here('client.mjs'), join(home, 'client.mjs'));
  return [ownNode ? join(home, 'node_modules/node/bin/node') : process.execPath, join(home, 'client.mjs')];
}

async function python(name, packages) {
  const home = join(CACHE, name);
  const installed = join(home, 'installed');
  const interpreter = join(home, 'bin', 'python');
  if (!existsSync(installed)) {
    await run('python3', ['-m', 'venv', '--clear', home]);
    await run(interpreter, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages]);
    writeFileSync(installed, '');
  }
  return [interpreter, here('client.py')];
}

/** `ragmeter serve` on a free port, with all that it says. */
async function serve() {
  const args = [here('../../dist/cli/main.js'), 'serve', '--listen', '127.0.0.1:0', '--grace', '1s'];
  const service = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], env: ENVIRONMENT });
  const said = [];
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: service.stderr }).on('line', (line) => {
      said.push(line);
      const [, found] = /listening on (http:\S+)/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
    service.once('exit', (code) => reject(new Error(`ragmeter serve ended with ${code}: ${said.join('; ')}`)));
  });
  return { url, said, stop: () => service.kill() };
}

/** The sum of a counter over all lines that have this text among their labels. */
async function total(url, metric, label) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(`${metric}{`) && line.includes(label));
  return lines.reduce((sum, line) => sum + Number(/\} (\S+)/.exec(line)?.[1]), 0);
}

/** One question has a score, and one of its two documents was used: that is known from the answer, which came as a log record. */
async function arrived(url, before) {
  for (const deadline = Date.now() + DEADLINE_MS; Date.now() < deadline; ) {
    const now = await counts(url);
    if (now.scored === before.scored + 1 && now.used === before.used + 1) return undefined;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return `Expected one more turn and one more used document than ${JSON.stringify(before)}, got ${JSON.stringify(await counts(url))}`;
}

async function counts(url) {
  return {
    scored: await total(url, 'ragmeter_turns_total', 'ragmeter_outcome="scored"'),
    used: await total(url, 'ragmeter_documents_total', 'ragmeter_used="true"'),
  };
}

let passed = 0;
let failed = 0;
let skipped = 0;
const { url, said, stop } = await serve();
try {
  for (const { name, protocols, command } of CLIENTS) {
    let program;
    try {
      program = await command();
    } catch (error) {
      skipped += 1;
      console.log(`${name}: skipped, it could not be installed: ${error.message.trim().split('\n').at(-1)}`);
      continue;
    }
    for (const protocol of protocols) {
      for (const compression of ['none', 'gzip']) {
        const before = await counts(url);
        const saidBefore = said.length;
        const [file, ...args] = program;
        const env = {
          ...ENVIRONMENT,
          OTEL_EXPORTER_OTLP_ENDPOINT: url,
          OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
          OTEL_EXPORTER_OTLP_COMPRESSION: compression,
          OTEL_METRICS_EXPORTER: 'none',
          OTEL_LOGS_EXPORTER: 'otlp',
        };
        const { stderr } = await run(file, args, { env });
        const problems = [await arrived(url, before), stderr.trim(), ...said.slice(saidBefore)].filter((line) => line);
        if (problems.length === 0) passed += 1;
        else failed += 1;
        console.log(
          `${name}, ${protocol}, ${compression}: ${problems.length === 0 ? 'arrived and scored' : `FAILED: ${problems.join('; ')}`}`,
        );
      }
    }
  }
} finally {
  stop();
}
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed === 0 ? 0 : 1;
