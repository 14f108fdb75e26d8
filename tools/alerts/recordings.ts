import { type DropReason, FAILURE_REASONS, type SkipReason } from '../../src/model/outcome.ts';
import { EVALUATION_LABELS, LABEL, RANDOM, SERIES } from './metrics.ts';
import type { Duration, Parameters } from './parameters.ts';
import { by, increase, z } from './promql.ts';

export interface Recording {
  readonly record: string;
  readonly expr: string;
}

/** Of such a turn there was nothing to score: it is not missing. */
const NOTHING_TO_SCORE: readonly (SkipReason | DropReason)[] = ['no_documents', 'no_answer', 'no_reference', 'no_relevant', 'duplicate'];

/** Failures that are the judge's own, not those of an extractor or a scorer. */
const JUDGES_OWN = FAILURE_REASONS.filter((reason) => reason !== 'extractor_error' && reason !== 'scorer_error');

/** What the alerts and the dashboards read. In order: later ones read earlier ones of the same minute. */
export function recordings(parameters: Parameters): readonly Recording[] {
  return [
    ...scoresIn(parameters.windows.short, parameters),
    ...scoresIn(parameters.windows.long, parameters),
    ...base(parameters),
    ...changes(parameters),
    ...turns(parameters),
    {
      record: 'ragmeter:score_floor',
      // A floor says nothing of its service, so that of the same process counts.
      expr: by(
        'max',
        labelsOf(parameters),
        `\n  ${by('group', [LABEL.job, ...labelsOf(parameters)], `${SERIES.score}_count{${RANDOM}}`)}\n` +
          `  * on (${LABEL.job}, ${LABEL.evaluation}) group_left ()\n` +
          `  ${by('max', [LABEL.job, LABEL.evaluation], SERIES.floor)}\n`,
      ),
    },
    { record: 'ragmeter:scorer_services', expr: by('group', [LABEL.job, LABEL.service], SERIES.seen) },
  ];
}

export function labelsOf({ labels }: Parameters): readonly string[] {
  return [...EVALUATION_LABELS, ...labels];
}

function scoresIn(window: Duration, parameters: Parameters): readonly Recording[] {
  const count = `ragmeter:score_count:increase${window}`;
  const sum = `ragmeter:score_sum:increase${window}`;
  return [
    { record: count, expr: by('sum', labelsOf(parameters), increase(`${SERIES.score}_count`, RANDOM, window)) },
    { record: sum, expr: by('sum', labelsOf(parameters), increase(`${SERIES.score}_sum`, RANDOM, window)) },
    { record: `ragmeter:score_mean:${window}`, expr: `${sum} / (${count} > 0)` },
  ];
}

function base(parameters: Parameters): readonly Recording[] {
  const { step, window, minScores } = parameters.base;
  const labels = labelsOf(parameters);
  const hourly = (series: string, selector: string): string => by('sum', labels, increase(series, selector, step));
  const overBase = (record: string): string => `${record}[${window}:${step}] offset ${step}`;
  const sumOf = (record: string): string => `sum_over_time(${overBase(record)})`;
  return [
    { record: `ragmeter:score_count:increase${step}`, expr: hourly(`${SERIES.score}_count`, RANDOM) },
    { record: `ragmeter:score_sum:increase${step}`, expr: hourly(`${SERIES.score}_sum`, RANDOM) },
    { record: `ragmeter:score_bad:increase${step}`, expr: hourly(`${SERIES.score}_bucket`, `${RANDOM}, le="${parameters.badUpTo}"`) },
    { record: 'ragmeter:score_count:base', expr: `${sumOf(`ragmeter:score_count:increase${step}`)} > ${minScores}` },
    { record: 'ragmeter:score_mean:base', expr: `${sumOf(`ragmeter:score_sum:increase${step}`)} / ragmeter:score_count:base` },
    { record: 'ragmeter:bad_share:base', expr: `${sumOf(`ragmeter:score_bad:increase${step}`)} / ragmeter:score_count:base` },
    ...spread(parameters, overBase),
  ];
}

/**
 * Sum of F(1 − F) over the bounds of the histogram, F the share of scores up to the bound: 0 where all scores are in one bucket, and the
 * larger the further they lie apart.
 */
function spread(parameters: Parameters, overBase: (record: string) => string): readonly Recording[] {
  const { long: window } = parameters.windows;
  const labels = labelsOf(parameters);
  const share = `ragmeter:score_bucket_share:${window}`;
  const buckets = by('sum', [...labels, 'le'], increase(`${SERIES.score}_bucket`, RANDOM, window));
  return [
    { record: share, expr: `${buckets}\n  / ignoring (le) group_left () (ragmeter:score_count:increase${window} > 0)` },
    { record: `ragmeter:score_spread:${window}`, expr: by('sum', labels, `${share} * (1 - ${share})`) },
    {
      record: 'ragmeter:score_spread:base',
      // Of whatever version: a judge that is stuck since it was changed has no spread of its own to be compared with.
      expr: by('max', evaluationOf(parameters), `avg_over_time(${overBase(`ragmeter:score_spread:${window}`)})`),
    },
  ];
}

/** Labels of an evaluation of a service, whichever judge and version does it. */
export function evaluationOf({ labels }: Parameters): readonly string[] {
  return [LABEL.evaluation, LABEL.service, ...labels];
}

function changes(parameters: Parameters): readonly Recording[] {
  const zOf = (window: Duration): Recording => ({
    record: `ragmeter:score_z:${window}`,
    expr: z(
      'ragmeter:score_mean:base',
      `ragmeter:score_mean:${window}`,
      'ragmeter:score_mean:base',
      `ragmeter:score_count:increase${window}`,
      'ragmeter:score_count:base',
    ),
  });
  const { long: window } = parameters.windows;
  const bad = `ragmeter:bad_share:${window}`;
  const count = `ragmeter:score_count:increase${window}`;
  return [
    zOf(parameters.windows.short),
    zOf(parameters.windows.long),
    { record: bad, expr: by('sum', labelsOf(parameters), `ragmeter:score_bucket_share:${window}{le="${parameters.badUpTo}"}`) },
    {
      record: `ragmeter:bad_share_z:${window}`,
      expr: z(bad, 'ragmeter:bad_share:base', 'ragmeter:bad_share:base', count, 'ragmeter:score_count:base'),
    },
  ];
}

function turns(parameters: Parameters): readonly Recording[] {
  const labels = labelsOf(parameters);
  const { turns: window } = parameters.windows;
  const all = `ragmeter:turns:increase${window}`;
  const sum = (selector: string): string => by('sum', labels, `${all}{${selector}}`);
  const outcome = (name: string): string => `${LABEL.outcome}="${name}"`;
  const reason = (name: string): string => `${LABEL.reason}="${name}"`;
  const expected = `ragmeter:turns_expected:increase${window}`;
  const asked = `ragmeter:turns_asked:increase${window}`;
  return [
    { record: all, expr: by('sum', [...labels, LABEL.outcome, LABEL.reason], increase(SERIES.turns, RANDOM, window)) },
    { record: expected, expr: sum(`${LABEL.reason}!~"${NOTHING_TO_SCORE.join('|')}"`) },
    { record: asked, expr: sum(`${LABEL.outcome}=~"scored|failed"`) },
    // Where nothing was ever scored there is no series to say so.
    { record: `ragmeter:coverage:${window}`, expr: `(${sum(outcome('scored'))}\n  or 0 * ${expected})\n  / (${expected} > 0)` },
    {
      record: `ragmeter:judge_failed_share:${window}`,
      expr: `${sum(`${outcome('failed')}, ${LABEL.reason}=~"${JUDGES_OWN.join('|')}"`)}\n  / (${asked} > 0)`,
    },
    { record: `ragmeter:budget_share:${window}`, expr: `${sum(`${outcome('dropped')}, ${reason('budget')}`)}\n  / (${expected} > 0)` },
    {
      record: `ragmeter:queue_full_share:${window}`,
      expr: `${sum(`${outcome('dropped')}, ${reason('queue_full')}`)}\n  / (${expected} > 0)`,
    },
  ];
}
