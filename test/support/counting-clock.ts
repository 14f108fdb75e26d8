import type { Clock } from '../../src/model/clock.ts';
import { virtualClock } from '../../src/testing/virtual-clock.ts';

/** Counts the timers that are set, and those that neither ran nor were cancelled. */
export function countingClock() {
  const inner = virtualClock();
  let set = 0;
  let pending = 0;
  const after: Clock['after'] = (delayMs, run) => {
    set += 1;
    pending += 1;
    let isOver = false;
    const over = (): void => {
      if (!isOver) pending -= 1;
      isOver = true;
    };
    const cancel = inner.after(delayMs, () => {
      over();
      run();
    });
    return () => {
      over();
      cancel();
    };
  };
  return { clock: { ...inner, after }, set: () => set, pending: () => pending };
}
