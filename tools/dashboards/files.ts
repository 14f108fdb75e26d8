import type { Dashboard } from './dashboard.ts';
import { drillDown } from './drill-down.ts';
import { overview } from './overview.ts';

export interface DashboardFile {
  readonly name: string;
  readonly dashboard: Dashboard;
  readonly text: string;
}

/** What is copied into production. */
export function files(): readonly DashboardFile[] {
  return [
    { name: 'overview.json', dashboard: overview() },
    { name: 'drill-down.json', dashboard: drillDown() },
  ].map((file) => ({ ...file, text: `${JSON.stringify(file.dashboard, undefined, 2)}\n` }));
}
