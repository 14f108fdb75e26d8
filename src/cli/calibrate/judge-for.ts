import type { Options } from '../../config/options.ts';
import { atMost } from '../../judge/at-most.ts';
import { metered, type Taken } from '../../judge/metered.ts';
import { resumed } from '../../judge/resumed.ts';
import { toJudge } from '../../judge/to-judge.ts';
import { untraced } from '../../judge/untraced.ts';
import { modelJudge, recordedJudge, retrying } from '../../judges.ts';
import { expected } from '../../model/errors.ts';
import type { Judge } from '../../model/judge.ts';
import { systemClock } from '../../runtime/clock.ts';
import { textFile } from '../../runtime/text-file.ts';

export interface Asking {
  /** As the command line or the configuration names it. */
  readonly given: NonNullable<Options['judge']>;
  /** A file of verdicts: nobody else is asked. */
  readonly recorded?: string;
  /** A file that verdicts are kept in, and taken from. */
  readonly resume?: string;
  /** Calls in all, those that fail and are tried again too. */
  readonly maxCalls?: number;
}

/** The judge that labels are compared with, and what it took. Verdicts from a file cost nothing, and no call. */
export function judgeFor(asking: Asking): { readonly judge: Judge; readonly taken: () => Taken; readonly isLocal: boolean } {
  const { judge: inner, taken } = metered(plainJudge(asking), systemClock);
  if (!inner.gives.includes('documents')) throw expected('a judge that gives verdicts on documents', inner.id);
  const bounded = retrying(atMost(inner, asking.maxCalls ?? Number.POSITIVE_INFINITY));
  const judge = untraced(bounded);
  const isLocal = asking.recorded !== undefined || asking.given === 'lexical';
  return { judge: asking.resume === undefined ? judge : resumed(judge, textFile(asking.resume)), taken, isLocal };
}

function plainJudge({ given, recorded }: Asking): Judge {
  if (recorded !== undefined) return recordedJudge(recorded);
  // Each try is to be counted, and nothing is to be dropped: it waits for its judge.
  return toJudge(given, (model) => modelJudge(model, { cache: false, retry: false, limit: { callsPerMinute: Number.POSITIVE_INFINITY } }));
}
