import {
  type DashboardLink,
  DashboardLinkBuilder,
  DashboardLinkType,
  type DynamicConfigValue,
} from '@grafana/grafana-foundation-sdk/dashboard';

/** By these they are found, whatever folder they are in. */
export const UID = { overview: 'ragmeter-overview', drillDown: 'ragmeter-drill-down' } as const;

/** Opens the other dashboard with the time and the variables of this one. */
export function linkTo(title: string, uid: string): { build(): DashboardLink } {
  const link = new DashboardLinkBuilder(title)
    .type(DashboardLinkType.Link)
    .url(`/d/${uid}`)
    .icon('dashboard')
    .includeVars(true)
    .keepTime(true);
  return {
    build() {
      // Beside the variables, in the sight of everyone; the SDK would put it into a menu.
      const { placement, ...visible } = link.build();
      return visible;
    },
  };
}

/** Opens the drill-down of the row's service. Versions are left out: all of them are shown then. */
export function toDrillDown(columns: { readonly service: string; readonly judge: string }): DynamicConfigValue {
  const values = [
    `var-service=${filled(`__data.fields.${columns.service}`)}`,
    `var-judge=${filled(`__data.fields.${columns.judge}`)}`,
    filled('evaluation:queryparam'),
    filled('prometheus:queryparam'),
    filled('__url_time_range'),
  ];
  return { id: 'links', value: [{ title: 'Drill down', url: `/d/${UID.drillDown}?${values.join('&')}` }] };
}

/** What Grafana fills in. */
function filled(name: string): string {
  return `\${${name}}`;
}
