import { files } from '../../tools/dashboards/files.ts';

/** As it stands in the JSON. */
export interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly datasource?: { readonly type: string; readonly uid: string };
  readonly targets?: readonly Target[];
  /** Of a row that is closed. */
  readonly panels?: readonly Panel[];
  readonly fieldConfig?: {
    readonly defaults: { readonly unit?: string; readonly noValue?: string; readonly min?: number; readonly max?: number };
    readonly overrides: readonly { readonly properties: readonly { readonly id: string; readonly value: unknown }[] }[];
  };
}

export interface Target {
  readonly refId: string;
  readonly datasource: { readonly type: string; readonly uid: string };
  /** PromQL or LogQL. */
  readonly expr?: string;
  /** TraceQL. */
  readonly query?: string;
  readonly exemplar?: boolean;
}

export interface Variable {
  readonly name: string;
  readonly type: string;
  readonly query: string;
  readonly datasource?: { readonly uid: string };
}

export interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly Variable[] };
  readonly links: readonly { readonly url: string }[];
}

/** With the panels of closed rows among the others: they have places of their own. */
function opened(dashboard: Dashboard): Dashboard {
  return { ...dashboard, panels: dashboard.panels.flatMap((panel) => [panel, ...(panel.panels ?? [])]) };
}

/** The dashboards as a program reads them that knows nothing of how they are made. */
export const DASHBOARDS: readonly { readonly name: string; readonly text: string; readonly dashboard: Dashboard }[] = files().map(
  ({ name, text }) => ({
    name,
    text,
    dashboard: opened(JSON.parse(text)),
  }),
);

export const PANELS = DASHBOARDS.flatMap(({ name, dashboard }) =>
  dashboard.panels.filter(({ type }) => type !== 'row').map((panel) => ({ name: `${name}: ${panel.title}`, panel })),
);

/** Every query of every panel, and those of variables. `type` is that of the data source. */
export const QUERIES: readonly { readonly name: string; readonly type: string; readonly query: string }[] = [
  ...PANELS.flatMap(({ name, panel }) =>
    (panel.targets ?? []).map(({ refId, datasource, expr, query }) => ({
      name: `${name} ${refId}`,
      type: datasource.type,
      query: expr ?? query ?? '',
    })),
  ),
  ...DASHBOARDS.flatMap(({ name, dashboard }) =>
    dashboard.templating.list
      .filter(({ type }) => type === 'query')
      .map((variable) => ({
        name: `${name}: $${variable.name}`,
        type: 'prometheus',
        query: /^label_values\((.*), \w+\)$/.exec(variable.query)?.[1] ?? '',
      })),
  ),
];

/** As Grafana would send it, with some value for each variable. */
export function filledIn(query: string): string {
  return query.replaceAll('$__rate_interval', '5m').replaceAll(/\$(\w+)/g, 'any');
}
