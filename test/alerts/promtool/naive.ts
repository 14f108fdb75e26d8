/** A rule that someone might write instead, and the scenario that shows why not. */
export interface Naive {
  readonly name: string;
  readonly scenario: string;
  readonly instead: (rules: string) => string;
  /** Shown where time is short, too. */
  readonly always?: boolean;
}

function expressionOf(alert: string, expr: string): Naive['instead'] {
  return (rules) => rules.replace(new RegExp(`(- alert: ${alert}\n\\s+expr:)[\\s\\S]*?(\n\\s+for:)`), `$1 ${JSON.stringify(expr)}$2`);
}

const BY = 'by (gen_ai_evaluation_name, gen_ai_evaluation_evaluator_id, gen_ai_evaluation_evaluator_version, ragmeter_service)';
const MEAN_15M = `sum ${BY} (rate(ragmeter_score_sum[15m])) / sum ${BY} (rate(ragmeter_score_count[15m]))`;

export const NAIVE: readonly Naive[] = [
  {
    name: 'a fixed threshold',
    scenario: 'low-traffic',
    always: true,
    instead: expressionOf('RagScoreDropped', `${MEAN_15M} < 0.5`),
  },
  {
    name: 'below the base, whatever chance does',
    scenario: 'low-traffic',
    instead: expressionOf('RagScoreDropped', 'ragmeter:score_mean:base - ragmeter:score_mean:30m > 0.06'),
  },
  {
    name: 'a window that takes its time',
    scenario: 'true-drop',
    instead: (rules) => rules.replaceAll(/\b30m\]/g, '4h]'),
  },
  {
    name: 'what rules chose counts, too',
    scenario: 'chosen-by-rule',
    instead: (rules) => rules.replaceAll('ragmeter_sample="random"', 'ragmeter_sample=~".+"'),
  },
  {
    name: 'all versions in one',
    scenario: 'new-version',
    instead: (rules) => rules.replaceAll('gen_ai_evaluation_evaluator_version, ', ''),
  },
  {
    name: 'now less then',
    scenario: 'counter-reset',
    instead: (rules) => rules.replaceAll(/increase\(([^[\]]+)\[(\w+)\]\)/g, '$1 - $1 offset $2'),
  },
  { name: 'a page that stays', scenario: 'recovery', instead: (rules) => rules.replace('keep_firing_for: 10m', 'keep_firing_for: 2h') },
  {
    name: 'the base is the day before',
    scenario: 'slow-drop',
    instead: (rules) => rules.replaceAll(/\[7d:1h\] offset 1h/g, '[3h:1h] offset 1h'),
  },
  { name: 'absent, and no more', scenario: 'scorer-gone', instead: expressionOf('RagScorerAbsent', 'absent(ragmeter_healthy)') },
  { name: 'missing since yesterday', scenario: 'scores-missing', instead: (rules) => rules.replaceAll('offset 1w', 'offset 1d') },
  {
    name: 'alike is stuck',
    scenario: 'judge-stuck',
    instead: (rules) => rules.replace('ragmeter:score_spread:base > 0.05', 'ragmeter:score_spread:base >= 0'),
  },
  { name: 'every turn is to be scored', scenario: 'coverage-low', instead: (rules) => rules.replace('"no_documents|', '"') },
  {
    name: 'one failure is one too many',
    scenario: 'judge-failing',
    instead: expressionOf('RagJudgeFailing', 'ragmeter:judge_failed_share:1h > 0'),
  },
  {
    name: 'a full queue is an alert',
    scenario: 'queue-full',
    instead: (rules) => rules.replace(/(alert: RagQueueFull[\s\S]*?for:) 10m/, '$1 0m'),
  },
];
