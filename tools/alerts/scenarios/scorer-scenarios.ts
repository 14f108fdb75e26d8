import { LABEL, SERIES } from '../metrics.ts';
import { fired, firing, never, quiet, recorded, SCORER, type Scenario } from './scenario.ts';
import { gauge } from './series.ts';
import { BEFORE, DAY, HOUR, lengthOf, NOISY, scorer, service, shop, T } from './services.ts';
import type { Phase } from './traffic.ts';

const TICKET = { severity: 'ticket' };
const WEEK = 7 * DAY;

/** Nobody asks at night, and on two days of seven. */
function atWork(minute: number): number {
  const isWeekend = Math.floor(minute / DAY) % 7 >= 5;
  return isWeekend || minute % DAY >= 10 * HOUR ? 0 : 2;
}

const WEEKS: Phase = { minutes: WEEK + 2 * HOUR, perMinute: atWork, mean: 0.85, scores: 'noise' };
const STUCK: readonly Phase[] = [BEFORE, NOISY, { ...NOISY, minutes: 8 * HOUR, mean: 1, scores: 'same' }];

/** The scoring itself, by what happens to it. */
export const SCORER_SCENARIOS: readonly Scenario[] = [
  {
    name: 'no-data',
    scrapeMinutes: 1,
    series: () => [gauge('up', { job: 'something-else' }, [1, HOUR])],
    checks: [fired([], 0, 9), firing('RagScorerAbsent', 15, TICKET), fired(['RagScorerAbsent'], 0, HOUR)],
  },
  {
    name: 'scorer-gone',
    scrapeMinutes: 1,
    series: (random) => [
      ...service({ phases: [BEFORE, NOISY], gone: true }, 1, random),
      ...scorer(T, 1, { gone: true }),
      // Another service scores in its own process.
      ...service({ phases: [BEFORE, { ...NOISY, minutes: 4 * HOUR }], labels: { [LABEL.service]: 'wiki', job: 'wiki' } }, 1, random),
      ...scorer(T + 2 * HOUR, 1, { labels: { job: 'wiki', instance: 'wiki:9464' } }),
    ],
    checks: [
      fired([], 0, T),
      firing('RagScorerAbsent', T + 15, { job: 'ragmeter', [LABEL.service]: 'shop', ...TICKET }),
      fired(['RagScorerAbsent'], 0, T + 2 * HOUR),
    ],
  },
  {
    name: 'scorer-unhealthy',
    scrapeMinutes: 1,
    series: (random) => [
      ...service({ phases: [{ ...NOISY, minutes: HOUR, perMinute: 0 }] }, 1, random),
      gauge(SERIES.healthy, { job: 'ragmeter', instance: 'a' }, [1, 20], [0, 40]),
      gauge(SERIES.healthy, { job: 'ragmeter', instance: 'b' }, [0, 30], [0, 30]),
      // No span has ever come.
      gauge(SERIES.healthy, { job: 'docs', instance: 'a' }, [1, 30], [0, 30]),
      // One replica that waits for its first span is no reason to worry.
      gauge(SERIES.healthy, { job: 'wiki', instance: 'a' }, [1, 60]),
      gauge(SERIES.healthy, { job: 'wiki', instance: 'b' }, [0, 60]),
    ],
    checks: [
      fired([], 0, 29),
      firing(
        'RagScorerAbsent',
        45,
        { job: 'ragmeter', [LABEL.service]: 'shop', ...TICKET },
        { job: 'docs', [LABEL.service]: '', ...TICKET },
      ),
      fired(['RagScorerAbsent'], 0, 59),
    ],
  },
  {
    name: 'scores-missing',
    scrapeMinutes: 10,
    series: (random) => [
      // The night and the weekend are as they always are; on the Monday after, `wiki` stays away.
      ...service({ phases: [{ ...WEEKS, minutes: WEEK + DAY + 4 * HOUR }] }, 10, random),
      ...service(
        {
          phases: [
            { ...WEEKS, minutes: WEEK + DAY },
            { ...WEEKS, minutes: 4 * HOUR, perMinute: 0 },
          ],
          labels: { [LABEL.service]: 'wiki' },
        },
        10,
        random,
      ),
      ...scorer(WEEK + DAY + 4 * HOUR, 10),
    ],
    checks: [
      fired([], 0, WEEK + DAY),
      firing('RagScoresMissing', WEEK + DAY + 2.5 * HOUR, {
        [LABEL.evaluation]: 'context_relevance',
        [LABEL.service]: 'wiki',
        ...TICKET,
      }),
      fired(['RagScoresMissing'], 0, WEEK + DAY + 4 * HOUR - 10),
    ],
  },
  {
    name: 'judge-stuck',
    scrapeMinutes: 5,
    series: (random) => [
      ...shop(STUCK, 5, random),
      // Always the same, and always was: one document a turn, all of them good.
      ...service(
        { phases: [{ ...NOISY, minutes: lengthOf(STUCK), mean: 1, scores: 'same' }], labels: { [LABEL.service]: 'wiki' } },
        5,
        random,
      ),
    ],
    checks: [
      fired([], 0, T + 6 * HOUR),
      firing('RagScoreStuck', T + 7 * HOUR, recorded(TICKET)),
      fired(['RagScoreStuck'], 0, T + 8 * HOUR),
    ],
  },
  {
    name: 'judge-stuck-since-its-change',
    scrapeMinutes: 5,
    series: (random) => [
      ...service({ phases: [BEFORE, NOISY], gone: true }, 5, random),
      ...service(
        { phases: [{ ...NOISY, minutes: 8 * HOUR, mean: 0.7, scores: 'same' }], labels: { [LABEL.version]: 'v2' }, beginsAt: T },
        5,
        random,
      ),
      ...scorer(T + 8 * HOUR, 5),
    ],
    checks: [
      firing('RagScoreStuck', T + 7 * HOUR, recorded({ [LABEL.version]: 'v2', ...TICKET })),
      fired(['RagScoreStuck'], 0, T + 8 * HOUR),
    ],
  },
  {
    name: 'judge-failing',
    scrapeMinutes: 1,
    series: (random) => [
      // A few failures are usual.
      ...shop(
        [
          { ...BEFORE, unscored: { 'failed/judge_timeout': 1, 'failed/judge_unavailable': 0 } },
          { ...NOISY, perMinute: 0, unscored: { 'failed/judge_unavailable': 20 } },
          { ...NOISY, minutes: 2 * HOUR },
        ],
        1,
        random,
      ),
      // A rare question now and then, and no answer since the key ran out.
      ...service(
        {
          phases: [
            { ...NOISY, minutes: 10 * HOUR, perMinute: 0.2, unscored: { 'failed/judge_auth': 0 } },
            { ...NOISY, minutes: 4 * HOUR, perMinute: 0, unscored: { 'failed/judge_auth': 0.2 } },
          ],
          labels: { [LABEL.service]: 'wiki' },
        },
        1,
        random,
      ),
    ],
    checks: [
      fired([], 0, 10 * HOUR),
      firing('RagJudgeFailing', 10 * HOUR + 20, recorded(TICKET)),
      never('RagScoreDropped', 0, 14 * HOUR),
      firing('RagJudgeFailing', 13 * HOUR + 30, recorded({ [LABEL.service]: 'wiki', ...TICKET })),
    ],
  },
  {
    name: 'coverage-low',
    scrapeMinutes: 5,
    series: (random) => [
      ...shop([{ ...NOISY, perMinute: 10, unscored: { 'skipped/text_missing': 10 } }], 5, random),
      // Turns without documents are no loss.
      ...service(
        { phases: [{ ...NOISY, perMinute: 10, unscored: { 'skipped/no_documents': 30 } }], labels: { [LABEL.service]: 'wiki' } },
        5,
        random,
      ),
      // Never scored at all.
      ...service(
        { phases: [{ ...NOISY, perMinute: 0, unscored: { 'skipped/text_missing': 2 } }], labels: { [LABEL.service]: 'docs' } },
        5,
        random,
      ),
    ],
    checks: [
      firing('RagCoverageLow', HOUR, recorded(TICKET), recorded({ [LABEL.service]: 'docs', ...TICKET })),
      fired(['RagCoverageLow'], 0, 2 * HOUR),
    ],
  },
  {
    name: 'budget-spent',
    scrapeMinutes: 1,
    series: (random) => shop([BEFORE, { ...NOISY, unscored: { 'dropped/budget': 4 } }, { ...NOISY, minutes: 2 * HOUR }], 1, random),
    checks: [
      fired([], 0, 10 * HOUR),
      firing('RagBudgetSpent', 10 * HOUR + 45, recorded(TICKET)),
      fired(['RagBudgetSpent'], 0, 12 * HOUR),
      quiet('RagBudgetSpent', 13 * HOUR),
    ],
  },
  {
    name: 'queue-full',
    scrapeMinutes: 1,
    series: (random) => [
      ...service({ phases: [NOISY, { ...NOISY, minutes: HOUR, unscored: { 'dropped/queue_full': 2 } }] }, 1, random),
      gauge(SERIES.healthy, SCORER, [1, 3 * HOUR]),
      // Full for some minutes in a burst, then for good.
      gauge(SERIES.queueSize, SCORER, [3, 50], [990, 8], [3, 62], [950, HOUR]),
      gauge(SERIES.queueCapacity, SCORER, [1000, 3 * HOUR]),
    ],
    checks: [
      fired([], 0, 2 * HOUR),
      {
        expr: 'count(ALERTS{alertname="RagQueueFull", alertstate="firing", job="ragmeter"}) + count(ALERTS{alertname="RagQueueFull", alertstate="firing", ragmeter_service="shop"})',
        minute: 2 * HOUR + 30,
        samples: [{ labels: '{}', value: 2 }],
      },
      fired(['RagQueueFull'], 0, 3 * HOUR - 1),
    ],
  },
];
