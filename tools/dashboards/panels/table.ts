import { type DataTransformerConfig, type DynamicConfigValue, ThresholdsMode } from '@grafana/grafana-foundation-sdk/dashboard';
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/table';
import { PROMETHEUS } from '../data-sources.ts';
import { type About, describe } from './about.ts';
import { type Query, row } from './query.ts';

/** A column: the field that it is made of, its name, and what makes it look other than the rest. */
export interface Column {
  readonly field: string;
  readonly name: string;
  readonly properties?: readonly DynamicConfigValue[];
}

export interface Table extends About {
  /** Their series have the same labels: rows are joined by them. */
  readonly queries: readonly Query[];
  /** In this order; other fields are not shown. */
  readonly columns: readonly Column[];
}

/** One row a series, as they are now. */
export function table({ queries, columns, ...about }: Table): PanelBuilder {
  const panel = describe(new PanelBuilder(), about, PROMETHEUS).targets(queries.map(row)).filterable(true);
  const shaped = [...(queries.length > 1 ? [{ id: 'merge', options: {} }] : []), only(columns)];
  return columns.reduce(
    (shown, { name, properties = [] }) => (properties.length === 0 ? shown : shown.overrideByName(name, [...properties])),
    panel.transformations(shaped),
  );
}

/** A cell in the color of its value. */
export function coloredCell(first: string, ...rest: readonly (readonly [from: number, color: string])[]): DynamicConfigValue[] {
  const steps = [{ value: null, color: first }, ...rest.map(([value, color]) => ({ value, color }))];
  return [
    { id: 'thresholds', value: { mode: ThresholdsMode.Absolute, steps } },
    { id: 'custom.cellOptions', value: { type: 'color-text' } },
  ];
}

function only(columns: readonly Column[]): DataTransformerConfig {
  return {
    id: 'organize',
    options: {
      includeByName: Object.fromEntries(columns.map(({ field }) => [field, true])),
      indexByName: Object.fromEntries(columns.map(({ field }, index) => [field, index])),
      renameByName: Object.fromEntries(columns.map(({ field, name }) => [field, name])),
    },
  };
}
