// Runs what stands in collector/ for real: applications, the Collector, ragmeter, Jaeger, Prometheus and Alertmanager, on loopback. Needs Go, Debian's packages and
// Python, and registries the first time; what cannot be had is skipped, and it is said why. `run.mjs redaction` runs that scenario only.
import { createChecks } from '../compat-matrix/checks.mjs';
import { programs } from './programs.mjs';
import { alerts } from './scenarios/alerts.mjs';
import { composed } from './scenarios/composed.mjs';
import { configs } from './scenarios/configs.mjs';
import { dashboards } from './scenarios/dashboards.mjs';
import { endToEnd } from './scenarios/end-to-end.mjs';
import { fiveSteps } from './scenarios/five-steps.mjs';
import { inhibitions } from './scenarios/inhibitions.mjs';
import { judgeSpans } from './scenarios/judge-spans.mjs';
import { loadBalancing } from './scenarios/load-balancing.mjs';
import { persistentQueue } from './scenarios/persistent-queue.mjs';
import { python } from './scenarios/python.mjs';
import { redaction } from './scenarios/redaction.mjs';
import { savedSearches } from './scenarios/saved-searches.mjs';
import { scorerGone } from './scenarios/scorer-gone.mjs';
import { tailSampled } from './scenarios/tail-sampled.mjs';
import { tee } from './scenarios/tee.mjs';
import { createStack } from './stack.mjs';

const SCENARIOS = [
  configs,
  tee,
  endToEnd,
  savedSearches,
  composed,
  fiveSteps,
  alerts,
  inhibitions,
  dashboards,
  scorerGone,
  tailSampled,
  loadBalancing,
  redaction,
  persistentQueue,
  judgeSpans,
  python,
];

// What it started ends with it.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const only = process.argv.slice(2);
const unknown = only.filter((name) => !SCENARIOS.some((scenario) => scenario.name === name));
if (unknown.length > 0) throw new Error(`Expected scenarios of ${SCENARIOS.map(({ name }) => name).join(', ')}, got ${unknown.join(', ')}`);
const chosen = SCENARIOS.filter(({ name }) => only.length === 0 || only.includes(name));
const { had, missing } = await programs([...new Set(chosen.flatMap(({ needs }) => needs))]);

let passed = 0;
let failed = 0;
const skipped = [];
for (const { name, needs, run } of chosen) {
  const lacks = needs.filter((program) => missing[program] !== undefined);
  if (lacks.length > 0) {
    skipped.push(name);
    console.log(`${name}: skipped, ${lacks.map((program) => `${program} cannot be had: ${missing[program]}`).join('; ')}`);
    continue;
  }
  const checks = createChecks();
  const stack = createStack(had);
  try {
    await run({ stack, programs: had, check: checks.equal });
  } catch (error) {
    checks.failures.push(error.stack);
  } finally {
    await stack.stop();
  }
  passed += checks.passed();
  failed += checks.failures.length;
  console.log(`${name}: ${checks.passed()} checks pass, ${checks.failures.length} fail`);
  for (const failure of checks.failures) console.log(`  ${failure.replaceAll('\n', '\n  ')}`);
}
console.log(`ran with ${Object.keys(had).join(', ') || 'nothing'}; skipped: ${skipped.join(', ') || 'nothing'}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
