import type { LlmJudgeOptions } from '../judge/llm/wrapped.ts';
import { llmJudge } from '../judges.ts';
import type { Judge } from '../model/judge.ts';

/** A model of the AI SDK, or its name. */
export type JudgeModel = LlmJudgeOptions['model'];

/** The judge that asks this model. */
export function modelJudge(model: JudgeModel): Judge {
  return llmJudge({ model });
}
