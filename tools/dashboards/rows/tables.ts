import type { PanelBuilder } from '@grafana/grafana-foundation-sdk/table';
import { LABEL } from '../../alerts/metrics.ts';
import { PARAMETERS } from '../../alerts/parameters.ts';
import { by } from '../../alerts/promql.ts';
import { labelsOf } from '../../alerts/recordings.ts';
import { scoreAlerts } from '../../alerts/score-alerts.ts';
import { scorerAlerts } from '../../alerts/scorer-alerts.ts';
import { toDrillDown } from '../links.ts';
import { coloredCell, table } from '../panels/table.ts';
import { type Selection, selected } from '../selection.ts';

const { windows, base, scoreSlowDrop } = PARAMETERS;

export function firing({ service }: Selection): PanelBuilder {
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

export function worst({ evaluation }: Selection): PanelBuilder {
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
        properties: [{ id: 'decimals', value: 1 }, ...coloredCell('text', [3, 'orange'], [scoreSlowDrop.z, 'red'])],
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
