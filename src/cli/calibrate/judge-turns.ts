import type { JudgedPair } from '../../calibrate/agreement.ts';
import { tellsAnything, tellsRelevance } from '../../calibrate/labelled-pair.ts';
import { type Problem, Problems } from '../../calibrate/problems.ts';
import type { LabelledTurn } from '../../calibrate/turns-of.ts';
import { ask } from '../../judge/ask.ts';
import type { Clock } from '../../model/clock.ts';
import { messageOf } from '../../model/errors.ts';
import type { Judge } from '../../model/judge.ts';
import type { Turn } from '../../model/turn.ts';

export interface Judging {
  readonly judge: Judge;
  readonly clock: Clock;
  /** Turns at the same time. */
  readonly workers: number;
  /** Milliseconds that one turn may take. */
  readonly deadlineMs: number;
  /** What must not leave is taken out of a turn before the judge gets it. */
  readonly cover: (turn: Turn) => Turn;
  /** Called after each turn with the number of its pairs. */
  readonly done: (pairs: number) => void;
}

export interface JudgedTurns {
  readonly judged: readonly JudgedPair[];
  /** Pairs without a verdict, by the reason. */
  readonly problems: readonly Problem[];
}

/** Asks a judge about each turn. What it gives no verdict on is counted and named. Never rejects; the order of the verdicts is that of the turns. */
export async function judgeTurns(turns: readonly LabelledTurn[], judging: Judging): Promise<JudgedTurns> {
  const problems = new Problems();
  const judged: (readonly JudgedPair[])[] = [];
  let next = 0;

  async function work(): Promise<void> {
    while (next < turns.length) {
      const at = next;
      next += 1;
      const one = turns[at];
      if (one === undefined) return;
      judged[at] = await judgedIn(one, judging, problems);
      judging.done(one.pairs.length);
    }
  }

  await Promise.all(Array.from({ length: judging.workers }, work));
  return { judged: judged.flat(), problems: problems.list() };
}

async function judgedIn({ turn, pairs }: LabelledTurn, judging: Judging, problems: Problems): Promise<readonly JudgedPair[]> {
  const { judge, clock, deadlineMs, cover } = judging;
  const told = pairs.filter(tellsAnything);
  let covered: Turn;
  try {
    covered = cover(turn);
  } catch (error) {
    for (const { id } of told) problems.add('judge_error', id, `The redactor threw ${messageOf(error)}`);
    return [];
  }
  const deadline = new AbortController();
  // Keeps the process alive too, while nothing else does: a judge may wait before it asks again.
  const cancel = clock.after(deadlineMs, () => deadline.abort(), true);
  try {
    const { turn: read, reply } = await ask(judge, covered, ['documents'], deadline.signal);
    if (reply.status !== 'answered') {
      for (const { id } of told) problems.add(reply.reason, id, reply.message);
      return [];
    }
    const verdictAt = new Map((reply.verdicts.documents ?? []).map((verdict) => [read.documents[verdict.index]?.rank, verdict]));
    return pairs.flatMap((pair, rank) => {
      if (!tellsAnything(pair)) return [];
      const verdict = verdictAt.get(rank);
      if (verdict === undefined) problems.add('too_large', pair.id, 'The judge read only the first documents of the turn');
      else if (tellsRelevance(pair) || verdict.used !== undefined) return [{ pair, verdict }];
      else problems.add('no verdict on use', pair.id);
      return [];
    });
  } finally {
    cancel();
  }
}
