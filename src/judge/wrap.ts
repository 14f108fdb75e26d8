import type { Judge } from '../model/judge.ts';

/** A judge like `inner` that asks in another way. Works for objects and for instances of classes alike. */
export function wrap(inner: Judge, ask: Judge['ask']): Judge {
  return {
    id: inner.id,
    version: inner.version,
    gives: inner.gives,
    ...(inner.fit === undefined ? {} : { fit: (turn) => inner.fit?.(turn) ?? turn }),
    ask,
  };
}
