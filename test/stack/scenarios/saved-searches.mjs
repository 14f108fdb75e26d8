import { readFileSync } from 'node:fs';
import { here } from '../files.mjs';
import { freeAddresses, json, text, until } from '../processes.mjs';
import { rag, requestOf, send } from '../traces.mjs';

const OFF_TOPIC = rag({ documents: ['The violin has four strings.'], answer: 'I cannot tell.' });
const NAME = 'evaluate context_relevance';

/** What Jaeger's menu offers finds what it says, and nothing else; the link behind a score names what is on the span. */
export const savedSearches = {
  name: 'saved-searches',
  needs: ['collector', 'jaeger'],

  async run({ stack, check }) {
    const config = JSON.parse(readFileSync(here('../../collector/jaeger/ui-config.json'), 'utf8'));
    const jaeger = await stack.jaeger();
    const page = await text(`${jaeger.url}/`);
    check('the configuration in the page', JSON.parse(/JAEGER_CONFIG = (\{.*\});/.exec(page)?.[1] ?? 'null'), config);

    const [listen] = await freeAddresses(1);
    const { url, resultsUrl } = await stack.collector(['tee.yaml'], {
      RAGMETER_ENDPOINT: `http://${listen}`,
      BACKEND_ENDPOINT: jaeger.otlpUrl,
    });
    await stack.ragmeter({ OTEL_EXPORTER_OTLP_ENDPOINT: resultsUrl, OTEL_LOGS_EXPORTER: 'none' }, { listen });
    const [good, bad] = [requestOf('shop-assistant', 1), requestOf('shop-assistant', 2, OFF_TOPIC)];
    await send(url, [good, bad]);

    const [menu] = config.menu;
    // As the UI asks the API for what its address says.
    const found = async (label) => {
      const item = menu.items.find((entry) => entry.label === label);
      const { data } = await json(`${jaeger.url}${item.url.replace('/search', '/api/traces')}`);
      return data.toSorted((one, other) => (one.traceID < other.traceID ? -1 : 1));
    };
    const all = await until('both evaluations', async () => {
      const traces = await found('All evaluations');
      return traces.length === 2 ? traces : undefined;
    });
    check(
      'the traces are whole',
      all.map(({ spans }) => spans.length),
      [4, 4],
    );
    const ids = async (label) => (await found(label)).map(({ traceID }) => traceID.padStart(32, '0'));
    check('very poor', await ids('Very poor'), [bad.traceId]);
    check('poor', await ids('Poor'), []);
    check('failed', await ids('Failed'), []);

    const { tags } = all[0].spans.find(({ operationName }) => operationName === NAME);
    const keys = tags.map(({ key }) => key);
    const [pattern] = config.linkPatterns;
    const named = [...`${pattern.url} ${pattern.text}`.matchAll(/#\{([^}]+)\}/g)].map(([, name]) => name);
    check('the tag with the link is on the span', keys.includes(pattern.key), true);
    check(
      'what the link names is there',
      named.filter((name) => !keys.includes(name)),
      [],
    );
  },
};
