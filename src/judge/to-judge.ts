import { expected } from '../model/errors.ts';
import type { Judge, JudgeFunction } from '../model/judge.ts';
import { lexicalJudge } from './lexical/lexical-judge.ts';

/** A judge from what a user may give: a built-in name, a judge, or a plain function, which is taken to give everything. */
export function toJudge(given: 'lexical' | Judge | JudgeFunction): Judge {
  if (given === 'lexical') return lexicalJudge();
  if (typeof given === 'function') {
    return { id: 'function', version: '1', gives: ['documents', 'missing', 'statements', 'claims', 'reference'], ask: given };
  }
  if (typeof given === 'object' && given !== null && typeof given.ask === 'function' && typeof given.id === 'string') return given;
  throw expected("judge to be 'lexical', a judge or a function", given);
}
