import {
  // biome-ignore lint/suspicious/noDeprecatedImports: what is to replace it is read by the newest Grafanas only.
  DashboardBuilder,
  DashboardCursorSync,
  type DashboardLink,
  type Panel,
  RowBuilder,
  type VariableModel,
} from '@grafana/grafana-foundation-sdk/dashboard';

/** As Grafana imports it. */
export type Dashboard = ReturnType<DashboardBuilder['build']>;

/** Builders of the SDK have this in common. */
interface Builder<T> {
  build(): T;
}

export interface DashboardOptions {
  readonly title: string;
  readonly uid: string;
  readonly description: string;
  readonly link: Builder<DashboardLink>;
  readonly variables: readonly Builder<VariableModel>[];
  /** Panels stand side by side in their order: the widths of a line are 24 in all. */
  readonly rows: readonly Row[];
}

export interface Row {
  readonly title: string;
  readonly panels: readonly Builder<Panel>[];
  /** Asks for nothing until it is opened: for the last row, whose data source not everybody has. */
  readonly collapsed?: boolean;
}

/** Panels are numbered from 1 in their order. */
export function dashboard({ title, uid, description, link, variables, rows }: DashboardOptions): Dashboard {
  const builder = new DashboardBuilder(title)
    .uid(uid)
    .description(description)
    .tags(['ragmeter'])
    .editable()
    .tooltip(DashboardCursorSync.Crosshair)
    .time({ from: 'now-24h', to: 'now' })
    .refresh('1m')
    .timezone('browser')
    .variables([...variables])
    .link(link);
  for (const { title: name, panels, collapsed = false } of rows) {
    const row = new RowBuilder(name).collapsed(collapsed);
    if (collapsed) for (const panel of panels) row.withPanel(panel);
    builder.withRow(row);
    if (!collapsed) for (const panel of panels) builder.withPanel(panel);
  }
  const built = builder.build();
  const all = (built.panels ?? []).flatMap((panel) => ('panels' in panel ? [panel, ...panel.panels] : [panel]));
  for (const [index, panel] of all.entries()) panel.id = index + 1;
  return built;
}
