import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { here } from './files.mjs';

const DASHBOARDS = here('../../collector/dashboards/');

/** The dashboards of collector/ by the names of their files, with the panels of closed rows among the others. */
export function readDashboards() {
  const files = readdirSync(DASHBOARDS).filter((file) => file.endsWith('.json'));
  return files.map((file) => {
    const { panels, templating } = JSON.parse(readFileSync(join(DASHBOARDS, file), 'utf8'));
    return { file, panels: panels.flatMap((panel) => [panel, ...(panel.panels ?? [])]), variables: templating.list };
  });
}

/** Every query of every panel, as Grafana sends it where this was chosen for each variable. */
export function queriesOf({ file, panels }, chosen) {
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ refId, datasource: { type }, expr = '', legendFormat, exemplar, instant }) => ({
      name: `${file}: ${title} ${refId}`,
      file,
      title,
      type,
      legend: legendFormat,
      exemplar,
      instant,
      query: filledIn(expr, chosen),
    })),
  );
}

export function filledIn(query, chosen) {
  return query.replaceAll('$__rate_interval', '2m').replaceAll(/\$(\w+)/g, (_, name) => chosen[name]);
}
