import { MappingType, type ValueMap } from '@grafana/grafana-foundation-sdk/dashboard';
import type { PanelBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { SERIES } from '../../alerts/metrics.ts';
import { PARAMETERS } from '../../alerts/parameters.ts';
import { byLabel } from '../bands.ts';
import { colored } from '../panels/about.ts';
import { figure } from '../panels/figure.ts';
import { type Selection, selected } from '../selection.ts';
import { badShare, meanNow } from '../usual.ts';

const { windows, base, scoreDropped, coverageLow, judgeFailing, badUpTo } = PARAMETERS;
const SIZE = { width: 4, height: 4 } as const;

export function meanFigure(selection: Selection): PanelBuilder {
  return figure({
    title: `Mean score, ${windows.short}`,
    description: 'The mean of all that is selected, in the color of its label. What is low may be usual here: compare with the band below.',
    empty: 'No scores',
    unit: 'none',
    ...SIZE,
    query: { expr: meanNow(selection) },
    thresholds: byLabel(),
    min: 0,
    max: 1,
    decimals: 2,
  });
}

export function zFigure({ evaluation }: Selection): PanelBuilder {
  return figure({
    title: 'z now, the worst',
    description: `Standard deviations by which the worst service is below its base of ${base.window}. Red is where RagScoreDropped looks: see which service it is.`,
    empty: 'No base yet',
    unit: 'none',
    ...SIZE,
    query: { expr: `max(${selected(`ragmeter:score_z:${windows.short}`, evaluation)})` },
    thresholds: colored('green', [3, 'orange'], [scoreDropped.z, 'red']),
    decimals: 1,
  });
}

export function badFigure(selection: Selection): PanelBuilder {
  return figure({
    title: `Bad turns, ${windows.long}`,
    description: `Share of turns that score ${badUpTo} or less. What is usual for a service stands in the chart of bad turns.`,
    empty: 'No scores',
    unit: 'percentunit',
    ...SIZE,
    query: { expr: badShare(selection) },
    thresholds: colored('blue'),
    min: 0,
    max: 1,
    decimals: 1,
  });
}

export function coverageFigure({ evaluation }: Selection): PanelBuilder {
  return figure({
    title: `Coverage, ${windows.turns}, the lowest`,
    description:
      'Share of turns with a score, of those that could have one, of the service that has least. Red: its mean speaks for few. See outcomes and reasons.',
    empty: 'No turns',
    unit: 'percentunit',
    ...SIZE,
    query: { expr: `min(${selected(`ragmeter:coverage:${windows.turns}`, evaluation)})` },
    thresholds: colored('red', [coverageLow.limit, 'green']),
    min: 0,
    max: 1,
  });
}

export function failingFigure({ evaluation }: Selection): PanelBuilder {
  return figure({
    title: `Judge failing, ${windows.turns}, the worst`,
    description:
      'Share of turns for which the judge failed, of the service that has most. Red: see judge errors; retrieval may be as good as ever.',
    empty: 'No failures',
    unit: 'percentunit',
    ...SIZE,
    query: { expr: `max(${selected(`ragmeter:judge_failed_share:${windows.turns}`, evaluation)})` },
    thresholds: colored('green', [judgeFailing.limit, 'red']),
    min: 0,
    max: 1,
  });
}

export function healthyFigure(): PanelBuilder {
  const states: ValueMap = {
    type: MappingType.ValueToText,
    options: { '0': { text: 'cannot score', color: 'red', index: 0 }, '1': { text: 'well', color: 'green', index: 1 } },
  };
  return figure({
    title: 'Scorers',
    description: 'Whether all scorers can score. If not, the log of the one says why, once, with the cure.',
    empty: 'No scorer',
    unit: 'none',
    ...SIZE,
    query: { expr: `min(${SERIES.healthy})` },
    thresholds: colored('red', [1, 'green']),
  }).mappings([states]);
}
