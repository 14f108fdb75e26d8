import type { Gauges, Measure } from '../../src/emit/measure.ts';
import { createMetrics, type Metrics } from '../../src/emit/metrics.ts';
import { METRIC } from '../../src/emit/names.ts';
import type { Counters } from '../../src/observe/counters.ts';
import { DROPPED, evaluation, FAILED, judge, result, SCORED, SKIPPED, turn } from './results.ts';

/** Every gauge there is. */
export const GAUGES: Gauges = () => [
  { name: METRIC.queueSize, value: 3, keys: {} },
  { name: METRIC.queueCapacity, value: 1000, keys: {} },
  { name: METRIC.healthy, value: 1, keys: {} },
  { name: METRIC.scoreFloor, value: 0.6, keys: { 'gen_ai.evaluation.name': 'context_relevance' } },
  {
    name: METRIC.judgeAgreement,
    value: 0.7,
    keys: { 'gen_ai.evaluation.name': 'context_relevance', 'gen_ai.evaluation.evaluator.id': 'lexical' },
  },
];

/** Some minutes of a service, in which everything happens that is counted or measured. */
export function play(counters: Counters, measure: Measure): Metrics {
  const metrics = createMetrics({ counters, measure });
  const llm = evaluation({ name: 'faithfulness', judge: judge({ id: 'llm' }) });
  // Prometheus text must survive what a service may call itself.
  for (const service of ['shop', 'he said "hi"\\\n{}', 'Ärzte, Köln']) {
    const seen = turn({ service });
    metrics.retrieved(seen);
    metrics.retrieved({ ...seen, retrievals: [{ spanId: 'a', documents: [], convention: 'gen_ai' }] });
    for (const outcome of [SCORED, { ...SCORED, score: 0 }, { ...SCORED, score: 1 }, SKIPPED, FAILED, DROPPED]) {
      metrics.seen(evaluation(), seen, 'random');
      metrics.settled(result({ turn: seen, outcome }), 1.5);
    }
    metrics.seen(llm, seen, 'rule');
  }
  metrics.judged(judge(), 0.0004, { status: 'answered', verdicts: {} });
  metrics.judged(llm.judge, 3, { status: 'answered', verdicts: {}, usage: { inputTokens: 700, outputTokens: 30, cost: 0.0021 } });
  metrics.judged(llm.judge, 60, { status: 'failed', reason: 'judge_timeout', retryable: true, message: '' });
  metrics.late();
  return metrics;
}
