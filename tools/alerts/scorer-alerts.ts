import { type Alert, labelValue, sameLabels } from './alert.ts';
import { LABEL, RANDOM, SERIES } from './metrics.ts';
import type { Parameters } from './parameters.ts';
import { allOf, by, zOfLimit } from './promql.ts';
import { evaluationOf, labelsOf } from './recordings.ts';

const WHERE = `${labelValue(LABEL.evaluation)} of ${labelValue(LABEL.service)}`;
const SHARE = '{{ $value | humanizePercentage }}';

/** What is said of the scoring itself: retrieval may be well or not, nobody measures it. */
export function scorerAlerts(parameters: Parameters): readonly Alert[] {
  const { scoresMissing, scorerAbsent, coverageLow, judgeFailing, budgetSpent, queueFull } = parameters;
  const { turns } = parameters.windows;
  const { step } = parameters.base;
  const own = sameLabels(labelsOf(parameters));
  const evaluation = evaluationOf(parameters);
  const hourly = (offset: string): string => by('sum', evaluation, `ragmeter:score_count:increase${step}${offset}`);
  const byReason = (selector: string): string =>
    by('sum', [LABEL.outcome, LABEL.reason], `increase(${SERIES.turns}{${selector}}[${turns}])`);
  const asked = `ragmeter:turns_asked:increase${turns}`;
  const expected = `ragmeter:turns_expected:increase${turns}`;
  const failed = `ragmeter:judge_failed_share:${turns}`;
  const coverage = `ragmeter:coverage:${turns}`;
  const known = `last_over_time(ragmeter:scorer_services[${scorerAbsent.memory}])`;
  const unhealthy = `(${by('max', [LABEL.job], SERIES.healthy)} == 0)`;

  return [
    {
      alert: 'RagScoresMissing',
      parameters: scoresMissing,
      // By evaluation and service: a new version or judge takes over from the old one, whose scores are not missed.
      expr:
        `(\n  ${hourly(' offset 1d')} >= ${scoresMissing.expected}\n` +
        `    and ${hourly(' offset 1w')} >= ${scoresMissing.expected}\n)\nunless ${hourly('')} > 0`,
      summary: `No scores of ${WHERE} for an hour`,
      meaning: 'At this time of yesterday and of a week ago there were scores, now there is none: drops cannot be seen.',
      lookAt: [
        'Whether the service has traffic at all.',
        'Where turns go: the query below by outcome and reason. No turns: do its traces still reach the scorer, with retrievals in them?',
        'ragmeter explain on a recorded trace: it says what was found and what must be switched on.',
      ],
      query: byReason(sameLabels(evaluation)),
    },
    {
      alert: 'RagScorerAbsent',
      parameters: scorerAbsent,
      // Gone; or there, and no good, with its services where they are known; or never there at all.
      expr:
        `${by('group', [LABEL.job, LABEL.service], known)}\n` +
        `  unless on (${LABEL.job}) ${by('group', [LABEL.job], SERIES.healthy)}\n` +
        `or ragmeter:scorer_services and on (${LABEL.job}) ${unhealthy}\n` +
        `or ${unhealthy} unless on (${LABEL.job}) ragmeter:scorer_services\n` +
        `or absent(${SERIES.healthy}) unless on () ${known}`,
      summary: `Nothing is scored{{ with $labels.${LABEL.service} }} for {{ . }}{{ end }}{{ with $labels.${LABEL.job} }} (job {{ . }}){{ end }}`,
      meaning: `No metrics of the scorer reach Prometheus, or all its processes say that they can score nothing (${SERIES.healthy} is 0): drops cannot be seen.`,
      lookAt: [
        'Whether the process runs: /healthz of ragmeter serve, or the service that has the span processor.',
        'Its log: where it is wired wrongly it says so once, with the cure.',
        "Prometheus' targets page, or the Collector's pipeline that brings the metrics.",
      ],
      query: by('max', [LABEL.job, 'instance'], SERIES.healthy),
    },
    {
      alert: 'RagCoverageLow',
      parameters: coverageLow,
      expr: allOf(
        coverage,
        `${zOfLimit(String(coverageLow.limit), coverage, coverageLow.limit, expected)} > ${coverageLow.z}`,
        `${expected} >= ${coverageLow.minTurns}`,
      ),
      summary: `Only ${SHARE} of the turns of ${WHERE} are scored`,
      meaning:
        'Of the turns with documents and a question fewer have a score than should. The mean speaks only of those that have: it may look better or worse than it is.',
      lookAt: [
        'The reasons, by the query below.',
        'text_missing or no_query: switch content capture on in the instrumentation; ragmeter explain names the setting.',
        'failed, budget or queue_full: the judge is the bottleneck; too_old or evicted: traces arrive late or in too many pieces.',
      ],
      query: byReason(`${RANDOM}, ${own}`),
    },
    {
      alert: 'RagJudgeFailing',
      parameters: judgeFailing,
      expr: allOf(
        failed,
        `${zOfLimit(failed, String(judgeFailing.limit), judgeFailing.limit, asked)} > ${judgeFailing.z}`,
        `${asked} >= ${judgeFailing.minTurns}`,
      ),
      summary: `${labelValue(LABEL.judge)} fails for ${SHARE} of the turns of ${WHERE}`,
      meaning: 'The judge does not answer, or answers what cannot be used. Failures are never scores: retrieval may be as good as ever.',
      lookAt: [
        'The reasons, by the query below: judge_auth is a key, judge_rate_limited a quota, invalid_verdict a model that cannot do it.',
        `How long calls take, and which fail: ${SERIES.judgeDuration} by ${LABEL.errorType}.`,
        'ragmeter judge check with the same judge from the same network.',
      ],
      query: byReason(`${LABEL.outcome}="failed", ${own}`),
    },
    {
      alert: 'RagBudgetSpent',
      parameters: budgetSpent,
      expr: allOf(`ragmeter:budget_share:${turns} > ${budgetSpent.limit}`, `${expected} >= ${budgetSpent.minTurns}`),
      summary: `${SHARE} of the turns of ${WHERE} are over the judge's budget`,
      meaning:
        'More turns are chosen for scoring than the judge may be asked about. Those dropped are a matter of time, not of chance: busy minutes count less.',
      lookAt: [
        'Whether traffic grew, or a loop asks the same again and again.',
        'Lower the ratio of this evaluation: chance then chooses, fairly.',
        'Or raise the budget of the judge.',
      ],
      query: byReason(`${LABEL.reason}="budget", ${own}`),
    },
    {
      alert: 'RagQueueFull',
      parameters: queueFull,
      expr:
        `${allOf(`ragmeter:queue_full_share:${turns} > ${queueFull.limit}`, `${expected} >= ${queueFull.minTurns}`)}\n` +
        `or ${by('max', [LABEL.job, 'instance'], `${SERIES.queueSize} / ${SERIES.queueCapacity}`)} > ${queueFull.fill}`,
      summary: `The queue in front of the judge is full{{ with $labels.${LABEL.service} }}: turns of {{ . }} are dropped{{ end }}{{ with $labels.${LABEL.job} }} (job {{ . }}){{ end }}`,
      meaning: 'Turns come faster than the judge answers. The service that is evaluated is not slowed down: turns are dropped and counted.',
      lookAt: [
        `How long calls take: ${SERIES.judgeDuration}.`,
        'Whether traffic grew: then lower the ratio of the evaluation, or add replicas of the scorer.',
        'limits.workers and limits.maxQueue: more workers if the judge can take them; a longer queue helps in bursts only.',
      ],
      query: by('max', [LABEL.job, 'instance'], `${SERIES.queueSize} / ${SERIES.queueCapacity}`),
    },
  ];
}
