import { startSink } from '../../compat-matrix/otlp-sink.mjs';
import { here } from '../files.mjs';
import { until } from '../processes.mjs';
import { spanIdsAt, spanIdsOf } from '../span-ids.mjs';
import { answering, requestOf, send } from '../traces.mjs';

/** Of a service that does RAG and much else, the traces with a retrieval come to the scorer, whole, though they came in pieces. */
export const tailSampled = {
  name: 'tail-sampled',
  needs: ['collector'],

  async run({ stack, check }) {
    const sink = await startSink();
    try {
      const { url } = await stack.collector(['tee.yaml', 'tail-sampled.yaml', here('to-sinks.yaml')], {
        RAGMETER_ENDPOINT: `${sink.url}/scorer`,
        BACKEND_ENDPOINT: `${sink.url}/backend`,
      });
      const withRetrieval = [1, 2, 3].map((number) => requestOf('portal', number));
      const without = [4, 5, 6].map((number) => requestOf('portal', number, [answering('Hello?', 'Hello.')]));
      for (const pieceOf of [answers, retrievals]) await send(url, [...without, ...withRetrieval].map(pieceOf));

      const wanted = spanIdsOf(withRetrieval);
      await until('spans at the scorer', async () => (spanIdsAt(sink, 'scorer').length >= wanted.length ? true : undefined));
      check('the spans at the scorer', spanIdsAt(sink, 'scorer'), wanted);
      check('the spans at the backend', spanIdsAt(sink, 'backend'), spanIdsOf([...without, ...withRetrieval]));
    } finally {
      sink.stop();
    }
  },
};

/** The retrieval comes after the answer: only then it is known what the trace is. */
function answers(request) {
  return { ...request, spans: request.spans.filter(({ name }) => name === 'chat') };
}

function retrievals(request) {
  return { ...request, spans: request.spans.filter(({ name }) => name !== 'chat') };
}
