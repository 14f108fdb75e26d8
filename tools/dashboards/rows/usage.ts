import type { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { LABEL, SERIES } from '../../alerts/metrics.ts';
import { by } from '../../alerts/promql.ts';
import { chart, stacked } from '../panels/chart.ts';
import { type Selection, selected } from '../selection.ts';

const SIZE = { width: 8, height: 8 } as const;

export function tokens({ judge }: Selection): PanelBuilder {
  return stacked(
    {
      title: 'Tokens of the judge',
      description:
        'Tokens that a model read and wrote to judge. Where they grow and turns do not, documents became longer or more. The lexical judge needs none.',
      empty: 'No tokens: the judge is no model',
      unit: 'suffix: /min',
      ...SIZE,
      queries: [
        {
          expr: `60 * ${by('sum', [LABEL.judge, LABEL.tokenType], `rate(${selected(SERIES.judgeTokens, judge)}[$__rate_interval])`)}`,
          legend: `{{${LABEL.judge}}} {{${LABEL.tokenType}}}`,
        },
      ],
    },
    'normal',
  );
}

export function cost({ judge }: Selection): PanelBuilder {
  return chart({
    title: 'Cost of the judge, an hour',
    description:
      'US dollars an hour, where the judge says what a call cost. Too much: lower the ratio of the evaluation; a tenth of the turns often tells the same.',
    empty: 'The judge tells no cost',
    unit: 'currencyUSD',
    ...SIZE,
    min: 0,
    queries: [
      {
        expr: `3600 * ${by('sum', [LABEL.judge], `rate(${selected(SERIES.judgeCost, judge)}[$__rate_interval])`)}`,
        legend: `{{${LABEL.judge}}}`,
      },
    ],
  });
}
