import type { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { PARAMETERS } from '../../alerts/parameters.ts';
import { chart, dashed, fixed, HALF, OF_SCORES } from '../panels/chart.ts';
import { type Selection, selected } from '../selection.ts';
import { badShare, edgeOfUsual, floor, meanNow, meanUsual, quantile } from '../usual.ts';

const { windows, base, scoreDropped, scoreSlowDrop, badUpTo } = PARAMETERS;
const NO_BASE = `No base yet: it needs ${base.minScores} scores, of hours that ended an hour ago`;

export function mean(selection: Selection): PanelBuilder {
  return chart({
    title: 'Mean score',
    description:
      `The mean of ${windows.short}, and the band of what is usual: the mean of ${base.window}, and how far chance goes from it. Below the band, by ${scoreDropped.change} or more and ` +
      `with ${scoreDropped.minScores} scores, RagScoreDropped pages. Dots are single turns: one opens its trace. Where the line leaves the band: what changed there, such as a deployment, ` +
      'the index, the corpus, the chunker or the embedding model? Open dots below it.',
    ...OF_SCORES,
    ...HALF,
    queries: [
      { expr: meanNow(selection), legend: 'mean' },
      { expr: meanUsual(selection), legend: 'usual' },
      { expr: edgeOfUsual(selection, 'lower'), legend: 'usual from' },
      { expr: edgeOfUsual(selection, 'upper'), legend: 'usual to' },
      { expr: floor(selection), legend: 'floor' },
      { expr: quantile(selection, 0.5), legend: 'median', exemplars: true },
    ],
  })
    .overrideByName('mean', [
      { id: 'color', value: fixed('blue') },
      { id: 'custom.lineWidth', value: 2 },
    ])
    .overrideByName('usual', dashed('green'))
    .overrideByName('usual from', edge())
    .overrideByName('usual to', [...edge(), { id: 'custom.fillBelowTo', value: 'usual from' }, { id: 'custom.fillOpacity', value: 15 }])
    .overrideByName('floor', dashed('red'))
    .overrideByName('median', dashed('text'));
}

export function z({ evaluation, legend }: Selection): PanelBuilder {
  return chart({
    title: 'Standard deviations below usual (z)',
    description:
      `How far the means of ${windows.short} and ${windows.long} lie below that of ${base.window}, in standard deviations; below zero is better than usual. ` +
      `Chance stays within 3. Above ${scoreDropped.z} a drop of ${scoreDropped.change} in ${windows.short} pages; above ${scoreSlowDrop.z} one of ${scoreSlowDrop.change} in ${windows.long} is a ticket. ` +
      'Open the service that rises, and see since when.',
    empty: NO_BASE,
    unit: 'none',
    ...HALF,
    queries: [windows.short, windows.long].map((window) => ({
      expr: selected(`ragmeter:score_z:${window}`, evaluation),
      legend: `${legend} ${window}`,
    })),
    limit: { at: scoreDropped.z, badIs: 'above' },
  });
}

export function meanByService({ evaluation, legend }: Selection): PanelBuilder {
  return chart({
    title: `Mean score by service, ${windows.long}`,
    description:
      `The mean of ${windows.long} of each service; dashed its floor (evaluations[].floor). A step is a change of yours, a slope is a corpus that goes stale or questions ` +
      'that change. Below the floor RagScoreBelowFloor tells. Open the drill-down of the service.',
    ...OF_SCORES,
    ...HALF,
    queries: [
      { expr: selected(`ragmeter:score_mean:${windows.long}`, evaluation), legend },
      { expr: selected('ragmeter:score_floor', evaluation), legend: `${legend} floor` },
    ],
  }).overrideByRegexp('/ floor$/', dashed('red'));
}

export function bad(selection: Selection): PanelBuilder {
  const usual = selected('ragmeter:bad_share:base', selection.evaluation);
  return chart({
    title: 'Share of bad turns',
    description:
      `Turns that score ${badUpTo} or less, of all in ${windows.long}; dashed what is usual. It may rise while the mean looks well: one kind of question, one route ` +
      'or one part of the corpus fails. See what the bad turns have in common: their traces, http.route, language.',
    empty: OF_SCORES.empty,
    unit: 'percentunit',
    ...HALF,
    min: 0,
    queries: [
      { expr: badShare(selection), legend: 'all' },
      { expr: selected(`ragmeter:bad_share:${windows.long}`, selection.evaluation), legend: selection.legend },
      { expr: usual, legend: `${selection.legend} usual` },
    ],
  })
    .overrideByName('all', [{ id: 'custom.lineWidth', value: 2 }])
    .overrideByRegexp('/ usual$/', dashed('text'));
}

function edge(): { id: string; value: unknown }[] {
  return [
    { id: 'color', value: fixed('green') },
    { id: 'custom.lineWidth', value: 0 },
    { id: 'custom.hideFrom', value: { legend: true, tooltip: false, viz: false } },
  ];
}
