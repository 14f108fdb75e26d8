import { DataqueryBuilder, PromQueryFormat, QueryEditorMode } from '@grafana/grafana-foundation-sdk/prometheus';
import { PROMETHEUS } from '../data-sources.ts';

export interface Query {
  readonly expr: string;
  readonly legend?: string;
  /** Whether dots are shown that open a trace. Prometheus has them for the buckets of a histogram only. */
  readonly exemplars?: boolean;
}

/** Values over time. */
export function range({ expr, legend = '', exemplars = false }: Query, index: number): DataqueryBuilder {
  return query(expr, index).range().legendFormat(legend).exemplar(exemplars);
}

/** Values as they are now. */
export function instant({ expr, legend = '' }: Query, index: number): DataqueryBuilder {
  return query(expr, index).instant().legendFormat(legend);
}

/** One row a series as it is now. */
export function row({ expr }: Query, index: number): DataqueryBuilder {
  return query(expr, index).instant().format(PromQueryFormat.Table);
}

/** Buckets over time. */
export function buckets({ expr, exemplars = false }: Query, index: number): DataqueryBuilder {
  return query(expr, index).range().format(PromQueryFormat.Heatmap).legendFormat('{{le}}').exemplar(exemplars);
}

function query(expr: string, index: number): DataqueryBuilder {
  return new DataqueryBuilder().datasource(PROMETHEUS).editorMode(QueryEditorMode.Code).expr(expr).refId(refId(index));
}

/** A, B, C … */
function refId(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index);
}
