import { setTimeout as sleep } from 'node:timers/promises';
import { startSink } from './otlp-sink.js';
import { startService } from './service.js';
import { startTelemetry } from './telemetry.js';

const QUESTIONS = [
  { question: 'Do you repair punctures while I wait?' },
  { question: 'Is the shop open on Saturdays?' },
  { question: 'How do I store the battery in winter?' },
  // No passage answers this one: the search brings what is nearest.
  { question: 'Can I bring my dog to the shop?' },
  // The wrong topic: the passage that answers is left out.
  { question: 'How long do I have to return a bike?', topic: 'workshop' },
  // No passage has this topic: the search brings nothing.
  { question: 'Can I pay in instalments?', topic: 'gift-cards' },
];
const LONGEST_WAIT_MS = 5_000;
const COLUMNS = 80;

// Without a Collector the example brings a small one of its own, so that the exporters have somewhere to send to.
const sink = process.env.OTEL_EXPORTER_OTLP_ENDPOINT ? undefined : await startSink();
if (sink !== undefined) {
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = sink.url;
  process.env.OTEL_EXPORTER_OTLP_PROTOCOL = 'http/json';
}

let results = 0;
let allLanded = () => {};
const landed = new Promise((resolve) => {
  allLanded = resolve;
});
const telemetry = startTelemetry({
  onResult(result) {
    print(lineOf(result));
    results += 1;
    if (results === QUESTIONS.length) allLanded();
  },
});
const service = await startService({ port: Number(process.env.PORT ?? 0), stats: () => telemetry.ragmeter.stats() });
const stop = async () => {
  await service.stop();
  await telemetry.stop();
  await sink?.stop();
};

print(`service    ${service.url}  POST /ask, GET /stats, GET /healthz`);
print(`exporting  ${process.env.OTEL_EXPORTER_OTLP_ENDPOINT}  ${sink === undefined ? 'as configured' : 'a sink of this example'}`);
print('\nIt asks itself:');
for (const body of QUESTIONS) {
  const { answer, documents } = await post('/ask', body);
  print(`  ${body.question}${body.topic === undefined ? '' : ` (topic: ${body.topic})`}`);
  print(`    ${documents.length === 0 ? 'no documents' : documents.map(({ id }) => id).join(', ')} → ${answer}`);
}

print('\nThe traces are complete a second after their last span. Results as they land:');
await Promise.race([landed, sleep(LONGEST_WAIT_MS, undefined, { ref: false })]);

print('\nGET /stats');
const stats = await (await fetch(`${service.url}/stats`)).json();
for (const [name, { seen, waiting, scored, ...others }] of Object.entries(stats.evaluations)) {
  const reasons = Object.entries(others).flatMap(([outcome, counts]) =>
    Object.entries(counts).map(([reason, count]) => `, ${count} ${outcome}(${reason})`),
  );
  print(`  ${name}: ${seen} seen = ${scored} scored${reasons.join('')}, ${waiting} waiting`);
}

if (process.argv.includes('--serve')) {
  print(`\nServing until Ctrl-C. Ask it:\n  curl ${service.url}/ask -d '{"question": "Do you repair punctures?"}'`);
  await new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
}
await stop();
if (sink !== undefined) printReceived(sink.received);

/** What the exporters brought to the sink: our results among everything else. */
function printReceived({ spans, events, metrics }) {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const ours = spans.filter(({ name }) => name === 'evaluate context_relevance');
  const parents = new Set(ours.map(({ parentSpanId }) => byId.get(parentSpanId)?.name));
  const scores = metrics.findLast(({ name }) => name === 'ragmeter.score')?.histogram.dataPoints[0];
  print('\nWhat the exporters brought to the sink by the time all was shut down:');
  print(`  ${spans.length} spans, ${ours.length} of them "evaluate context_relevance": children of "${[...parents].join('", "')}"`);
  print(`  ${events.filter(({ eventName }) => eventName === 'gen_ai.evaluation.result').length} events "gen_ai.evaluation.result"`);
  print(`  the metric "ragmeter.score": ${scores?.count} scores, mean ${(scores?.sum / scores?.count).toFixed(2)}`);
}

/** `mixed     0.43  What does it cost to rent a…  high low none` */
function lineOf({ outcome, label, score, reason, query, verdicts }) {
  const levels = verdicts?.documents.map(({ level }) => level).join(' ');
  return `  ${(label ?? outcome).padEnd(9)}  ${score?.toFixed(2) ?? '   -'}  ${cut(query ?? '(no question)', 40).padEnd(40)}  ${levels ?? reason}`;
}

function print(text) {
  for (const line of text.split('\n')) console.log(cut(line, COLUMNS));
}

function cut(text, columns) {
  return text.length > columns ? `${text.slice(0, columns - 1)}…` : text;
}

async function post(path, body) {
  const response = await fetch(service.url + path, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
