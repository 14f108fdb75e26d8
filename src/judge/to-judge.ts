import { expected } from '../model/errors.ts';
import type { Judge, JudgeFunction } from '../model/judge.ts';
import { NEEDS } from '../model/verdicts.ts';
import { lexicalJudge } from './lexical/lexical-judge.ts';

/** A judge from what a user may give: a built-in name, a judge, or a plain function, which is taken to give everything. */
export function toJudge(given: 'lexical' | Judge | JudgeFunction): Judge {
  if (given === 'lexical') return lexicalJudge();
  if (typeof given === 'function') {
    return { id: 'function', version: '1', gives: NEEDS, ask: given };
  }
  if (isJudge(given)) return given;
  throw expected("judge to be 'lexical', a function, or a judge with id, version, gives and ask", given);
}

function isJudge(given: Judge | null): given is Judge {
  return (
    typeof given === 'object' &&
    typeof given?.ask === 'function' &&
    typeof given.id === 'string' &&
    typeof given.version === 'string' &&
    Array.isArray(given.gives)
  );
}
