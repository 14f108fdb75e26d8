import { DatasourceVariableBuilder, QueryVariableBuilder, VariableRefresh, VariableSort } from '@grafana/grafana-foundation-sdk/dashboard';
import { LABEL, SERIES } from '../alerts/metrics.ts';
import { PROMETHEUS } from './data-sources.ts';

/** Where data comes from, by the type of the source. */
export function dataSource(type: 'prometheus' | 'loki' | 'tempo'): DatasourceVariableBuilder {
  return new DatasourceVariableBuilder(type).label(`${type[0]?.toUpperCase()}${type.slice(1)}`).type(type);
}

/** Values of a label of all turns that were seen, as far as the variables before it leave them. */
function valuesOf(name: string, label: string, matchers: string): QueryVariableBuilder {
  const query = `label_values(${SERIES.seen}${matchers === '' ? '' : `{${matchers}}`}, ${label})`;
  return new QueryVariableBuilder(name)
    .label(`${name[0]?.toUpperCase()}${name.slice(1)}`)
    .datasource(PROMETHEUS)
    .query(query)
    .definition(query)
    .refresh(VariableRefresh.OnTimeRangeChanged)
    .sort(VariableSort.AlphabeticalAsc);
}

/** All of them at first. A regular expression stands for all: a list of them would make queries long. */
function several(variable: QueryVariableBuilder): QueryVariableBuilder {
  return variable.multi(true).includeAll(true).allValue('.*').current({ selected: true, text: 'All', value: '$__all' });
}

export const services = (): QueryVariableBuilder => several(valuesOf('service', LABEL.service, ''));
export const service = (): QueryVariableBuilder => valuesOf('service', LABEL.service, '');
export const evaluation = (): QueryVariableBuilder => valuesOf('evaluation', LABEL.evaluation, `${LABEL.service}=~"$service"`);
export const judges = (): QueryVariableBuilder =>
  several(valuesOf('judge', LABEL.judge, `${LABEL.service}=~"$service", ${LABEL.evaluation}=~"$evaluation"`));
export const versions = (): QueryVariableBuilder =>
  several(valuesOf('version', LABEL.version, `${LABEL.service}=~"$service", ${LABEL.evaluation}=~"$evaluation", ${LABEL.judge}=~"$judge"`));
