import { ask } from './judge/ask.ts';
import type { Scorer } from './model/evaluation.ts';
import type { Judge, JudgeReply } from './model/judge.ts';
import type { Outcome } from './model/outcome.ts';
import type { Turn } from './model/turn.ts';
import { type Need, onlyNeeds, type Verdicts } from './model/verdicts.ts';
import { applyScorer } from './score/apply.ts';
import { isReadable } from './score/why-not.ts';

/** What became of a turn for one scorer, and the verdicts that it asked for. */
export interface Evaluated {
  readonly outcome: Outcome;
  readonly verdicts?: Verdicts;
}

export interface Answer {
  /** With the documents that the judge read: verdicts count these. */
  readonly turn: Turn;
  readonly reply: JudgeReply;
  /** One for each scorer, in their order. */
  readonly evaluated: readonly Evaluated[];
}

/**
 * One question to one judge for all of these scorers, and the outcome for each: the same for live turns and for a single call. Never rejects.
 * The turn is one against which `whyNot` had nothing to say.
 */
export async function evaluate(turn: Turn, judge: Judge, scorers: readonly Scorer[], signal: AbortSignal): Promise<Answer> {
  const needs = [...new Set(scorers.flatMap(asks))].filter((need) => judge.gives.includes(need));
  const { turn: read, reply } = await ask(judge, readable(turn), needs, signal);
  return {
    turn: { ...turn, documents: read.documents, flags: read.flags },
    reply,
    evaluated: scorers.map((scorer) => {
      if (reply.status !== 'answered') return { outcome: outcomeOf(reply) };
      // Not what was asked for others: a result must not change with what runs beside it.
      const verdicts = onlyNeeds(reply.verdicts, asks(scorer));
      return { outcome: outcomeFrom(scorer, turn, read, verdicts), verdicts };
    }),
  };
}

function asks({ needs, wants = [] }: Scorer): readonly Need[] {
  return [...needs, ...wants];
}

/** A score over a part of the documents says so: an unsupported claim may stand in what was not read. */
function outcomeFrom(scorer: Scorer, turn: Turn, read: Turn, verdicts: Verdicts): Outcome {
  const outcome = applyScorer(scorer, read, verdicts);
  if (outcome.status !== 'scored') return outcome;
  const given = turn.documents.length;
  const leftOut = given - read.documents.length;
  const isCut = read.flags.includes('truncated');
  if (leftOut === 0) return isCut ? { ...outcome, explanation: `${outcome.explanation} Partial: some text was cut.` } : outcome;
  const explanation = `${outcome.explanation} Partial: ${leftOut} of ${given} documents not read.`;
  return { ...outcome, parts: { ...outcome.parts, leftOut }, explanation };
}

/** The turn with the documents that can be judged; what has no text is left out, and said so by a flag and `parts.leftOut`. */
function readable(turn: Turn): Turn {
  return turn.documents.every(isReadable) ? turn : { ...turn, documents: turn.documents.filter(isReadable) };
}

function outcomeOf(reply: Exclude<JudgeReply, { status: 'answered' }>): Outcome {
  const { status, reason, message } = reply;
  return { status, reason, message } as Outcome;
}
