export const SKIP_REASONS = [
  'no_documents',
  'text_missing',
  'redacted',
  'no_query',
  'no_answer',
  'no_reference',
  'no_relevant',
  'too_large',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export const FAILURE_REASONS = [
  'judge_timeout',
  'judge_rate_limited',
  'judge_auth',
  'judge_unavailable',
  'judge_refused',
  'judge_error',
  'invalid_verdict',
  'truncated_output',
  'extractor_error',
  'scorer_error',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

export const DROP_REASONS = ['queue_full', 'budget', 'evicted', 'too_old', 'shutdown', 'duplicate'] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** The numbers a score is made of, in full precision, by name. Formulas: the scorer's own file. */
export type Parts = Readonly<Record<string, number>>;

/** What became of one turn for one evaluation. A failure is never a number. */
export type Outcome =
  | { readonly status: 'scored'; readonly score: number; readonly parts: Parts; readonly explanation: string }
  | { readonly status: 'skipped'; readonly reason: SkipReason; readonly message?: string }
  | { readonly status: 'failed'; readonly reason: FailureReason; readonly message: string; readonly cause?: unknown }
  | { readonly status: 'dropped'; readonly reason: DropReason; readonly message?: string };

/** Names for bands of a score in [0,1]: the middle of each gap between the published bands. */
export type Label = 'excellent' | 'good' | 'mixed' | 'poor' | 'very_poor';

export function labelOf(score: number): Label {
  // Sums of decimal fractions end a hair below the decimal that they stand for.
  const reached = score + 1e-9;
  if (reached >= 0.85) return 'excellent';
  if (reached >= 0.65) return 'good';
  if (reached >= 0.35) return 'mixed';
  return reached >= 0.15 ? 'poor' : 'very_poor';
}
