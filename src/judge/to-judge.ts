import { expected } from '../model/errors.ts';
import type { Judge, JudgeFunction, ModelName } from '../model/judge.ts';
import { NEEDS } from '../model/verdicts.ts';
import { lexicalJudge } from './lexical/lexical-judge.ts';

/** Whatever is taken for a judge. */
export type GivenJudge = 'lexical' | ModelName | Judge | JudgeFunction;

/** Makes the judge of a model's name. */
export type ModelJudge = (model: string) => Judge;

/** A judge from what a user may give: a built-in name, a model's name, a judge, or a plain function, which is taken to give everything. */
export function toJudge(given: GivenJudge, modelJudge?: ModelJudge): Judge {
  if (given === 'lexical') return lexicalJudge();
  if (typeof given === 'string' && given.includes('/') && modelJudge !== undefined) return modelJudge(given);
  if (typeof given === 'function') {
    return { id: 'function', version: '1', gives: NEEDS, ask: given };
  }
  if (isJudge(given)) return given;
  throw expected(
    "judge to be 'lexical', a model such as 'openai/gpt-4.1-mini', a function, or a judge with id, version, gives and ask",
    given,
  );
}

function isJudge(given: unknown): given is Judge {
  const { ask, id, version, gives } = (typeof given === 'object' && given !== null ? given : {}) as Partial<Judge>;
  return typeof ask === 'function' && typeof id === 'string' && typeof version === 'string' && Array.isArray(gives);
}
