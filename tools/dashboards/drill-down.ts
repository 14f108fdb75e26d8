import { type Dashboard, dashboard } from './dashboard.ts';
import { linkTo, UID } from './links.ts';
import { distribution, quantiles } from './rows/distribution.ts';
import { levels, missing, retrievals, used } from './rows/documents.ts';
import { delay } from './rows/queue.ts';
import { bad, mean, z } from './rows/scores.ts';
import { events, spans } from './rows/traces.ts';
import { coverage, outcomes } from './rows/turns.ts';
import { ONE_SERVICE as one } from './selection.ts';
import { dataSource, evaluation, judges, service, versions } from './variables.ts';

/** Why a service scores what it scores, down to single traces. */
export function drillDown(): Dashboard {
  return dashboard({
    title: 'ragmeter: drill-down',
    uid: UID.drillDown,
    description: 'One evaluation of one service: since when, which part of the turns, which documents, which traces.',
    link: linkTo('Overview', UID.overview),
    variables: [dataSource('prometheus'), dataSource('loki'), dataSource('tempo'), service(), evaluation(), judges(), versions()],
    rows: [
      { title: 'Scores', panels: [mean(one), distribution(one), quantiles(one), z(one), bad(one), coverage(one)] },
      { title: 'Turns', panels: [outcomes(one), delay(one)] },
      { title: 'Documents', panels: [levels(one), used(one), retrievals(one), missing(one)] },
      { title: 'Traces, by Tempo and Loki', panels: [spans(), events()], collapsed: true },
    ],
  });
}
