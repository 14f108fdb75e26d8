import type { Judge } from '../model/judge.ts';
import { untraced } from '../observe/untraced.ts';
import { wrap } from './wrap.ts';

/** Asks so that no instrumentation records the judge's calls. */
export function untracedJudge(inner: Judge): Judge {
  return wrap(inner, (turn, needs, signal) => untraced(() => inner.ask(turn, needs, signal)));
}
