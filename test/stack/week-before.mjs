import { text } from './processes.mjs';
import { createClient } from './prometheus-client.mjs';

const HOUR_S = 3600;
const WEEK_S = 7 * 24 * HOUR_S;
/** Between the scrapes; and between what rules recorded of them. */
const SCRAPED_S = 300;
const RECORDED_S = 60;

/**
 * A week that ended an hour ago, in which the scorer had the same again and again: its own page with the values of that time, and what the rules would
 * have recorded of it.
 */
export async function weekBefore(stack, address, { groups: [{ rules }] }) {
  const end = Math.floor(Date.now() / 1000) - HOUR_S;
  const scraped = scrapedWeek(await text(`http://${address}/metrics`), address, end);
  const past = createClient((await stack.prometheus({}, { history: `${scraped}# EOF\n` })).url);
  const recorded = [];
  for (const { record, expr } of rules.filter(
    ({ record = '' }) => record.endsWith(':increase1h') && record.startsWith('ragmeter:score_'),
  )) {
    recorded.push(`# TYPE ${record} gauge\n`);
    for (const { metric, values } of await past.range(expr, end - WEEK_S + HOUR_S, end, RECORDED_S)) {
      const labels = Object.entries(metric).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
      recorded.push(...values.map(([seconds, value]) => `${record}{${labels.join(',')}} ${value} ${seconds}\n`));
    }
  }
  return `${scraped}${recorded.join('')}# EOF\n`;
}

/** The scores on a page, as if it had been scraped all week while they grew. */
function scrapedWeek(page, address, end) {
  const lines = [];
  for (const line of page.split('\n').filter((one) => /^(# TYPE )?ragmeter_score(_bucket|_sum|_count)?[ {]/.test(one))) {
    const [, name, labels, value] = /^(\w+)\{(.*?)\} (\S+)/.exec(line) ?? [];
    if (name === undefined) lines.push(`${line}\n`);
    else {
      for (let seconds = end - WEEK_S, times = 1; seconds <= end; seconds += SCRAPED_S, times += 1) {
        lines.push(`${name}{${labels},job="ragmeter",instance="${address}"} ${Number(value) * times} ${seconds}\n`);
      }
    }
  }
  return lines.join('');
}
