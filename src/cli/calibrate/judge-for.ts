import type { Options } from '../../config/options.ts';
import { atMost } from '../../judge/at-most.ts';
import { metered, NOTHING, type Taken } from '../../judge/metered.ts';
import { resumed } from '../../judge/resumed.ts';
import { toJudge } from '../../judge/to-judge.ts';
import { untracedJudge } from '../../judge/untraced-judge.ts';
import { modelJudge, recordedJudge, retrying } from '../../judges.ts';
import { expected, messageOf, RagmeterError } from '../../model/errors.ts';
import type { Judge } from '../../model/judge.ts';
import type { TextFile } from '../../model/text-file.ts';
import { systemClock } from '../../runtime/clock.ts';
import { textFile } from '../../runtime/text-file.ts';
import { type ScoreLine, scoredJudge } from './score-lines.ts';

export interface Asking {
  /** As the command line or the configuration names it. */
  readonly given: NonNullable<Options['judge']>;
  /** What the command line alone names. */
  readonly judge?: string;
  /** A file of verdicts: nobody is asked. */
  readonly recorded?: string;
  /** What live turns were given when they were scored: nobody is asked. */
  readonly scores: readonly ScoreLine[];
  /** A file that verdicts are kept in, and taken from. */
  readonly resume?: string;
  /** Calls in all, those that fail and are tried again too. */
  readonly maxCalls?: number;
}

export interface Asked {
  readonly judge: Judge;
  /** What it took since last asked. Verdicts from a file take nothing, and no call. */
  readonly taken: () => Taken;
  /** It computes here: no other is quicker at the same time. */
  readonly isLocal: boolean;
}

/** The judge that labels are compared with. */
export function judgeFor(asking: Asking): Asked {
  checkOne(asking);
  const known = knownVerdicts(asking);
  if (known !== undefined) return { judge: givingDocuments(known), taken: () => NOTHING, isLocal: true };
  const { given, resume, maxCalls = Number.POSITIVE_INFINITY } = asking;
  // Each try is to be counted, and nothing is to be dropped: it waits for its judge.
  const limit = { callsPerMinute: Number.POSITIVE_INFINITY };
  const plain = toJudge(given, (model) => modelJudge(model, { cache: false, retry: false, limit }));
  const { judge: inner, taken } = metered(givingDocuments(plain), systemClock);
  const judge = untracedJudge(retrying(atMost(inner, maxCalls)));
  return { judge: resume === undefined ? judge : resumed(judge, keptIn(resume)), taken, isLocal: given === 'lexical' };
}

/** Of two, one would be compared and the other one believed to be. */
function checkOne({ judge, recorded, scores }: Asking): void {
  const given = [
    judge === undefined ? [] : '--judge',
    recorded === undefined ? [] : '--recorded',
    scores.length === 0 ? [] : 'scores',
  ].flat();
  if (given.length > 1) throw new RagmeterError('invalid_option', `Expected --judge, --recorded or scores, got ${given.join(' and ')}`);
}

/** Refused before anybody is asked: an answer that cannot be kept is paid for, and lost. */
function keptIn(path: string): TextFile {
  const file = textFile(path);
  try {
    file.append('');
  } catch (cause) {
    const message = `Expected --resume to be a file that can be written, got ${path}: ${messageOf(cause)}`;
    throw new RagmeterError('invalid_option', message, { cause });
  }
  return file;
}

function knownVerdicts({ recorded, scores }: Asking): Judge | undefined {
  if (scores.length > 0) return scoredJudge(scores);
  return recorded === undefined ? undefined : recordedJudge(recorded);
}

function givingDocuments(judge: Judge): Judge {
  if (!judge.gives.includes('documents')) throw expected('a judge that gives verdicts on documents', judge.id);
  return judge;
}
