import { expected } from '../model/errors.ts';
import type { Judge, JudgeFunction } from '../model/judge.ts';
import type { RetrievedDocument } from '../model/turn.ts';
import { statementRelevance } from '../score/scorers/statement-relevance.ts';
import type { JudgeModel } from './model-judge.ts';
import { type RunResult, runnerOf } from './run.ts';
import type { RunInput, RunOutput } from './said.ts';

export interface ContextRelevancyOptions {
  /** The documents, best first. */
  readonly context: readonly (string | RetrievedDocument)[];
  /** The highest score, a finite number above 0. 1 unless given. */
  readonly scale?: number;
  /** Milliseconds that the judge may take. 60 000 unless given. */
  readonly deadlineMs?: number;
}

export interface Measured {
  /** 0 to `scale`, not rounded. */
  readonly score: number;
  readonly info: { readonly reason: string };
}

/**
 * Share of the sentences of the documents that are relevant to the question, compatible with Mastra's older metric of that name. The scorer
 * `statement_relevance` gives the same number for live turns.
 */
export class ContextRelevancyMetric {
  readonly #run: (given: { readonly input: unknown; readonly output: unknown }) => Promise<RunResult>;

  /** Throws a RagmeterError (`invalid_option`) that says what was expected and what came. */
  constructor(judgedBy: JudgeModel | 'lexical' | Judge | JudgeFunction, options: ContextRelevancyOptions) {
    if (typeof options !== 'object' || options === null) throw expected('options with context', options);
    const { context, scale, deadlineMs } = options;
    if (context === undefined) throw expected('context', undefined);
    const given = { context, ...(scale === undefined ? {} : { scale }), ...(deadlineMs === undefined ? {} : { deadlineMs }) };
    const by = isJudge(judgedBy) ? { judge: judgedBy } : { model: judgedBy };
    this.#run = runnerOf(statementRelevance(), { ...by, options: given });
  }

  /** Rejects with a RagmeterError where there is no score to be had; `code` is the reason. */
  async measure(input: RunInput, output?: RunOutput): Promise<Measured> {
    const { score, reason } = await this.#run({ input, output });
    return { score, info: { reason } };
  }
}

function isJudge(given: unknown): given is 'lexical' | Judge | JudgeFunction {
  return given === 'lexical' || typeof given === 'function' || (typeof given === 'object' && given !== null && 'ask' in given);
}
