import { readLiveId } from '../../calibrate/live-id.ts';
import { RagmeterError } from '../../model/errors.ts';
import type { Judge } from '../../model/judge.ts';
import type { Result } from '../../model/result.ts';
import type { DocumentVerdict } from '../../model/verdicts.ts';

/** What is read of a line that `score --json` printed. */
export type ScoreLine = Pick<Result, 'traceId' | 'evaluatedSpanId' | 'judge' | 'verdicts'>;

/** The line, or undefined for something else. */
export function scoreLineIn(row: Readonly<Record<string, unknown>> | undefined): ScoreLine | undefined {
  const { traceId, evaluatedSpanId, judge, evaluation } = (row ?? {}) as Partial<Result>;
  const isLine = typeof traceId === 'string' && typeof evaluatedSpanId === 'string' && typeof evaluation === 'string';
  return isLine && typeof judge?.id === 'string' && typeof judge.version === 'string' ? (row as unknown as ScoreLine) : undefined;
}

/** Names the turn of a trace. */
export function turnKey(traceId: string, spanId: string): string {
  return `${traceId}/${spanId}`;
}

/** Says of labelled documents of live turns what was said of them when they were scored. Of two lines on one turn the later counts. */
export function scoredJudge(lines: readonly ScoreLine[]): Judge {
  const judging = lines.filter(({ verdicts }) => verdicts?.documents !== undefined);
  const judges = new Map(judging.map(({ judge }) => [`${judge.id}@${judge.version}`, judge]));
  const [judge] = judges.values();
  if (judge === undefined || judges.size > 1) {
    const got = judge === undefined ? 'none' : `those of ${[...judges.keys()].join(' and ')}`;
    throw new RagmeterError('invalid_labels', `Expected scores with verdicts on documents by one judge, got ${got}`);
  }
  const known = new Map(judging.map((line) => [turnKey(line.traceId, line.evaluatedSpanId), line.verdicts?.documents ?? []]));
  return {
    id: judge.id,
    version: judge.version,
    gives: ['documents'],
    ask(turn) {
      const verdicts = known.get(turnKey(turn.traceId, turn.evaluatedSpan.spanId));
      const documents = turn.documents.map(({ id = '' }, index) => verdictOn(id, index, verdicts ?? []));
      if (documents.every((verdict) => verdict !== undefined)) return Promise.resolve({ status: 'answered', verdicts: { documents } });
      const message = 'Expected verdicts on this turn among the scores, got none';
      return Promise.resolve({ status: 'failed', reason: 'judge_error', retryable: false, message });
    },
  };
}

function verdictOn(id: string, index: number, verdicts: readonly DocumentVerdict[]): DocumentVerdict | undefined {
  const place = readLiveId(id)?.index;
  const verdict = verdicts.find((one) => one.index === place);
  return verdict === undefined ? undefined : { ...verdict, index };
}
