import type { Agreement } from '../../calibrate/agreement.ts';
import type { Problem } from '../../calibrate/problems.ts';
import type { Taken } from '../../judge/metered.ts';
import type { Judge } from '../../model/judge.ts';

/** What came of one file of labels. */
export interface Measured {
  readonly file: string;
  readonly judge: Pick<Judge, 'id' | 'version'>;
  /** Pairs that were compared, in relevance or in use. */
  readonly pairs: number;
  readonly agreement: Agreement;
  /** Rows that could not be read, and pairs that the judge gave no verdict on. */
  readonly problems: readonly Problem[];
  /** Rows that nobody has labelled yet. */
  readonly unlabelled: number;
  readonly took: Taken;
}

/** Beyond this share of rows that could not be judged the figures say little of the file. */
const MOST_MISSING = 0.05;

/** False where more could not be judged than may be left out, or nothing could. */
export function isEnough({ pairs, problems }: Measured): boolean {
  return pairs > 0 && missingOf(problems) / (pairs + missingOf(problems)) <= MOST_MISSING;
}

/** What to say, and do, where `isEnough` is false. */
export function whyNotEnough({ file, pairs, problems, unlabelled }: Measured): string {
  const missing = missingOf(problems);
  if (pairs > 0) return `${file}: ${missing} of ${pairs + missing} could not be judged, more than 5 %: the figures are of the rest`;
  if (missing === 0 && unlabelled > 0) return `${file}: Expected labels, got none in ${unlabelled} rows: fill in label, or used`;
  if (missing > 0) return `${file}: none of ${missing} could be judged: there are no figures`;
  return `${file}: Expected rows with query, passage and label, got none`;
}

export function missingOf(problems: readonly Problem[]): number {
  return problems.reduce((sum, { count }) => sum + count, 0);
}

/** Milliseconds that a pair took the judge; undefined where it was asked about none. */
export function msPerPair({ took }: Measured): number | undefined {
  return took.documents === 0 ? undefined : took.ms / took.documents;
}

/** One object a file, for programs: the shape stays stable. */
export function measuredAsJson(measured: Measured): object {
  const { file, judge, pairs, agreement, problems, unlabelled, took } = measured;
  const { pairs: compared, units: queries, positives, auc, ci, kappa, kappaCi, best, rates, grades } = agreement.relevance;
  return {
    file,
    judge: { id: judge.id, version: judge.version },
    pairs,
    auc,
    kappa,
    ci,
    kappaCi,
    ...(agreement.used === undefined ? {} : { used: agreement.used }),
    relevance: { pairs: compared, queries, positives, best, rates, grades },
    ...(agreement.offTopic === undefined ? {} : { offTopic: agreement.offTopic }),
    languages: agreement.languages,
    notJudged: problems,
    unlabelled,
    calls: took.calls,
    usage: took.usage,
    msPerPair: msPerPair(measured) ?? null,
  };
}
