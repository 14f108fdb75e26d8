import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { here } from '../files.mjs';
import { scored } from '../metrics.mjs';
import { json, until } from '../processes.mjs';
import { quickened } from '../quickened.mjs';
import { rag, requestOf, send } from '../traces.mjs';
import { startWebhook } from '../webhook.mjs';

const ALERT = 'RagScoreDropped';
const SERVICE = 'shop-assistant';
const HOUR_S = 3600;
const BODY = 100;
const OFF_TOPIC = rag({
  documents: ['Chess clocks are set to two hours.', 'The violin has four strings.'],
  answer: 'I cannot tell.',
});

/** A real drop after a week as usual: the page fires, Alertmanager calls a webhook, and when scores are good again it is resolved. */
export const alerts = {
  name: 'alerts',
  needs: ['prometheus', 'alertmanager'],

  async run({ stack, check }) {
    const webhook = await startWebhook();
    try {
      const { url, address } = await stack.ragmeter();
      const traffic = trafficTo(url, address);
      await traffic(1);
      const labels = await labelsOfScore(address);

      const rules = join(stack.folder, 'ragmeter.rules.yaml');
      writeFileSync(rules, quickened(readFileSync(here('../../collector/alerts/ragmeter.rules.yaml'), 'utf8')));
      const { address: alertmanager } = await stack.alertmanager(webhook.url);
      const options = { rules: [rules], history: usualWeek(labels.series, labels.score), alertmanager };
      const prometheus = await stack.prometheus({ ragmeter: { target: address } }, options);
      const value = async (promql) => {
        const { data } = await json(`${prometheus.url}/api/v1/query?query=${encodeURIComponent(promql)}`);
        return data.result[0] && Number(data.result[0].value[1]);
      };
      await until('a base', () => value('ragmeter:score_mean:base'));
      // What is counted before the first scrape increases nothing.
      await until('a scrape', () => value('ragmeter_score_count'));

      await traffic(BODY);
      await until('scores as usual', async () => ((await value('ragmeter:score_count:increase30m')) >= 50 ? true : undefined));
      check('alerts while all is as usual', webhook.told(ALERT), []);
      await traffic(2 * BODY, OFF_TOPIC);
      const [fired] = await until('a page', async () => (webhook.told(ALERT).length > 0 ? webhook.told(ALERT) : undefined));
      check('the page', [fired.status, fired.labels.severity, fired.labels.ragmeter_service], ['firing', 'page', SERVICE]);
      check('what it says to look at', /Look at:\n1\./.test(fired.annotations.description), true);
      for (let wave = 0; wave < 30; wave += 1) await traffic(BODY);
      await until('that it is resolved', async () => webhook.told(ALERT).find(({ status }) => status === 'resolved'));
      check('what was told', [...new Set(webhook.told(ALERT).map(({ status }) => status))], ['firing', 'resolved']);
    } finally {
      webhook.stop();
    }
  },
};

/** Sends that many requests, and resolves when they are scored. */
function trafficTo(url, address) {
  let sent = 0;
  return async (count, doing) => {
    const requests = Array.from({ length: count }, (_, index) => requestOf(SERVICE, sent + index + 1, doing));
    sent += count;
    await send(url, requests);
    await until(`${sent} scores`, async () => ((await scored(address)) === sent ? true : undefined));
  };
}

/** How the scorer tells the score of the first turn, in Prometheus's text. */
async function labelsOfScore(address) {
  const page = await (await fetch(`http://${address}/metrics`)).text();
  const [, series, score] = /^ragmeter_score_sum\{(.*)\} (\S+)$/m.exec(page);
  return { series: series.replace(/,?ragmeter_sample="random"/, ''), score: Number(score) };
}

/** What the rules would have recorded in a week that ended an hour ago, at 20 scores a minute that all were `score`. */
function usualWeek(labels, score) {
  const end = Math.floor(Date.now() / 1000);
  const recorded = {
    'ragmeter:score_count:increase1h': 1200,
    'ragmeter:score_sum:increase1h': 1200 * score,
    'ragmeter:score_bad:increase1h': 0,
  };
  const minutes = Array.from({ length: 7 * 24 * 60 - 60 }, (_, index) => end - 7 * 24 * HOUR_S + index * 60);
  const lines = Object.entries(recorded).flatMap(([name, value]) => [
    `# TYPE ${name} gauge`,
    ...minutes.map((seconds) => `${name}{${labels}} ${value} ${seconds}`),
  ]);
  return `${lines.join('\n')}\n# EOF\n`;
}
