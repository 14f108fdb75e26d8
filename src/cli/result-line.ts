import type { Result } from '../model/result.ts';
import { column, cut, width } from './text.ts';

const LABEL_COLUMNS = 9;
const SERVICE_COLUMNS = 18;
/** Label, score, service, and the spaces between. */
const LEFT_COLUMNS = LABEL_COLUMNS + 1 + 4 + 2 + SERVICE_COLUMNS + 1;
const QUESTION_COLUMNS = 26;
const LEAST_QUESTION_COLUMNS = 14;

/** One result on one line: `good      0.72  helpdesk           How long do I have to ret… high none×2`. */
export function resultLine(result: Result, columns: number): string {
  const score = result.score === undefined ? '   -' : result.score.toFixed(2);
  const service = column(result.turn.service ?? '-', SERVICE_COLUMNS);
  const levels = levelsOf(result);
  const room = columns - LEFT_COLUMNS - 1;
  const question = column(
    result.query ?? '(no question)',
    Math.max(LEAST_QUESTION_COLUMNS, Math.min(Math.max(QUESTION_COLUMNS, room - QUESTION_COLUMNS), room - width(levels))),
  );
  return cut(`${column(result.label ?? result.outcome, LABEL_COLUMNS)} ${score}  ${service} ${question} ${levels}`, columns);
}

/** The levels of the documents in their order, equal neighbours counted, as in `high none×2`; else why there are none. */
export function levelsOf(result: Result): string {
  if (result.score === undefined) return result.reason?.replaceAll('_', ' ') ?? result.outcome;
  const runs: { readonly level: string; count: number }[] = [];
  for (const { level } of result.verdicts?.documents ?? []) {
    const last = runs.at(-1);
    if (last?.level === level) last.count += 1;
    else runs.push({ level, count: 1 });
  }
  return runs.map(({ level, count }) => (count === 1 ? level : `${level}×${count}`)).join(' ');
}
