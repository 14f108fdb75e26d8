import { type Alert, labelValue, sameLabels, seriesNamed } from './alert.ts';
import { LABEL, RANDOM, SERIES } from './metrics.ts';
import type { Parameters } from './parameters.ts';
import { allOf, by, zOfLimit } from './promql.ts';
import { evaluationOf, labelsOf } from './recordings.ts';

const WHERE = `${labelValue(LABEL.evaluation)} of ${labelValue(LABEL.service)}`;
const MEAN = '{{ $value | printf "%.2f" }}';

/** Where the answer usually is, once it is known that scores are worse. */
const CHANGED = 'What changed when the curve bends: deployment, index, corpus, chunker, embedding model.';
const WORST_TRACES = `A few bad traces: spans "evaluate ${labelValue(LABEL.evaluation)}" with the label poor or very_poor, or the dots of ${SERIES.score}_bucket in Grafana.`;

/** What is said of scores: that they are worse, or that they say nothing. */
export function scoreAlerts(parameters: Parameters): readonly Alert[] {
  const { windows, scoreDropped, scoreSlowDrop, badShareHigh, scoreBelowFloor, scoreStuck } = parameters;
  const { short, long } = windows;
  const own = sameLabels(labelsOf(parameters));
  const evaluation = evaluationOf(parameters);
  const mean = (window: string): string => `ragmeter:score_mean:${window}`;
  const atLeast = (count: number, window: string): string => `ragmeter:score_count:increase${window} >= ${count}`;
  const withBase = (window: string): string => seriesNamed([mean(window), 'ragmeter:score_mean:base'], own);

  return [
    {
      alert: 'RagScoreDropped',
      parameters: scoreDropped,
      expr: allOf(
        mean(short),
        `ragmeter:score_z:${short} > ${scoreDropped.z}`,
        `ragmeter:score_mean:base - ${mean(short)} > ${scoreDropped.change}`,
        atLeast(scoreDropped.minScores, short),
      ),
      summary: `${WHERE} dropped to ${MEAN}`,
      meaning:
        `The mean score of the last ${short} is below that of the last ${parameters.base.window} by more than chance explains. ` +
        'Users get worse documents now.',
      lookAt: [
        CHANGED,
        WORST_TRACES,
        'Whether retrievals come back empty or with other documents: ragmeter_retrievals_total by ragmeter_result, ragmeter_documents_total by ragmeter_level.',
      ],
      query: withBase(short),
    },
    {
      alert: 'RagScoreSlowDrop',
      parameters: scoreSlowDrop,
      expr: allOf(
        mean(long),
        `ragmeter:score_z:${long} > ${scoreSlowDrop.z}`,
        `ragmeter:score_mean:base - ${mean(long)} > ${scoreSlowDrop.change}`,
        atLeast(scoreSlowDrop.minScores, long),
      ),
      summary: `${WHERE} sank to ${MEAN}`,
      meaning: `The mean score of the last ${long} is below that of the last ${parameters.base.window} by more than chance explains: a slow decline, or a drop where traffic is low.`,
      lookAt: [
        'Since when, over a week: a step is a change of yours, a slope is a corpus that goes stale or questions that change.',
        CHANGED,
        WORST_TRACES,
      ],
      query: withBase(long),
    },
    {
      alert: 'RagScoreBelowFloor',
      parameters: scoreBelowFloor,
      expr: allOf(
        mean(long),
        `${zOfLimit('ragmeter:score_floor', mean(long), 'ragmeter:score_floor', `ragmeter:score_count:increase${long}`)} > ${scoreBelowFloor.z}`,
        atLeast(scoreBelowFloor.minScores, long),
      ),
      summary: `${WHERE} is below its floor at ${MEAN}`,
      meaning: `The mean score of the last ${long} is below the floor that its configuration sets. A base that sinks slowly does not hide this, and a new version needs no base for it.`,
      lookAt: [
        'Whether RagScoreDropped fired before: then that is the cause.',
        'Whether the floor fits this judge and this scorer: a change of either moves the mean.',
        WORST_TRACES,
      ],
      query: seriesNamed([mean(long), 'ragmeter:score_floor'], own),
    },
    {
      alert: 'RagBadShareHigh',
      parameters: badShareHigh,
      expr: allOf(
        `ragmeter:bad_share:${long}`,
        `ragmeter:bad_share_z:${long} > ${badShareHigh.z}`,
        `ragmeter:bad_share:${long} - ragmeter:bad_share:base > ${badShareHigh.change}`,
        atLeast(badShareHigh.minScores, long),
      ),
      summary: `{{ $value | humanizePercentage }} of the turns of ${WHERE} are bad`,
      meaning: `More turns than usual score ${parameters.badUpTo} or less, while the mean may look well: one kind of question, one route or one tenant's documents fail.`,
      lookAt: [
        WORST_TRACES,
        'What the bad turns share: http.route, language, the retrieval span that is evaluated.',
        'Whether a part of the corpus is gone: a filter, a permission, an index that was not loaded.',
      ],
      query: seriesNamed([`ragmeter:bad_share:${long}`, 'ragmeter:bad_share:base'], own),
    },
    {
      alert: 'RagScoreStuck',
      parameters: scoreStuck,
      expr: allOf(
        mean(long),
        `ragmeter:score_spread:${long} < ${scoreStuck.spread}`,
        atLeast(scoreStuck.minScores, long),
        `on (${evaluation.join(', ')}) ragmeter:score_spread:base > ${scoreStuck.usualSpread}`,
      ),
      summary: `All scores of ${WHERE} are alike, about ${MEAN}`,
      meaning: `For ${long} every score fell into one bucket of the histogram, and used not to. Such scores say nothing: the judge answers the same whatever it is asked, or is always given the same. Drops cannot be seen meanwhile.`,
      lookAt: [
        'The explanations on evaluation spans: are they about the documents of their trace?',
        'ragmeter judge check: does the judge still tell good documents from bad ones?',
        'What changed in judge, model, prompt or gateway; a cache in front of the model that ignores the prompt.',
      ],
      query: by('sum', ['le'], `rate(${SERIES.score}_bucket{${RANDOM}, ${own}}[${windows.turns}])`),
    },
  ];
}
