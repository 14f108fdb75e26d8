import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { honest, startChatServer } from '../../compat-matrix/app/chat-server.mjs';
import { environment } from '../../compat-matrix/environment.mjs';
import { filledIn, queriesOf, readDashboards } from '../dashboard-queries.mjs';
import { here } from '../files.mjs';
import { total } from '../metrics.mjs';
import { json, until } from '../processes.mjs';
import { createClient } from '../prometheus-client.mjs';
import { quickened } from '../quickened.mjs';
import { rag, requestOf, send } from '../traces.mjs';
import { weekBefore } from '../week-before.mjs';

const run = promisify(execFile);
/** No judge of the service tells what it cost. */
const PARSED_ONLY = ['overview.json: Cost of the judge, an hour A'];
/** Neither program is here. */
const SOURCES_PARSED_ONLY = ['loki', 'tempo'];

const SERVICES = ['shop-assistant', 'helpdesk'];
/** What is chosen at the top of each dashboard; all of what takes several. */
const CHOSEN = {
  'overview.json': { service: '.*', evaluation: 'context_relevance' },
  'drill-down.json': { service: SERVICES[0], evaluation: 'context_relevance', judge: '.*', version: '.*' },
};
const OUTCOMES = ['scored', 'skipped', 'failed', 'dropped'];
const UNANSWERED = 'Why is the sky blue?';

/** Every query of every panel returns data: of a real scorer, in a Prometheus with the real rules, after a week as usual. */
export const dashboards = {
  name: 'dashboards',
  needs: ['prometheus'],

  async run({ stack, check }) {
    // Some calls fail, and it may be asked 60 times a minute: there are turns of every outcome.
    const model = await startChatServer((body) => (JSON.stringify(body).includes(UNANSWERED) ? { status: 400 } : honest(body, 'A tent')));
    try {
      const scorer = await startScorer(stack, model.url);
      const traffic = trafficTo(scorer);
      await traffic();
      const rules = readFileSync(here('../../collector/alerts/ragmeter.rules.yaml'), 'utf8');
      const history = await weekBefore(stack, scorer.address, parse(rules));
      const quick = join(stack.folder, 'ragmeter.rules.yaml');
      writeFileSync(quick, quickened(rules));
      const { url } = await stack.prometheus({ ragmeter: { target: scorer.address } }, { rules: [quick], history });
      const prometheus = createClient(url);

      const scraped = async () => {
        const turns = await total(scorer.address, 'ragmeter_turns_total');
        await until('a scrape of all turns', async () =>
          (await prometheus.value('sum(ragmeter_turns_total)')) === turns ? true : undefined,
        );
      };
      await scraped();
      // What is counted at the first scrape increases nothing. The judge is asked again a minute after its budget was spent.
      await until('more turns of every outcome', async () => {
        await traffic();
        await scraped();
        const grown = 'count(count by (ragmeter_service, ragmeter_outcome) (increase(ragmeter_turns_total[10m]) > 0))';
        return (await prometheus.value(grown)) === SERVICES.length * OUTCOMES.length ? true : undefined;
      });
      await until('a base', () => prometheus.value('ragmeter:score_z:30m'));
      await until('an alert that fires', () => prometheus.value('ALERTS{alertstate="firing"}'));

      const all = readDashboards().flatMap((dashboard) => queriesOf(dashboard, CHOSEN[dashboard.file]));
      const asked = all.filter(({ type }) => !SOURCES_PARSED_ONLY.includes(type));
      await returnData(check, prometheus, asked);
      await haveDots(check, prometheus, asked, traffic.sent());
      await offerChoices(check, url);
      await drawTheAlert(check, prometheus, asked);
      const others = all.filter(({ type }) => SOURCES_PARSED_ONLY.includes(type)).map(({ name }) => name);
      console.log(`dashboards, parsed only: ${[...PARSED_ONLY, ...others].join('; ')}`);
    } finally {
      model.stop();
    }
  },
};

/** A scorer that knows how far its judge agrees with people, and what is too low. */
async function startScorer(stack, url) {
  const env = { OPENAI_BASE_URL: `${url}/v1` };
  const config = join(stack.folder, 'ragmeter.yaml');
  writeFileSync(config, 'judge: openai/model\nevaluations:\n  - scorer: context_relevance\n    floor: 0.6\n');
  const labels = join(stack.folder, 'labels.jsonl');
  const rows = ['tent', 'stove', 'boat', 'rope'].flatMap((thing) => [
    { query: `How long can I return a ${thing}?`, passage: `A tent, as a ${thing}, can be returned within sixty days.`, label: 1 },
    { query: `How long can I return a ${thing}?`, passage: 'Chess clocks are set to two hours.', label: 0 },
  ]);
  writeFileSync(labels, rows.map((row) => JSON.stringify(row)).join('\n'));
  const agreement = join(stack.folder, 'agreement.json');
  const calibrate = ['calibrate', '--config', config, '--out', agreement, labels];
  await run(process.execPath, [here('../../dist/cli/main.js'), ...calibrate], { env: environment(env) });
  return stack.ragmeter(env, { args: ['--config', config, '--agreement', agreement] });
}

/** Sends questions of every kind to each service, no two alike, and resolves when each has its outcome. */
function trafficTo({ url, address }) {
  let sent = [];
  const kinds = [
    ...Array.from({ length: 10 }, () => ({ answer: 'Within sixty days.' })),
    ...Array.from({ length: 4 }, () => ({ documents: ['Chess clocks are set to two hours.'], answer: 'I cannot tell.' })),
    ...Array.from({ length: 4 }, () => ({ question: UNANSWERED })),
    { documents: [] },
    { documents: [''] },
  ];
  const traffic = async () => {
    const requests = kinds.flatMap(({ question = 'How long do I have to return a tent?', ...doing }, kind) =>
      SERVICES.map((service, index) => {
        const number = sent.length + kind * SERVICES.length + index + 1;
        return requestOf(service, number, rag({ question: `${question} (${number})`, ...doing }));
      }),
    );
    sent = [...sent, ...requests];
    await send(url, requests);
    await until(`${sent.length} outcomes`, async () => ((await total(address, 'ragmeter_turns_total')) === sent.length ? true : undefined));
  };
  return Object.assign(traffic, { sent: () => new Set(sent.map(({ traceId }) => traceId)) });
}

async function returnData(check, prometheus, asked) {
  const empty = [];
  for (const { name, query, instant } of asked) {
    const now = Date.now() / 1000;
    const series = instant ? [{ values: [[now, await prometheus.value(query)]] }] : await prometheus.range(query, now - 300, now, 5);
    if (!series.some(({ values }) => values.some(([, value]) => Number.isFinite(Number(value))))) empty.push(name);
  }
  check('queries', asked.length > PARSED_ONLY.length, true);
  check('queries without data', empty, PARSED_ONLY);
}

/** Dots of turns that were sent. */
async function haveDots(check, prometheus, asked, sent) {
  const dotted = asked.filter(({ exemplar }) => exemplar);
  check('queries with dots', dotted.length > 0, true);
  for (const { name, query } of dotted) {
    const now = Date.now() / 1000;
    const dots = await prometheus.exemplars(query, now - 600, now);
    check(`dots of ${name}`, [dots.length > 0, dots.every(({ labels }) => sent.has(labels.trace_id))], [true, true]);
  }
}

/** What can be chosen, as far as what is chosen before leaves it. */
async function offerChoices(check, url) {
  for (const { file, variables } of readDashboards()) {
    for (const { name, query } of variables.filter(({ type }) => type === 'query')) {
      const [, series, label] = /^label_values\((.*), (\w+)\)$/.exec(query);
      const { data } = await json(`${url}/api/v1/label/${label}/values?match[]=${encodeURIComponent(filledIn(series, CHOSEN[file]))}`);
      check(`${file}: choices of ${name}`, data.length, name === 'service' ? SERVICES.length : 1);
    }
  }
}

/** Of one service the edge of the band is where the alert's z is what it pages at. */
async function drawTheAlert(check, prometheus, asked) {
  const time = Date.now() / 1000;
  const line = async (legend) => {
    const { query } = asked.find(({ file, title, legend: own }) => file === 'drill-down.json' && title === 'Mean score' && own === legend);
    // Before it is cut to 0 and 1.
    return prometheus.value(/^clamp_m..\((.*), [01]\)$/s.exec(query)?.[1] ?? query, time);
  };
  const { query: z } = asked.find(({ file, title }) => file === 'drill-down.json' && title === 'Standard deviations below usual (z)');
  const [mean, usual, from, to] = [await line('mean'), await line('usual'), await line('usual from'), await line('usual to')];
  check('the band is even', Math.abs(usual - from - (to - usual)) < 1e-9, true);
  check('z of the alert', Math.abs((usual - mean) / ((usual - from) / 4.5) - (await prometheus.value(z, time))) < 1e-6, true);
}
