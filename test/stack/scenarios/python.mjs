import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { environment } from '../../compat-matrix/environment.mjs';
import { attributesOf, contentOf, startSink } from '../../compat-matrix/otlp-sink.mjs';
import { here } from '../files.mjs';
import { freeAddresses, until } from '../processes.mjs';

const run = promisify(execFile);
const QUESTIONS = ['How many days until a tent is returned?', 'When do the shops open?'];

/** A RAG application in Python, instrumented by OpenInference: its evaluations hang under its retrievals. */
export const python = {
  name: 'python',
  needs: ['collector', 'python'],

  async run({ stack, programs, check }) {
    const sink = await startSink();
    try {
      const [listen] = await freeAddresses(1);
      const collector = await stack.collector(['tee.yaml', here('to-sinks.yaml')], {
        RAG_SERVICES: 'handbook',
        RAGMETER_ENDPOINT: `http://${listen}`,
        BACKEND_ENDPOINT: `${sink.url}/backend`,
      });
      await stack.ragmeter({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.resultsUrl, OTEL_LOGS_EXPORTER: 'none' }, { listen });
      const env = environment({ OTEL_SERVICE_NAME: 'handbook', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
      const { stdout } = await run(programs.python, [here('python/app.py'), ...QUESTIONS], { env });
      check('what the application answers', stdout.trim().split('\n').length, QUESTIONS.length);

      const isOurs = ({ scope }) => scope === 'ragmeter';
      const spans = await until('evaluations at the backend', async () => {
        const found = contentOf(sink.bodies('backend')).spans;
        return found.filter(isOurs).length >= QUESTIONS.length ? found : undefined;
      });
      const retrievals = spans.filter((span) => attributesOf(span)['openinference.span.kind'] === 'RETRIEVER');
      const evaluations = spans.filter(isOurs);
      check(
        'the parents of the evaluations',
        evaluations.map(({ parentSpanId }) => parentSpanId).sort(),
        retrievals.map(({ spanId }) => spanId).sort(),
      );
      check(
        'the questions',
        retrievals.map((span) => attributesOf(span)['input.value']),
        QUESTIONS,
      );
      const scores = evaluations.map((span) => attributesOf(span)['gen_ai.evaluation.score.value']);
      check('each has a score', scores.filter((score) => Number.isFinite(score)).length, QUESTIONS.length);
    } finally {
      sink.stop();
    }
  },
};
