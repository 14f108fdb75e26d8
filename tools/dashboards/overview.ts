import { type Dashboard, dashboard } from './dashboard.ts';
import { linkTo, UID } from './links.ts';
import { levels, retrievals, used } from './rows/documents.ts';
import { badFigure, coverageFigure, failingFigure, healthyFigure, meanFigure, zFigure } from './rows/figures.ts';
import { agreement, errors, failing, latency } from './rows/judge.ts';
import { drops, queue } from './rows/queue.ts';
import { bad, mean, meanByService, z } from './rows/scores.ts';
import { firing, worst } from './rows/tables.ts';
import { coverage, outcomes } from './rows/turns.ts';
import { cost, tokens } from './rows/usage.ts';
import { MANY_SERVICES as all } from './selection.ts';
import { dataSource, evaluation, services } from './variables.ts';

/** Whether something is wrong, and where. */
export function overview(): Dashboard {
  return dashboard({
    title: 'ragmeter: overview',
    uid: UID.overview,
    description: 'Retrieval quality of RAG services: what is unusual now, in which service, and whether the scoring itself is well.',
    link: linkTo('Drill down', UID.drillDown),
    variables: [dataSource('prometheus'), services(), evaluation()],
    rows: [
      {
        title: 'Now',
        panels: [
          meanFigure(all),
          zFigure(all),
          badFigure(all),
          coverageFigure(all),
          failingFigure(all),
          healthyFigure(),
          firing(all),
          worst(all),
        ],
      },
      { title: 'Scores', panels: [mean(all), z(all), meanByService(all), bad(all)] },
      { title: 'Turns', panels: [outcomes(all), coverage(all)] },
      { title: 'Documents', panels: [levels(all), used(all), retrievals(all)] },
      {
        title: 'Judge and queue',
        panels: [latency(all), errors(all), failing(all), queue(), drops(all), agreement(all), tokens(all), cost(all)],
      },
    ],
  });
}
