import type { DataSourceRef } from '@grafana/grafana-foundation-sdk/common';

/** Each is a variable of the dashboard, so that it fits a Grafana with several. */
export const PROMETHEUS: DataSourceRef = { type: 'prometheus', uid: '$prometheus' };
export const LOKI: DataSourceRef = { type: 'loki', uid: '$loki' };
export const TEMPO: DataSourceRef = { type: 'tempo', uid: '$tempo' };
