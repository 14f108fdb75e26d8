import { MappingType, type ValueMap } from '@grafana/grafana-foundation-sdk/dashboard';
import type { PanelBuilder as FigureBuilder } from '@grafana/grafana-foundation-sdk/stat';
import type { PanelBuilder as TableBuilder } from '@grafana/grafana-foundation-sdk/table';
import { LABEL, SERIES } from '../../alerts/metrics.ts';
import { PARAMETERS } from '../../alerts/parameters.ts';
import { by } from '../../alerts/promql.ts';
import { labelsOf } from '../../alerts/recordings.ts';
import { scoreAlerts } from '../../alerts/score-alerts.ts';
import { scorerAlerts } from '../../alerts/scorer-alerts.ts';
import { byLabel } from '../bands.ts';
import { toDrillDown } from '../links.ts';
import { colored } from '../panels/about.ts';
import { figure } from '../panels/figure.ts';
import { coloredCell, table } from '../panels/table.ts';
import { type Selection, selected } from '../selection.ts';
import { badShare, meanNow } from '../usual.ts';

const { windows, base, scoreDropped, coverageLow, judgeFailing, badUpTo } = PARAMETERS;
const SIZE = { width: 4, height: 4 } as const;

export function meanFigure(selection: Selection): FigureBuilder {
  return figure({
    title: `Mean score, ${windows.short}`,
    description: 'The mean of all that is selected, in the color of its label. What is low may be usual here: compare with the band below.',
    empty: 'No scores',
    unit: 'none',
    ...SIZE,
    query: { expr: meanNow(selection) },
    thresholds: byLabel(),
    min: 0,
    max: 1,
    decimals: 2,
  });
}

export function zFigure({ evaluation }: Selection): FigureBuilder {
  return figure({
    title: 'z now, the worst',
    description: `Standard deviations by which the worst service is below its base of ${base.window}. Red is where RagScoreDropped looks: see which service it is.`,
    empty: 'No base yet',
    unit: 'none',
    ...SIZE,
    query: { expr: `max(${selected(`ragmeter:score_z:${windows.short}`, evaluation)})` },
    thresholds: colored('green', [3, 'orange'], [scoreDropped.z, 'red']),
    decimals: 1,
  });
}

export function badFigure(selection: Selection): FigureBuilder {
  return figure({
    title: `Bad turns, ${windows.long}`,
    description: `Share of turns that score ${badUpTo} or less. What is usual for a service stands in the chart of bad turns.`,
    empty: 'No scores',
    unit: 'percentunit',
    ...SIZE,
    query: { expr: badShare(selection) },
    thresholds: colored('blue'),
    min: 0,
    max: 1,
    decimals: 1,
  });
}

export function coverageFigure({ evaluation }: Selection): FigureBuilder {
  return figure({
    title: `Coverage, ${windows.turns}, the lowest`,
    description:
      'Share of turns with a score, of those that could have one, of the service that has least. Red: its mean speaks for few. See outcomes and reasons.',
    empty: 'No turns',
    unit: 'percentunit',
    ...SIZE,
    query: { expr: `min(${selected(`ragmeter:coverage:${windows.turns}`, evaluation)})` },
    thresholds: colored('red', [coverageLow.limit, 'green']),
    min: 0,
    max: 1,
  });
}

export function failingFigure({ evaluation }: Selection): FigureBuilder {
  return figure({
    title: `Judge failing, ${windows.turns}, the worst`,
    description:
      'Share of turns for which the judge failed, of the service that has most. Red: see judge errors; retrieval may be as good as ever.',
    empty: 'No failures',
    unit: 'percentunit',
    ...SIZE,
    query: { expr: `max(${selected(`ragmeter:judge_failed_share:${windows.turns}`, evaluation)})` },
    thresholds: colored('green', [judgeFailing.limit, 'red']),
    min: 0,
    max: 1,
  });
}

export function healthyFigure(): FigureBuilder {
  const states: ValueMap = {
    type: MappingType.ValueToText,
    options: { '0': { text: 'cannot score', color: 'red', index: 0 }, '1': { text: 'well', color: 'green', index: 1 } },
  };
  return figure({
    title: 'Scorers',
    description: 'Whether all scorers can score. If not, the log of the one says why, once, with the cure.',
    empty: 'No scorer',
    unit: 'none',
    ...SIZE,
    query: { expr: `min(${SERIES.healthy})` },
    thresholds: colored('red', [1, 'green']),
  }).mappings([states]);
}

export function firing({ service }: Selection): TableBuilder {
  const names = [...scoreAlerts(PARAMETERS), ...scorerAlerts(PARAMETERS)].map(({ alert }) => alert);
  // Some alerts are of a process, or of nothing that is there, and have no service.
  const alerts = selected('ALERTS', 'alertstate="firing"', `alertname=~"${names.join('|')}"`, service.replace(/"$/, '|"'));
  return table({
    title: 'Firing alerts',
    description:
      'What Prometheus tells now; held back or silenced ones too. Each says in its notification what it means, the first three things to look at, and a query to run.',
    empty: 'No alert fires',
    unit: 'none',
    width: 10,
    height: 8,
    queries: [{ expr: alerts }],
    columns: [
      { field: 'alertname', name: 'alert' },
      { field: 'severity', name: 'severity' },
      { field: LABEL.service, name: 'service' },
      { field: LABEL.evaluation, name: 'evaluation' },
      { field: LABEL.job, name: 'job' },
    ],
  });
}

export function worst({ evaluation }: Selection): TableBuilder {
  // Without the name of the series, so that rows of the same labels are one.
  const now = (record: string): string => by('max', labelsOf(PARAMETERS), selected(record, evaluation));
  return table({
    title: 'Worst services',
    description: `Lowest mean first. A service may always have been low: what it scored in ${base.window} stands beside it, and z says whether chance explains the difference. A click on a service opens its drill-down.`,
    empty: 'No scores',
    unit: 'none',
    width: 14,
    height: 8,
    queries: [
      `bottomk(20, ${now(`ragmeter:score_mean:${windows.long}`)})`,
      now('ragmeter:score_mean:base'),
      now(`ragmeter:score_z:${windows.long}`),
      now(`ragmeter:bad_share:${windows.long}`),
      now(`ragmeter:score_count:increase${windows.long}`),
    ].map((expr) => ({ expr })),
    columns: [
      { field: LABEL.service, name: 'service', properties: [toDrillDown({ service: 'service', judge: 'judge' })] },
      { field: LABEL.judge, name: 'judge' },
      { field: LABEL.version, name: 'version' },
      { field: 'Value #A', name: `mean ${windows.long}`, properties: [{ id: 'decimals', value: 2 }] },
      { field: 'Value #B', name: 'usual', properties: [{ id: 'decimals', value: 2 }] },
      {
        field: 'Value #C',
        name: `z ${windows.long}`,
        properties: [{ id: 'decimals', value: 1 }, ...coloredCell('text', [3, 'orange'], [PARAMETERS.scoreSlowDrop.z, 'red'])],
      },
      {
        field: 'Value #D',
        name: 'bad',
        properties: [
          { id: 'unit', value: 'percentunit' },
          { id: 'decimals', value: 1 },
        ],
      },
      { field: 'Value #E', name: 'scores', properties: [{ id: 'decimals', value: 0 }] },
    ],
  }).sortBy([{ build: () => ({ displayName: `mean ${windows.long}`, desc: false }) }]);
}
