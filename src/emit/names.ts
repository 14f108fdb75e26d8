/**
 * Every name that we write, once.
 *
 * `gen_ai.*`, `error.type`, `http.route` and `deployment.environment.name` are OpenTelemetry semantic conventions (https://github.com/open-telemetry/semantic-conventions);
 * `gen_ai.evaluation.evaluator.*` is proposed there and may still change. `ragmeter.*` is ours.
 */

/** Version of this package. A test compares it with package.json; nothing reads a file at run time. */
export const VERSION = '0.1.0';

/** Name of our instrumentation scope: of the tracer, the meter and the logger. */
export const SCOPE = 'ragmeter';

/** True for telemetry that we wrote ourselves; it is never evaluated. */
export function isOwnScope(name: string): boolean {
  return name === SCOPE;
}

/** The same by its attributes, where a gateway renamed the scope; and true for spans of a judge that was marked by whoever wrote it. */
export function isMarked(attributes: Readonly<Record<string, unknown>>): boolean {
  return attributes[ATTRIBUTE.evaluationId] !== undefined || attributes[ATTRIBUTE.judge] !== undefined;
}

/** Event name of an evaluation result. */
export const EVENT_NAME = 'gen_ai.evaluation.result';

/** A result's span is called this and the evaluation's name. */
export const SPAN_NAME_PREFIX = 'evaluate ';

/** Metric value of `ragmeter.service` where the resource did not say. As in the OpenTelemetry SDKs. */
export const UNKNOWN_SERVICE = 'unknown_service';

/** Attribute keys of metrics, events and spans. */
export const ATTRIBUTE = {
  evaluationName: 'gen_ai.evaluation.name',
  /** 0..1 */
  scoreValue: 'gen_ai.evaluation.score.value',
  /** `excellent`, `good`, `mixed`, `poor`, `very_poor` */
  scoreLabel: 'gen_ai.evaluation.score.label',
  explanation: 'gen_ai.evaluation.explanation',
  /** The judge's id. */
  evaluatorId: 'gen_ai.evaluation.evaluator.id',
  /** The evaluation's version: changes with scorer, rubric, judge or model. */
  evaluatorVersion: 'gen_ai.evaluation.evaluator.version',
  evaluatorType: 'gen_ai.evaluation.evaluator.type',
  responseId: 'gen_ai.response.id',
  /** `input`, `output` */
  tokenType: 'gen_ai.token.type',
  /** Why it failed, one of the failure reasons. */
  errorType: 'error.type',
  route: 'http.route',
  /** Of the evaluated service's resource. */
  environment: 'deployment.environment.name',
  /** Names one turn's result of one evaluation; equal for duplicates. Every span and event of ours has it, so that it also marks them as ours. */
  evaluationId: 'ragmeter.evaluation.id',
  /** Never written by us: whoever traces a judge of their own puts it on its spans, so that they are not evaluated. */
  judge: 'ragmeter.judge',
  /** `random`, `rule` */
  sample: 'ragmeter.sample',
  /** 0..1 */
  sampleProbability: 'ragmeter.sample.probability',
  /** `service.name` of the evaluated span. */
  service: 'ragmeter.service',
  /** `scored`, `skipped`, `failed`, `dropped` */
  outcome: 'ragmeter.outcome',
  /** Why it was skipped, failed or dropped; absent for scored. */
  reason: 'ragmeter.reason',
  convention: 'ragmeter.convention',
  /** `documents`, `empty`, `text_missing` */
  result: 'ragmeter.result',
  /** `high`, `medium`, `low`, `none` */
  level: 'ragmeter.level',
  /** `true`, `false`, `unknown` */
  used: 'ragmeter.used',
  /** Levels, in document order. */
  documentsLevels: 'ragmeter.documents.levels',
  /** `true`, `false`, `unknown`, in document order. */
  documentsUsed: 'ragmeter.documents.used',
  missingCount: 'ragmeter.missing.count',
  flags: 'ragmeter.flags',
  /** The next three are written only when the user asks for content. */
  contentQuery: 'ragmeter.content.query',
  contentAnswer: 'ragmeter.content.answer',
  contentDocuments: 'ragmeter.content.documents',
  overflow: 'otel.metric.overflow',
} as const;

/** Metric names. */
export const METRIC = {
  score: 'ragmeter.score',
  turns: 'ragmeter.turns',
  seen: 'ragmeter.turns.seen',
  waiting: 'ragmeter.turns.waiting',
  retrievals: 'ragmeter.retrievals',
  documents: 'ragmeter.documents',
  missingContext: 'ragmeter.missing_context',
  judgeDuration: 'ragmeter.judge.duration',
  judgeTokens: 'ragmeter.judge.tokens',
  judgeCost: 'ragmeter.judge.cost',
  scoreDelay: 'ragmeter.score.delay',
  queueSize: 'ragmeter.queue.size',
  queueCapacity: 'ragmeter.queue.capacity',
  healthy: 'ragmeter.healthy',
  scoreFloor: 'ragmeter.score.floor',
  judgeAgreement: 'ragmeter.judge.agreement',
} as const;

/** Counted for `stats()` only; no carrier writes these. */
export const LATE = 'ragmeter.late';
export const LOST = 'ragmeter.lost';

/** A row of the metric table. */
export interface MetricDefinition {
  readonly name: (typeof METRIC)[keyof typeof METRIC];
  readonly kind: 'counter' | 'up-down' | 'histogram' | 'gauge';
  /** UCUM. No gauge has unit `1`: the Collector would append `_ratio` to its Prometheus name. */
  readonly unit: string;
  readonly description: string;
  readonly keys: readonly string[];
  /** Upper bounds of a histogram's buckets. Never whole numbers: Prometheus 3 rewrites those, and queries by `le` would miss them. */
  readonly bounds?: readonly number[];
}

/** What all metrics of an evaluation are told apart by. */
const EVALUATION_KEYS: readonly string[] = [
  ATTRIBUTE.evaluationName,
  ATTRIBUTE.evaluatorId,
  ATTRIBUTE.evaluatorVersion,
  ATTRIBUTE.sample,
  ATTRIBUTE.service,
];

/** All that we measure. Nothing else is written. */
export const METRICS: readonly MetricDefinition[] = [
  {
    name: METRIC.score,
    kind: 'histogram',
    unit: '1',
    description: 'Retrieval quality of a turn, 0 (worst) to 1 (best). Scored turns only: a failure is never a number.',
    keys: EVALUATION_KEYS,
    // The outermost two tell a plain 0 and a plain 1 from what is near them.
    bounds: [0.001, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.999],
  },
  {
    name: METRIC.turns,
    kind: 'counter',
    unit: '{turn}',
    description: 'Turns that have their outcome, 0 or more.',
    keys: [...EVALUATION_KEYS, ATTRIBUTE.outcome, ATTRIBUTE.reason],
  },
  {
    name: METRIC.seen,
    kind: 'counter',
    unit: '{turn}',
    description: 'Turns handed to an evaluation, after sampling, 0 or more.',
    keys: EVALUATION_KEYS,
  },
  {
    name: METRIC.waiting,
    kind: 'up-down',
    unit: '{turn}',
    description: 'Turns handed to an evaluation that have no outcome yet, 0 or more.',
    keys: EVALUATION_KEYS,
  },
  {
    name: METRIC.retrievals,
    kind: 'counter',
    unit: '{retrieval}',
    description: 'Retrievals of assembled turns, by what they returned, 0 or more.',
    keys: [ATTRIBUTE.convention, ATTRIBUTE.result, ATTRIBUTE.service],
  },
  {
    name: METRIC.documents,
    kind: 'counter',
    unit: '{document}',
    description: 'Judged documents, by level and by whether the answer used them, 0 or more.',
    keys: [...EVALUATION_KEYS, ATTRIBUTE.level, ATTRIBUTE.used],
  },
  {
    name: METRIC.missingContext,
    kind: 'counter',
    unit: '{item}',
    description: 'Pieces of context that the judge found missing, 0 or more.',
    keys: EVALUATION_KEYS,
  },
  {
    name: METRIC.judgeDuration,
    kind: 'histogram',
    unit: 's',
    description: 'Time of one call of a judge, 0 or more.',
    keys: [ATTRIBUTE.evaluatorId, ATTRIBUTE.errorType],
    // The lexical judge takes a fraction of a millisecond, a reasoning model a minute.
    bounds: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92],
  },
  {
    name: METRIC.judgeTokens,
    kind: 'counter',
    unit: '{token}',
    description: 'Tokens that judges used, 0 or more.',
    keys: [ATTRIBUTE.evaluatorId, ATTRIBUTE.tokenType],
  },
  {
    name: METRIC.judgeCost,
    kind: 'counter',
    unit: '{USD}',
    description: 'What judges cost in US dollars, 0 or more.',
    keys: [ATTRIBUTE.evaluatorId],
  },
  {
    name: METRIC.scoreDelay,
    kind: 'histogram',
    unit: 's',
    description: "Time from a turn's end to its score, 0 or more. Scored turns only.",
    keys: [ATTRIBUTE.evaluatorId],
    // From the shortest grace to the age at which a turn is too old.
    bounds: [0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92, 163.84, 327.68, 655.36, 1310.72, 2621.44],
  },
  {
    name: METRIC.queueSize,
    kind: 'gauge',
    unit: '{turn}',
    description: 'Turns that wait for a judge, 0 to the capacity.',
    keys: [],
  },
  {
    name: METRIC.queueCapacity,
    kind: 'gauge',
    unit: '{turn}',
    description: 'Turns that may wait for a judge, 1 or more.',
    keys: [],
  },
  {
    name: METRIC.healthy,
    kind: 'gauge',
    unit: '{status}',
    description: '1, or 0 when wired wrongly or nothing can be scored.',
    keys: [],
  },
  {
    name: METRIC.scoreFloor,
    kind: 'gauge',
    unit: '{score}',
    description: 'The mean score below which an alert is due, 0 to 1.',
    keys: [ATTRIBUTE.evaluationName],
  },
  {
    name: METRIC.judgeAgreement,
    kind: 'gauge',
    unit: '{score}',
    description: "A judge's agreement with human labels, -1 (opposite) over 0 (chance) to 1 (same).",
    keys: [ATTRIBUTE.evaluationName, ATTRIBUTE.evaluatorId],
  },
];

/** What `traceRetrieval` writes, so that any reader of OpenTelemetry GenAI finds it. */
export const ATTRIBUTE_RETRIEVAL = {
  operation: 'gen_ai.operation.name',
  query: 'gen_ai.retrieval.query.text',
  documents: 'gen_ai.retrieval.documents',
  dataSource: 'gen_ai.data_source.id',
} as const;
