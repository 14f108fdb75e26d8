import { ATTRIBUTE, METRIC, METRICS } from '../../src/emit/names.ts';
import { prometheusName } from '../../src/emit/prometheus.ts';

/** A metric's name in Prometheus. */
function named(metric: (typeof METRIC)[keyof typeof METRIC]): string {
  const defined = METRICS.find(({ name }) => name === metric);
  if (defined === undefined) throw new TypeError(`Expected a metric of the table, got ${metric}`);
  return prometheusName(defined);
}

/** An attribute's name as a label. */
export function label(attribute: string): string {
  return attribute.replaceAll('.', '_');
}

/** The metrics that rules and dashboards read, by their names in Prometheus. */
export const SERIES = {
  score: named(METRIC.score),
  turns: named(METRIC.turns),
  seen: named(METRIC.seen),
  retrievals: named(METRIC.retrievals),
  documents: named(METRIC.documents),
  missingContext: named(METRIC.missingContext),
  healthy: named(METRIC.healthy),
  floor: named(METRIC.scoreFloor),
  queueSize: named(METRIC.queueSize),
  queueCapacity: named(METRIC.queueCapacity),
  judgeDuration: named(METRIC.judgeDuration),
  judgeTokens: named(METRIC.judgeTokens),
  judgeCost: named(METRIC.judgeCost),
  judgeAgreement: named(METRIC.judgeAgreement),
  scoreDelay: named(METRIC.scoreDelay),
} as const;

export const LABEL = {
  evaluation: label(ATTRIBUTE.evaluationName),
  judge: label(ATTRIBUTE.evaluatorId),
  version: label(ATTRIBUTE.evaluatorVersion),
  service: label(ATTRIBUTE.service),
  sample: label(ATTRIBUTE.sample),
  outcome: label(ATTRIBUTE.outcome),
  reason: label(ATTRIBUTE.reason),
  errorType: label(ATTRIBUTE.errorType),
  convention: label(ATTRIBUTE.convention),
  result: label(ATTRIBUTE.result),
  level: label(ATTRIBUTE.level),
  used: label(ATTRIBUTE.used),
  tokenType: label(ATTRIBUTE.tokenType),
  /** Prometheus gives it to whatever it scrapes. */
  job: 'job',
} as const;

/** One baseline each: a new version begins a new one. */
export const EVALUATION_LABELS: readonly string[] = [LABEL.evaluation, LABEL.judge, LABEL.version, LABEL.service];

/** Turns chosen by a rule are no fair share of all turns: nothing is concluded from them. */
export const RANDOM = `${LABEL.sample}="random"`;
