import { totalmem } from 'node:os';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';

/**
 * The share of its memory that this process uses, 0..1: of the heap that V8 may have for what lives longer, or of what the machine or container has,
 * whichever is shorter. Buffers are no part of the heap, and count for the second only. What the system still keeps for us of what we gave back does
 * not count.
 */
export function memoryShare(): number {
  const { used_heap_size: heap, external_memory: buffers, heap_size_limit: heapLimit } = getHeapStatistics();
  // 0 where it is not known; where there is no limit, more than any machine has.
  const limit = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
  return Math.max(longLived() / longLivedLimit(heapLimit), (heap + buffers) / limit);
}

/** New objects have spaces of their own, which are emptied all the time. */
function longLived(): number {
  return getHeapSpaceStatistics().reduce(
    (sum, { space_name: name, space_used_size: used }) => (name.startsWith('new_') ? sum : sum + used),
    0,
  );
}

/** V8 counts the spaces for new objects into its limit, and dies when the others are full. It tells neither size: these are its defaults, measured. */
function longLivedLimit(heapLimit: number): number {
  const isLarge = Number.parseInt(process.versions.node, 10) >= 24;
  return Math.max(heapLimit - (isLarge ? 192 : 48) * 2 ** 20, heapLimit / 3);
}
