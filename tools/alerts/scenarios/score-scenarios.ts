import { LABEL } from '../metrics.ts';
import { notification, queryOf } from './notification.ts';
import { fired, firing, never, quiet, recorded, type Scenario, value } from './scenario.ts';
import { BEFORE, DAY, HOUR, lengthOf, NOISY, type Service, scorer, service, shop, T } from './services.ts';
import type { Phase } from './traffic.ts';

const PAGE = { severity: 'page' };
const TICKET = { severity: 'ticket' };

const SHARP: readonly Phase[] = [
  { ...BEFORE, minutes: T },
  { ...BEFORE, minutes: HOUR, mean: 0.7 },
];

const SINKING: readonly Phase[] = [
  { ...BEFORE, minutes: DAY },
  { ...NOISY, minutes: 12 * HOUR, mean: (minute) => 0.85 - (0.08 * minute) / (12 * HOUR) },
  { ...NOISY, minutes: 6 * HOUR, mean: 0.77 },
];

/** A tenth of the questions get nothing. */
const PARTLY: readonly Phase[] = [BEFORE, NOISY, { ...NOISY, minutes: 7 * HOUR, perMinute: 18 }];
const FAILING_PART: readonly Phase[] = [
  { ...BEFORE, minutes: T, perMinute: 0 },
  { ...NOISY, minutes: 7 * HOUR, perMinute: 2, mean: 0.05, scores: 'same' },
];

const RARE: Phase = { minutes: 2 * DAY, perMinute: 0.2, mean: 0.7, scores: 'noise' };

/** From a fifth to all of the traffic, and the questions of the day are not those of the night. */
const daily = (most: number) => (minute: number) => most * (0.6 + 0.4 * Math.sin((2 * Math.PI * minute) / DAY));
const swinging = (mean: number) => (minute: number) => mean + 0.03 * Math.sin((2 * Math.PI * minute) / (5 * HOUR));

function noisyDay(name: string, perMinute: number, mean: number, documents: number): Service {
  return {
    labels: { [LABEL.service]: name },
    documents,
    phases: [
      { minutes: T, perMinute, mean, scores: 'even' },
      { minutes: DAY, perMinute: daily(perMinute), mean: swinging(mean), scores: 'noise' },
    ],
  };
}

const NOISY_DAY: readonly Service[] = [
  noisyDay('shop', 20, 0.85, 3),
  noisyDay('helpdesk', 10, 0.75, 1),
  noisyDay('wiki', 5, 0.5, 1),
  noisyDay('search', 2, 0.3, 2),
];

/** Retrieval, by what happens to its scores. */
export const SCORE_SCENARIOS: readonly Scenario[] = [
  {
    name: 'true-drop',
    scrapeMinutes: 1,
    series: (random) => shop([BEFORE, NOISY, { ...NOISY, minutes: 45, mean: 0.7 }], 1, random),
    checks: [fired([], 0, T), firing('RagScoreDropped', T + 30, recorded(PAGE)), fired(['RagScoreDropped'], 0, T + 45)],
  },
  {
    name: 'exact-numbers',
    scrapeMinutes: 1,
    series: (random) => shop(SHARP, 1, random),
    checks: [
      value('ragmeter:score_mean:30m', T + 45, 0.7, recorded()),
      value('ragmeter:score_mean:base', T + 45, 0.85, recorded()),
      // Of hours that ended an hour ago or earlier: 11 of them. 30 minutes have 600 scores.
      value('ragmeter:score_z:30m', T + 45, 0.15 / Math.sqrt(2 * 0.85 * 0.15 * (1 / 600 + 1 / (20 * 60 * 11))), recorded()),
      value('ragmeter:score_floor', T + 45, 0.6, recorded()),
      // Both curves.
      { expr: `count(${queryOf('RagScoreDropped', recorded())})`, minute: T + 45, samples: [{ labels: '{}', value: 2 }] },
    ],
    notifications: [notification('RagScoreDropped', T + 45, recorded(PAGE), 'context_relevance of shop dropped to 0.70')],
  },
  {
    name: 'collapse',
    scrapeMinutes: 1,
    series: (random) => shop([BEFORE, NOISY, { ...NOISY, minutes: 30, mean: 0.2 }], 1, random),
    checks: [fired([], 0, T), firing('RagScoreDropped', T + 10, recorded(PAGE)), fired(['RagScoreDropped'], 0, T + 30)],
  },
  {
    name: 'recovery',
    scrapeMinutes: 1,
    series: (random) => shop([BEFORE, NOISY, { ...NOISY, minutes: HOUR, mean: 0.5 }, { ...NOISY, minutes: 3 * HOUR }], 1, random),
    checks: [
      firing('RagScoreDropped', T + HOUR, recorded(PAGE)),
      quiet('RagScoreDropped', T + 2 * HOUR),
      // Once over, it does not come back.
      never('RagScoreDropped', T + 2 * HOUR, T + 4 * HOUR),
    ],
  },
  {
    name: 'slow-drop',
    scrapeMinutes: 5,
    series: (random) => shop(SINKING, 5, random),
    // Nobody is woken up for it.
    checks: [
      fired([], 0, DAY),
      firing('RagScoreSlowDrop', lengthOf(SINKING), recorded(TICKET)),
      fired(['RagScoreSlowDrop'], 0, lengthOf(SINKING)),
    ],
  },
  {
    name: 'below-floor',
    scrapeMinutes: 5,
    // As bad as it ever was: there is no drop.
    series: (random) => shop([{ ...NOISY, minutes: 8 * HOUR, mean: 0.5 }], 5, random),
    checks: [firing('RagScoreBelowFloor', HOUR, recorded(TICKET)), fired(['RagScoreBelowFloor'], 0, 8 * HOUR)],
  },
  {
    name: 'bad-share',
    scrapeMinutes: 5,
    series: (random) => [
      ...service({ phases: PARTLY }, 5, random),
      ...service({ phases: FAILING_PART, labels: { instance: 'scorer:4329' } }, 5, random),
      ...scorer(lengthOf(PARTLY), 5),
    ],
    checks: [fired([], 0, T), firing('RagBadShareHigh', T + 6 * HOUR, recorded(TICKET)), never('RagScoreDropped', 0, T + 6 * HOUR)],
  },
  {
    name: 'noisy-day',
    scrapeMinutes: 5,
    evaluationMinutes: 2,
    series: (random) => [...NOISY_DAY.flatMap((each) => service(each, 5, random)), ...scorer(T + DAY, 5, { floor: 0.25 })],
    checks: [fired([], 0, T + DAY)],
  },
  {
    name: 'low-traffic',
    scrapeMinutes: 5,
    series: (random) => [
      ...service({ phases: [RARE], documents: 1 }, 5, random),
      ...service(
        { phases: [RARE, { ...RARE, minutes: 10 * HOUR, mean: 0.15 }], documents: 1, labels: { [LABEL.service]: 'wiki' } },
        5,
        random,
      ),
      ...scorer(RARE.minutes + 10 * HOUR, 5),
    ],
    checks: [
      fired([], 0, RARE.minutes),
      // Six scores in half an hour wake up nobody; a ticket is written within the working day.
      never('RagScoreDropped', 0, RARE.minutes + 10 * HOUR),
      firing('RagScoreSlowDrop', RARE.minutes + 8 * HOUR, recorded({ [LABEL.service]: 'wiki', ...TICKET })),
    ],
  },
  {
    name: 'chosen-by-rule',
    scrapeMinutes: 5,
    // What a rule chooses is chosen because it is bad: it says nothing of the others.
    series: (random) => {
      const chosen = [
        { ...BEFORE, minutes: T, perMinute: 0 },
        { ...NOISY, mean: 0.1 },
      ];
      return [
        ...shop([BEFORE, { ...NOISY, minutes: 4 * HOUR }], 5, random),
        ...service({ phases: chosen, labels: { [LABEL.sample]: 'rule' } }, 5, random),
      ];
    },
    checks: [fired([], 0, T + 2 * HOUR)],
  },
  {
    name: 'new-version',
    scrapeMinutes: 5,
    series: (random) => {
      const after = { ...NOISY, minutes: 14 * HOUR, mean: 0.7 };
      return [
        ...service({ phases: [BEFORE, NOISY], gone: true }, 5, random),
        ...service({ phases: [after], labels: { [LABEL.version]: 'v2' }, beginsAt: T }, 5, random),
        ...scorer(T + after.minutes, 5),
      ];
    },
    checks: [
      fired([], 0, T + 14 * HOUR),
      // The new one has a base of its own: what the old one was is no longer asked.
      {
        expr: 'round(ragmeter:score_mean:base{gen_ai_evaluation_evaluator_version="v2"}, 0.1)',
        minute: T + 14 * HOUR,
        samples: [{ labels: labelsOfV2(), value: 0.7 }],
      },
    ],
  },
  {
    name: 'counter-reset',
    scrapeMinutes: 1,
    // A replica is scaled away, and there are restarts; with the last ones comes a drop.
    series: (random) => {
      const hours = Array.from({ length: 4 }, () => ({ ...NOISY, minutes: HOUR, restarts: true }));
      const dropped = Array.from({ length: 3 }, () => ({ ...NOISY, minutes: 15, mean: 0.65, restarts: true }));
      return [
        ...shop([BEFORE, NOISY, ...hours, ...dropped], 1, random),
        ...service({ phases: [BEFORE, NOISY], labels: { instance: 'scorer:4329' }, gone: true }, 1, random),
      ];
    },
    checks: [
      fired([], 0, T + 4 * HOUR),
      firing('RagScoreDropped', T + 4 * HOUR + 30, recorded(PAGE)),
      fired(['RagScoreDropped'], 0, T + 4 * HOUR + 45),
    ],
  },
];

function labelsOfV2(): string {
  return `{${Object.entries(recorded({ [LABEL.version]: 'v2' }))
    .map(([label, text]) => `${label}="${text}"`)
    .join(', ')}}`;
}
