import { ask } from '../judge/ask.ts';
import type { Clock } from '../model/clock.ts';
import type { Judge, Usage } from '../model/judge.ts';
import type { DocumentVerdict } from '../model/verdicts.ts';
import { answeringIndex, PROBES, type Probe, turnOf } from './judge-probes.ts';

/** What became of one probe. */
export interface Probed {
  readonly language: string;
  readonly question: string;
  /** Of the two passages, how many were put on the right side. 0 where there are no verdicts. */
  readonly agreed: number;
  /** Why there are no verdicts. */
  readonly problem?: string;
  readonly seconds: number;
  readonly usage?: Usage;
}

export interface Checked {
  readonly probes: readonly Probed[];
  /** Share of all passages that were put on the right side, 0..1. */
  readonly agreement: number;
  readonly answered: number;
  readonly usable: boolean;
}

/** A judge that knows less of passages as plain as these is of no use; one wrong in eight may be a matter of taste. */
const ENOUGH_AGREEMENT = 0.85;
const DEADLINE_MS = 60_000;

/** Asks a judge about every probe, one after the other. It can be used where it answers all and agrees with people on nearly all. */
export async function checkJudge(judge: Judge, clock: Clock): Promise<Checked> {
  const probes: Probed[] = [];
  for (const [index, probe] of PROBES.entries()) probes.push(await probed(judge, probe, index, clock));
  const answered = probes.filter(({ problem }) => problem === undefined).length;
  const agreement = probes.reduce((sum, { agreed }) => sum + agreed, 0) / (2 * probes.length);
  return { probes, agreement, answered, usable: answered === probes.length && agreement >= ENOUGH_AGREEMENT };
}

async function probed(judge: Judge, probe: Probe, index: number, clock: Clock): Promise<Probed> {
  const { language, question } = probe;
  const deadline = new AbortController();
  // Keeps the process alive too, while nothing else does: a judge may wait before it asks again.
  const cancel = clock.after(DEADLINE_MS, () => deadline.abort(), true);
  const startedMs = clock.elapsedMs();
  try {
    const { reply } = await ask(judge, turnOf(probe, index), ['documents'], deadline.signal);
    const told = { language, question, seconds: (clock.elapsedMs() - startedMs) / 1_000 };
    const usage = 'usage' in reply && reply.usage !== undefined ? { usage: reply.usage } : {};
    if (reply.status !== 'answered') return { ...told, ...usage, agreed: 0, problem: `${reply.reason}: ${reply.message}` };
    return { ...told, ...usage, agreed: agreedOn(reply.verdicts.documents ?? [], index) };
  } finally {
    cancel();
  }
}

/** The answering passage is at least part of the answer; the other is not. */
function agreedOn(verdicts: readonly DocumentVerdict[], index: number): number {
  return verdicts.filter(({ index: document, level }) => {
    const isRelevant = level === 'high' || level === 'medium';
    return isRelevant === (document === answeringIndex(index));
  }).length;
}
