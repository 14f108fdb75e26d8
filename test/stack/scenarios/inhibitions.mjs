import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { environment } from '../../compat-matrix/environment.mjs';
import { json, until } from '../processes.mjs';
import { alertmanagerConfig } from '../stack.mjs';
import { startWebhook } from '../webhook.mjs';

const run = promisify(execFile);
const SERVICE = { ragmeter_service: 'shop-assistant' };
const EVALUATION = { ...SERVICE, gen_ai_evaluation_name: 'context_relevance' };
const OWN = { ...EVALUATION, gen_ai_evaluation_evaluator_id: 'lexical', gen_ai_evaluation_evaluator_version: 'v1' };
const OTHER_SERVICE = { ragmeter_service: 'helpdesk' };

const page = (alertname, labels) => ({ alertname, severity: 'page', ...labels });
const ticket = (alertname, labels) => ({ alertname, severity: 'ticket', ...labels });

/** While `cause` fires, who is told of the rest? What is held back holds back, too: no row has such an alert among those that are told. */
const ROWS = [
  {
    cause: page('RagScoreDropped', OWN),
    heldBack: ['RagScoreSlowDrop', 'RagScoreBelowFloor', 'RagBadShareHigh'].map((name) => ticket(name, OWN)),
    told: [
      ticket('RagScoreSlowDrop', { ...OWN, gen_ai_evaluation_evaluator_version: 'v2' }),
      ticket('RagScoreBelowFloor', { ...OWN, ...OTHER_SERVICE }),
    ],
  },
  {
    cause: ticket('RagScoreSlowDrop', OWN),
    heldBack: [ticket('RagScoreBelowFloor', OWN), ticket('RagBadShareHigh', OWN)],
    told: [ticket('RagScoreStuck', OWN), ticket('RagBadShareHigh', { ...OWN, ...OTHER_SERVICE })],
  },
  {
    cause: ticket('RagScorerAbsent', { job: 'ragmeter', ...SERVICE }),
    heldBack: [ticket('RagScoresMissing', EVALUATION), ticket('RagCoverageLow', OWN)],
    told: [ticket('RagScoresMissing', { ...EVALUATION, ...OTHER_SERVICE }), page('RagScoreDropped', OWN)],
  },
  {
    cause: ticket('RagJudgeFailing', OWN),
    heldBack: [
      ticket('RagScorerAbsent', { job: 'ragmeter', ...SERVICE }),
      ticket('RagCoverageLow', OWN),
      ticket('RagScoresMissing', EVALUATION),
    ],
    told: [ticket('RagCoverageLow', { ...OWN, ...OTHER_SERVICE }), page('RagScoreDropped', OWN)],
  },
  { cause: ticket('RagBudgetSpent', OWN), heldBack: [ticket('RagCoverageLow', OWN)], told: [ticket('RagScoreStuck', OWN)] },
  { cause: ticket('RagQueueFull', OWN), heldBack: [ticket('RagCoverageLow', OWN)], told: [ticket('RagScoreStuck', OWN)] },
  { cause: ticket('RagCoverageLow', OWN), heldBack: [ticket('RagScoresMissing', EVALUATION)], told: [ticket('RagScoreStuck', OWN)] },
];

/** A real Alertmanager tells causes, and not what follows from them. */
export const inhibitions = {
  name: 'inhibitions',
  needs: ['alertmanager'],

  async run({ stack, programs, check }) {
    const config = join(stack.folder, 'all.yaml');
    writeFileSync(config, alertmanagerConfig());
    const amtool = join(dirname(programs.alertmanager.at(-1)), 'amtool');
    const { stdout } = await run(amtool, ['check-config', config], { env: environment({}) });
    check('what amtool finds', /SUCCESS[\s\S]*- 6 inhibit rules\n - 2 receivers/.test(stdout), true);

    for (const row of ROWS) await holdsBack(stack, check, row);
  },
};

async function holdsBack(stack, check, { cause, heldBack, told }) {
  const webhook = await startWebhook();
  const alertmanager = await stack.alertmanager(webhook.url);
  const url = `http://${alertmanager.address}/api/v2/alerts`;
  const post = async (alerts) => {
    const body = JSON.stringify(alerts.map((labels) => ({ labels, annotations: {} })));
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    if (!response.ok) throw new Error(`Alertmanager refused alerts: ${await response.text()}`);
  };
  try {
    // The cause first, as its alert is waited for less long; the effects would be told in the moment between.
    await post([cause]);
    await until(`that ${cause.alertname} is told`, async () => webhook.told(cause.alertname)[0]);
    await post([...heldBack, ...told]);
    await until('that the rest is told', async () => (webhook.all().length > told.length ? true : undefined));
    const shown = await until('the state of all alerts', async () => {
      const alerts = await json(url);
      return alerts.every(({ status }) => status.state !== 'unprocessed') && alerts.length === 1 + heldBack.length + told.length
        ? alerts
        : undefined;
    });
    const inState = (state) => named(shown.filter(({ status }) => status.state === state).map(({ labels }) => labels));
    check(`${cause.alertname}: what is held back`, inState('suppressed'), named(heldBack));
    check(`${cause.alertname}: what is not`, inState('active'), named([cause, ...told]));
    check(`${cause.alertname}: who is told`, named(webhook.all().map(({ labels }) => labels)), named([cause, ...told]));
    const receivers = webhook.all().map(({ labels, receiver }) => receiver === `${labels.severity}s`);
    check(`${cause.alertname}: pages go to pages, tickets to tickets`, receivers.every(Boolean), true);
  } finally {
    webhook.stop();
    await alertmanager.stop();
  }
}

/** Alerts in one order, for comparing. */
function named(alerts) {
  return alerts.map((labels) => JSON.stringify(Object.entries(labels).sort())).sort();
}
