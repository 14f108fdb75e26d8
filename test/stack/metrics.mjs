import { text } from './processes.mjs';

/** The sum of a metric on a page of metrics, over all lines with all of these texts among their labels. 0 where there is none. */
export async function total(address, metric, ...labels) {
  const page = await text(`http://${address}/metrics`);
  return page
    .split('\n')
    .filter((line) => line.startsWith(`${metric}{`) && labels.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(/\} (\S+)/.exec(line)?.[1]), 0);
}

export const scored = (address) => total(address, 'ragmeter_turns_total', 'ragmeter_outcome="scored"');
