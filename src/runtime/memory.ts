import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';

/**
 * The share of its memory that this process uses, 0..1: of the heap that V8 may have, or of what the machine or container has, whichever is
 * shorter. Buffers are no part of the heap, and count for the second only. What the system still keeps for us of what we gave back does not count.
 */
export function memoryShare(): number {
  const { used_heap_size: heap, external_memory: buffers, heap_size_limit: heapLimit } = getHeapStatistics();
  // 0 where it is not known; where there is no limit, more than any machine has.
  const limit = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
  return Math.max(heap / heapLimit, (heap + buffers) / limit);
}
