import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { environment } from './environment.mjs';
import { isOfJudge } from './expected.mjs';
import { output } from './install.mjs';
import { attributesOf, contentOf } from './otlp-sink.mjs';

const READY = /listening on (http:\S+)/;

/**
 * What `explain` and `serve` of the installed package make of all spans that the hosts exported, those of ragmeter and of traced judges among them. `serve`
 * sends on what it makes, with the OpenTelemetry SDK of the row.
 */
export async function checkAfterwards(check, { home, node, file, bodies, sink, sender }) {
  const { spans } = contentOf(bodies);
  const judgeTraces = new Set(spans.filter(isOfJudge).map(({ traceId }) => traceId));
  const binary = join(home, 'node_modules/.bin/ragmeter');
  const explained = (await output(node, [binary, 'explain', '--json', file], { cwd: home }))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const turns = explained.flatMap(({ traceId, turns }) => turns.map(({ evaluatedSpanId }) => `${traceId} ${evaluatedSpanId}`));

  check('explain: judges were traced', judgeTraces.size > 0, true);
  check(
    'explain: turns of judges',
    explained.filter(({ traceId, turns }) => judgeTraces.has(traceId) && turns.length > 0),
    [],
  );
  check('explain: every turn of the hosts', sorted(turns), evaluatedIn(spans));

  await served({ home, node, binary, bodies, endpoint: `${sink.url}/${sender}` });
  const made = contentOf(sink.bodies(sender));
  const seen = made.metrics.findLast(({ name }) => name === 'ragmeter.turns.seen')?.sum.dataPoints ?? [];
  check(
    'serve: turns',
    seen.reduce((sum, { asInt, asDouble }) => sum + Number(asInt ?? asDouble), 0),
    turns.length,
  );
  check('serve: events', sorted(made.events.map(({ traceId, spanId }) => `${traceId} ${spanId}`)), sorted(turns));
  check('serve: spans', sorted(made.spans.map(({ traceId, parentSpanId }) => `${traceId} ${parentSpanId}`)), sorted(turns));
  check('serve: its judge', new Set(made.spans.map((span) => attributesOf(span)['gen_ai.evaluation.evaluator.id'])), new Set(['lexical']));
}

/** What the hosts evaluated themselves, as their own spans say. */
function evaluatedIn(spans) {
  const exported = new Set(spans.map(({ spanId }) => spanId));
  const evaluations = spans.filter(({ scope, parentSpanId }) => scope === 'ragmeter' && exported.has(parentSpanId));
  return sorted(new Set(evaluations.map(({ traceId, parentSpanId }) => `${traceId} ${parentSpanId}`)));
}

function sorted(texts) {
  return [...texts].sort((a, b) => (a < b ? -1 : 1));
}

/** Sends all to a service, which has scored what it holds when it is stopped. */
async function served({ home, node, binary, bodies, endpoint }) {
  const env = environment({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' });
  const service = spawn(node, [binary, 'serve', '--listen', '127.0.0.1:0'], { cwd: home, env, stdio: ['ignore', 'inherit', 'pipe'] });
  const ended = once(service, 'exit');
  try {
    const url = await readyAt(service);
    for (const body of bodies.traces) {
      const response = await fetch(`${url}/v1/traces`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      if (!response.ok) throw new Error(`serve answered ${response.status}: ${await response.text()}`);
    }
  } finally {
    service.kill('SIGTERM');
    await ended;
  }
}

/** Resolves to its address once it says that it listens. */
function readyAt(service) {
  return new Promise((resolve, reject) => {
    let said = '';
    service.stderr.setEncoding('utf8').on('data', (chunk) => {
      said += chunk;
      const [, url] = READY.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    });
    service.once('exit', () => reject(new Error(`serve did not start: ${said}`)));
  });
}
