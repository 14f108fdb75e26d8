import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Line } from '../../src/queue/line.ts';

test('a line is a list of which the first is taken', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('push', 'push', 'take', 'takeAll'), { maxLength: 100 }), (commands) => {
      const line = new Line<number>();
      const list: number[] = [];
      for (const [number, command] of commands.entries()) {
        if (command === 'push') {
          line.push(number);
          list.push(number);
        }
        if (command === 'take') expect(line.take()).toBe(list.shift());
        if (command === 'takeAll') expect(line.takeAll()).toEqual(list.splice(0));
        expect(line.length).toBe(list.length);
      }
    }),
  );
});
