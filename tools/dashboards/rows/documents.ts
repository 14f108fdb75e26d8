import type { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { LABEL, RANDOM, SERIES } from '../../alerts/metrics.ts';
import { by } from '../../alerts/promql.ts';
import { chart, stacked } from '../panels/chart.ts';
import { type Selection, selected } from '../selection.ts';

const NO_DOCUMENTS = 'No judged documents';

export function levels({ evaluation }: Selection): PanelBuilder {
  return stacked(
    {
      title: 'Documents by level',
      description:
        'How relevant documents were to the question. More of none and low: retrieval finds the wrong ones, or fewer that fit are there to be found. ' +
        'A rest of none below a few of high may only be a k that is too large.',
      empty: NO_DOCUMENTS,
      unit: 'suffix: /min',
      width: 8,
      height: 8,
      queries: [{ expr: `60 * ${documents(evaluation, [LABEL.level])}`, legend: `{{${LABEL.level}}}` }],
    },
    'percent',
    { high: 'dark-green', medium: 'green', low: 'orange', none: 'red' },
  );
}

export function used({ evaluation }: Selection): PanelBuilder {
  const share = (of: readonly string[]): string =>
    `${documents(evaluation, of, `${LABEL.used}="true"`)}\n  / (${documents(evaluation, of, `${LABEL.used}!="unknown"`)} > 0)`;
  return chart({
    title: 'Share of documents that were used',
    description:
      'Documents that the answer made use of, by level. Where high ones are not used, the model overlooks them: too many documents, or in a bad order. ' +
      'Where low or none are used, answers lean on what does not answer.',
    empty: NO_DOCUMENTS,
    unit: 'percentunit',
    width: 8,
    height: 8,
    min: 0,
    max: 1,
    queries: [{ expr: share([LABEL.level]), legend: `{{${LABEL.level}}}` }],
  });
}

export function retrievals({ service }: Selection): PanelBuilder {
  return stacked(
    {
      title: 'Retrievals by convention and result',
      description:
        'What retrievals returned, as their spans tell it. empty: a filter, a permission, or an index that was not loaded. text_missing: documents without texts, so nothing ' +
        'can be scored; ragmeter explain names the setting. A convention that ends: an instrumentation was changed.',
      empty: 'No retrievals',
      unit: 'suffix: /min',
      width: 8,
      height: 8,
      queries: [
        {
          expr: `60 * ${by('sum', [LABEL.result, LABEL.convention], `rate(${selected(SERIES.retrievals, service)}[$__rate_interval])`)}`,
          legend: `{{${LABEL.result}}} {{${LABEL.convention}}}`,
        },
      ],
    },
    'normal',
    { empty: 'red', text_missing: 'orange' },
  );
}

export function missing({ evaluation, legend }: Selection): PanelBuilder {
  const rateOf = (series: string, ...matchers: readonly string[]): string =>
    by('sum', [LABEL.service, LABEL.version], `rate(${selected(series, ...matchers, evaluation)}[$__rate_interval])`);
  return chart({
    title: 'Missing context, pieces a turn',
    description:
      'Pieces that a question asks for and no document holds, of each scored turn. More of them: the corpus lacks something that users ask for. ' +
      'Explanations on evaluation spans say what. The lexical judge cannot tell.',
    empty: 'The judge cannot tell what is missing',
    unit: 'none',
    width: 24,
    height: 8,
    min: 0,
    queries: [
      {
        expr: `${rateOf(SERIES.missingContext, RANDOM)}\n  / (${rateOf(SERIES.turns, RANDOM, `${LABEL.outcome}="scored"`)} > 0)`,
        legend,
      },
    ],
  });
}

function documents(evaluation: string, labels: readonly string[], ...matchers: readonly string[]): string {
  return by('sum', labels, `rate(${selected(SERIES.documents, RANDOM, evaluation, ...matchers)}[$__rate_interval])`);
}
