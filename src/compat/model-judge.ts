import { RagmeterError } from '../model/errors.ts';
import type { Judge } from '../model/judge.ts';

/** A model of the AI SDK, or its name. */
export type JudgeModel = string | object;

/** The judge that asks this model. Throws a RagmeterError (`missing_judge`): this version asks none by itself. */
export function modelJudge(_model: JudgeModel): Judge {
  throw new RagmeterError(
    'missing_judge',
    'Expected a judge: this version cannot ask a model by itself. Pass `judge` in place of `model`.',
  );
}
