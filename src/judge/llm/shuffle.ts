/**
 * The numbers from 0 to `count - 1` in an order that the seed alone decides: the same turn is always shown in the same order, and no place in
 * a list of results is favoured over all turns.
 */
export function shuffled(count: number, seed: string): readonly number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  let state = hash(seed);
  for (let last = count - 1; last > 0; last -= 1) {
    state = next(state);
    const other = state % (last + 1);
    [order[last], order[other]] = [order[other] ?? last, order[last] ?? other];
  }
  return order;
}

/** FNV-1a over UTF-16 units. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value;
}

/** One step of a 32-bit mixer (the finaliser of MurmurHash3 over a Weyl sequence). */
function next(state: number): number {
  let value = (state + 0x9e3779b9) >>> 0;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b) >>> 0;
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35) >>> 0;
  return (value ^ (value >>> 16)) >>> 0;
}
