// Packs this package, installs it into an empty folder as a user would, and runs the service there: alone, and with the packages that it asks for,
// by the very line that it says. Needs a registry.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createChecks } from '../compat-matrix/checks.mjs';
import { environment } from '../compat-matrix/environment.mjs';
import { npm, packed, Skipped } from '../compat-matrix/install.mjs';
import { contentOf, startSink } from '../compat-matrix/otlp-sink.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TRACE = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  name: 'search',
  attributes: Object.entries({
    'openinference.span.kind': 'RETRIEVER',
    'input.value': 'How long can a tent be returned?',
    'retrieval.documents.0.document.content': 'A tent can be returned within 60 days.',
  }).map(([key, stringValue]) => ({ key, value: { stringValue } })),
};

const folder = mkdtempSync(join(tmpdir(), 'ragmeter-installed-'));
const sink = await startSink();
const checks = createChecks();
try {
  await check();
  console.log(`installed: ${checks.passed()} checks pass, ${checks.failures.length} fail`);
} catch (error) {
  if (!(error instanceof Skipped)) throw error;
  console.log(`installed: skipped, ${error.message}`);
} finally {
  sink.stop();
  rmSync(folder, { recursive: true });
}
for (const failure of checks.failures) console.log(`  ${failure.replaceAll('\n', '\n  ')}`);
process.exitCode = checks.failures.length === 0 ? 0 : 1;

async function check() {
  const tarball = await packed(ROOT, folder);
  const home = join(folder, 'home');
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name: 'home', private: true }));
  await npm(home, ['install', tarball]);

  const alone = await serve(home, {});
  checks.equal('alone: it scores, and nothing is absent', await alone.score(), { scored: 1, status: 0 });

  const wanted = { OTEL_EXPORTER_OTLP_ENDPOINT: `${sink.url}/home`, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
  const withModel = { ...wanted, RAGMETER_EVALUATIONS: '[{ scorer: context_relevance }, { scorer: faithfulness, judge: openai/none }]' };
  for (const [name, env, names] of [
    ['to send on', wanted, ['@opentelemetry/sdk-node']],
    ['to send on and to ask a model', withModel, ['@opentelemetry/sdk-node', 'ai', '@ai-sdk/openai']],
  ]) {
    const { code, said } = await (await serve(home, env)).ended;
    checks.equal(`${name}: one line on what is absent`, said.trimEnd().split('\n').length, 1);
    for (const absent of names) checks.equal(`${name}: ${absent} is named`, said.includes(`${absent} (`), true);
    checks.equal(`${name}: exit code`, code, 1);
    if (env !== withModel) continue;
    const [, line = ''] = /install (?:it|them): npm (.+)$/.exec(said.trimEnd()) ?? [];
    await npm(home, line.split(' '));
  }
  const whole = await serve(home, withModel);
  checks.equal('after that line: it scores', await whole.score(), { scored: 1, status: 0 });
  const { events, spans } = contentOf(sink.bodies('home'));
  checks.equal(
    'after that line: events',
    events.map(({ traceId }) => traceId),
    [TRACE.traceId],
  );
  checks.equal(
    'after that line: spans',
    spans.map(({ parentSpanId }) => parentSpanId),
    [TRACE.spanId],
  );
}

/** The installed service, in the folder where it is installed. */
async function serve(home, env) {
  const service = spawn(join(home, 'node_modules/.bin/ragmeter'), ['serve', '--listen', '127.0.0.1:0', '--idle', '100ms'], {
    cwd: home,
    env: environment(env),
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let said = '';
  service.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const ended = once(service, 'close').then(([code]) => ({ code, said }));
  return {
    ended,
    /** Sends one trace, and stops it once there is a score. */
    async score() {
      const url = await Promise.race([until(() => /listening on (\S+)/.exec(said)?.[1]), ended.then(() => undefined)]);
      if (url === undefined) throw new Error(`Expected the service to start, got: ${said}`);
      try {
        const now = String(BigInt(Date.now()) * 1_000_000n);
        const span = { ...TRACE, startTimeUnixNano: now, endTimeUnixNano: now };
        const body = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
        await fetch(`${url}/v1/traces`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
        const scored = await until(
          async () => /^ragmeter_score_count\{.*\} (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1],
        );
        service.kill('SIGTERM');
        return { scored: Number(scored), status: (await ended).code };
      } finally {
        service.kill('SIGKILL');
      }
    },
  };
}

/** Looks again and again until there is something. */
async function until(look) {
  for (let looks = 0; looks < 600; looks += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return undefined;
}
