import { json } from './processes.mjs';

/** What Prometheus answers. */
export function createClient(url) {
  const get = async (path, parameters) => (await json(`${url}/api/v1/${path}?${new URLSearchParams(parameters)}`)).data;
  return {
    /** Of the first series, now or then; undefined where there is none. */
    async value(query, time = Date.now() / 1000) {
      const { result } = await get('query', { query, time });
      return result[0] && Number(result[0].value[1]);
    },
    range: async (query, start, end, step) => (await get('query_range', { query, start, end, step })).result,
    exemplars: async (query, start, end) => (await get('query_exemplars', { query, start, end })).flatMap(({ exemplars }) => exemplars),
  };
}
