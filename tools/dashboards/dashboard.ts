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
  readonly rows: readonly { readonly title: string; readonly panels: readonly Builder<Panel>[] }[];
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
  for (const { title: name, panels } of rows) {
    builder.withRow(new RowBuilder(name));
    for (const panel of panels) builder.withPanel(panel);
  }
  const built = builder.build();
  for (const [index, panel] of (built.panels ?? []).entries()) panel.id = index + 1;
  return built;
}
