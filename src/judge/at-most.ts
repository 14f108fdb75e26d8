import { expected } from '../model/errors.ts';
import type { Judge } from '../model/judge.ts';
import { wrap } from './wrap.ts';

/** Asks a judge so many times and no more, whatever comes of it: what lies beyond is `dropped(budget)`. */
export function atMost(inner: Judge, maxCalls: number): Judge {
  if (!(maxCalls >= 0)) throw expected('maxCalls to be 0 or more', maxCalls);
  let calls = 0;
  return wrap(inner, (turn, needs, signal) => {
    if (calls >= maxCalls) {
      const message = `The judge may be called ${maxCalls} times, and was`;
      return Promise.resolve({ status: 'dropped', reason: 'budget', message });
    }
    calls += 1;
    return inner.ask(turn, needs, signal);
  });
}
