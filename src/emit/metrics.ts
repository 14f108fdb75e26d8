import type { Evaluation, Sample, Settlement } from '../model/evaluation.ts';
import type { Judge, JudgeReply, Usage } from '../model/judge.ts';
import type { Retrieval, Turn } from '../model/turn.ts';
import type { Verdicts } from '../model/verdicts.ts';
import type { Counters, Keys } from '../observe/counters.ts';
import type { Measure } from './measure.ts';
import { ATTRIBUTE, LATE, LOST, METRIC } from './names.ts';
import { keyValue, serviceOf } from './service.ts';
import { type Stats, statsOf } from './stats.ts';
import { usedText } from './used-text.ts';

/** What the pipeline tells while it works. Nothing here throws or waits. */
export interface Metrics {
  /** A turn was handed to an evaluation, after sampling. */
  readonly seen: (evaluation: Evaluation, turn: Turn, sample: Sample) => void;
  /** A turn that was seen has its outcome. `delaySeconds`: from the turn's end until now. */
  readonly settled: (settlement: Settlement, delaySeconds: number) => void;
  /** A turn was assembled. Once for each turn, whatever the evaluations: counts its retrievals. */
  readonly retrieved: (turn: Turn) => void;
  /**
   * A judge was asked. `errorType`: why the call counts as failed where the reply itself does not say, such as `invalid_verdict`, or
   * `judge_timeout` with no reply at all.
   */
  readonly judged: (judge: Judge, seconds: number, reply: JudgeReply | undefined, errorType?: string) => void;
  /** Spans came after their turn was done. */
  readonly late: (spans?: number) => void;
  /** A span could not be read, or more came at once than can wait to be read. */
  readonly lost: () => void;
  readonly stats: () => Stats;
}

export interface MetricsOptions {
  readonly counters: Counters;
  readonly measure: Measure;
  /** Listed in `stats()` from the start, with zeros. */
  readonly evaluations?: readonly Evaluation[];
  /** False when wired wrongly or nothing can be scored. Taken as true where it is not given. */
  readonly healthy?: () => boolean;
  /** Resource attributes of the evaluated service that the user adds to the keys of an evaluation's metrics. */
  readonly keys?: readonly string[];
}

/** Turns what happens in the pipeline into counts and measured values. */
export function createMetrics({ counters, measure, evaluations = [], healthy = () => true, keys: added = [] }: MetricsOptions): Metrics {
  const record: Measure = (metric, value, keys, exemplar) => {
    if (!Number.isFinite(value)) return;
    // Clocks of two machines may differ by more than a turn takes; a histogram takes nothing below 0.
    measure(metric, Math.max(0, value), counters.admit(metric, keys), exemplar);
  };

  /** The keys that all metrics of an evaluation share. */
  function evaluationKeys(evaluation: Evaluation, turn: Turn, sample: Sample): Keys {
    const keys: Record<string, string> = {
      [ATTRIBUTE.evaluationName]: evaluation.name,
      [ATTRIBUTE.evaluatorId]: evaluation.judge.id,
      [ATTRIBUTE.evaluatorVersion]: evaluation.version,
      [ATTRIBUTE.sample]: sample,
      [ATTRIBUTE.service]: serviceOf(turn),
    };
    for (const name of added) {
      const value = turn.resource?.[name];
      if (value !== undefined) keys[name] = keyValue(value);
    }
    return keys;
  }

  return {
    seen(evaluation, turn, sample) {
      const keys = evaluationKeys(evaluation, turn, sample);
      counters.add(METRIC.seen, keys);
      counters.add(METRIC.waiting, keys);
    },

    settled(settlement, delaySeconds) {
      const { outcome, evaluation, turn, verdicts } = settlement;
      const keys = evaluationKeys(evaluation, turn, settlement.sample);
      counters.add(METRIC.waiting, keys, -1);
      counters.add(METRIC.turns, outcomeKeys(keys, outcome));
      if (outcome.status === 'scored') {
        record(METRIC.score, outcome.score, keys, turn.evaluatedSpan.sampled ? turn.evaluatedSpan : undefined);
        record(METRIC.scoreDelay, delaySeconds, { [ATTRIBUTE.evaluatorId]: evaluation.judge.id });
      }
      // A skip may come after the judge spoke (`no_relevant`); the verdicts of a failure are not to be trusted.
      if (verdicts !== undefined && (outcome.status === 'scored' || outcome.status === 'skipped')) countVerdicts(counters, keys, verdicts);
    },

    retrieved(turn) {
      for (const retrieval of turn.retrievals) {
        counters.add(METRIC.retrievals, {
          [ATTRIBUTE.convention]: retrieval.convention,
          [ATTRIBUTE.result]: whatReturned(retrieval),
          [ATTRIBUTE.service]: serviceOf(turn),
        });
      }
    },

    judged(judge, seconds, reply, errorType) {
      const keys = { [ATTRIBUTE.evaluatorId]: judge.id };
      const failure = errorType ?? (reply?.status === 'failed' ? reply.reason : undefined);
      if (wasCalled(reply) || failure !== undefined) {
        record(METRIC.judgeDuration, seconds, failure === undefined ? keys : { ...keys, [ATTRIBUTE.errorType]: failure });
      }
      if (reply !== undefined && 'usage' in reply && reply.usage !== undefined) countUsage(counters, keys, reply.usage);
    },

    late: (spans = 1) => counters.add(LATE, {}, spans),

    lost: () => counters.add(LOST, {}),

    stats: () => statsOf(counters, evaluations, healthy()),
  };
}

function outcomeKeys(keys: Keys, outcome: Settlement['outcome']): Keys {
  const counted = { ...keys, [ATTRIBUTE.outcome]: outcome.status };
  return outcome.status === 'scored' ? counted : { ...counted, [ATTRIBUTE.reason]: outcome.reason };
}

function countVerdicts(counters: Counters, keys: Keys, verdicts: Verdicts): void {
  for (const verdict of verdicts.documents ?? []) {
    counters.add(METRIC.documents, { ...keys, [ATTRIBUTE.level]: verdict.level, [ATTRIBUTE.used]: usedText(verdict) });
  }
  // Zero is told too: it says that the judge looked, and gives the series a start to grow from.
  if (verdicts.missing !== undefined) counters.add(METRIC.missingContext, keys, verdicts.missing.length);
}

function countUsage(counters: Counters, keys: Keys, { inputTokens = 0, outputTokens = 0, cost = 0 }: Usage): void {
  if (inputTokens > 0) counters.add(METRIC.judgeTokens, { ...keys, [ATTRIBUTE.tokenType]: 'input' }, inputTokens);
  if (outputTokens > 0) counters.add(METRIC.judgeTokens, { ...keys, [ATTRIBUTE.tokenType]: 'output' }, outputTokens);
  if (cost > 0) counters.add(METRIC.judgeCost, keys, cost);
}

/** A turn that is too large, or over the budget, never reached the judge: it has no duration. */
function wasCalled(reply: JudgeReply | undefined): boolean {
  return reply !== undefined && (reply.status === 'answered' || reply.status === 'failed');
}

function whatReturned({ documents }: Retrieval): 'documents' | 'empty' | 'text_missing' {
  if (documents.length === 0) return 'empty';
  return documents.some(({ text }) => text !== undefined && text !== '') ? 'documents' : 'text_missing';
}
