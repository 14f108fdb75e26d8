import type { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { LABEL, SERIES } from '../../alerts/metrics.ts';
import { PARAMETERS } from '../../alerts/parameters.ts';
import { by } from '../../alerts/promql.ts';
import { chart, HALF, stacked } from '../panels/chart.ts';
import { type Selection, selected } from '../selection.ts';

const { windows, coverageLow } = PARAMETERS;
const NO_TURNS = 'No turns';

export function outcomes({ evaluation }: Selection): PanelBuilder {
  return stacked(
    {
      title: 'Turns by outcome and reason',
      description:
        'Every turn has one outcome. skipped no_documents: retrieval came back empty. skipped text_missing or no_query: switch content capture on in the instrumentation. ' +
        'failed: the judge is in trouble, not retrieval. dropped: it is asked too often, or too late. No turns at all: do traces still reach the scorer?',
      empty: NO_TURNS,
      unit: 'suffix: /min',
      width: 12,
      height: 9,
      queries: [
        {
          expr: `60 * ${by('sum', [LABEL.outcome, LABEL.reason], `rate(${selected(SERIES.turns, evaluation)}[$__rate_interval])`)}`,
          legend: `{{${LABEL.outcome}}} {{${LABEL.reason}}}`,
        },
      ],
    },
    'normal',
    { scored: 'green', skipped: 'blue', failed: 'red', dropped: 'orange' },
  );
}

export function coverage({ evaluation, legend }: Selection): PanelBuilder {
  return chart({
    title: 'Coverage',
    description:
      `Turns that have a score, of those of ${windows.turns} that could have one. Below ${coverageLow.limit * 100} % RagCoverageLow tells: the mean then speaks for few, and may look better or worse than it is. ` +
      'See the reasons beside it.',
    empty: NO_TURNS,
    unit: 'percentunit',
    ...HALF,
    min: 0,
    max: 1,
    queries: [{ expr: selected(`ragmeter:coverage:${windows.turns}`, evaluation), legend }],
    limit: { at: coverageLow.limit, badIs: 'below' },
  });
}
