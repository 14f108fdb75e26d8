import type { Clock } from '../../model/clock.ts';
import type { JudgeReply } from '../../model/judge.ts';
import type { Random } from '../../model/random.ts';
import type { Turn } from '../../model/turn.ts';
import type { Need } from '../../model/verdicts.ts';
import type { AiSdk, LanguageModel } from './ai-sdk.ts';
import { type Findings, inquire } from './inquiry.ts';
import { promptFor } from './prompt.ts';
import { send } from './request.ts';
import { roomFor } from './room.ts';
import { schemaFor } from './schema.ts';
import { sheetOf } from './sheet.ts';
import { verdictsFrom } from './verdicts-from.ts';

/** A model, and how it is to be asked. */
export interface Asking {
  readonly sdk: AiSdk;
  readonly model: LanguageModel | string;
  readonly clock: Clock;
  readonly random: Random;
  readonly structured: boolean;
  readonly reasons: boolean;
  readonly temperature?: number | undefined;
  readonly requestTimeoutMs: number;
}

/** The reply on one turn, and what was learned of the model meanwhile. */
export interface Told extends Pick<Findings, 'form' | 'refusesStructure'> {
  readonly reply: JudgeReply;
}

/** Shows a turn to a model, asks until all is said or no more requests are left, and puts together what was said. */
export async function askModel(asking: Asking, turn: Turn, needs: readonly Need[], signal: AbortSignal): Promise<Told> {
  const { sdk, model, clock, random, temperature } = asking;
  const sheet = sheetOf(turn, needs, random);
  const hasAnswer = turn.answer !== undefined;
  const { said, failure, usage, ...learned } = await inquire({
    items: sheet.items,
    hasAnswer,
    structured: asking.structured,
    room: roomFor(sheet.items, asking.reasons),
    request(wanted, structured, maxOutputTokens) {
      const request = {
        model,
        prompt: promptFor(sheet, wanted),
        maxOutputTokens,
        ...(structured ? { schema: schemaFor(wanted, hasAnswer) } : {}),
        ...(temperature === undefined ? {} : { temperature }),
      };
      return within(clock, asking.requestTimeoutMs, signal, (limited) => send(sdk, request, limited, clock.nowMs));
    },
  });
  const used = Object.keys(usage).length === 0 ? {} : { usage };
  if (failure !== undefined) return { ...learned, reply: { ...failure, ...used } };
  return { ...learned, reply: { status: 'answered', verdicts: verdictsFrom(sheet.items, said, needs), ...used } };
}

/** Runs with a signal that also aborts after a time of its own. */
async function within<T>(clock: Clock, ms: number, signal: AbortSignal, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  if (!Number.isFinite(ms)) return run(signal);
  const timeout = new AbortController();
  const cancel = clock.after(ms, () => timeout.abort());
  try {
    return await run(AbortSignal.any([signal, timeout.signal]));
  } finally {
    cancel();
  }
}
