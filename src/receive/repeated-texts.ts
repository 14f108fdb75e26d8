/** Names of attributes are few, and come with every span. */
const SLOTS = 1_024;
const MAX_LENGTH = 64;

/**
 * Texts out of one buffer, each made once: making it again costs more than finding out that it is the same. A text that falls into
 * the slot of another takes its place, so that nothing grows.
 */
export class RepeatedTexts {
  readonly #bytes: Buffer;
  readonly #texts: string[] = [];
  /** Where the text of each slot stands. */
  readonly #starts: Int32Array = new Int32Array(SLOTS);
  readonly #lengths: Int32Array = new Int32Array(SLOTS);

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  at(start: number, stop: number): string {
    const length = stop - start;
    if (length === 0) return '';
    if (length > MAX_LENGTH) return this.#bytes.toString('utf8', start, stop);
    let hash = length;
    for (let at = start; at < stop; at += 1) hash = (Math.imul(hash, 31) + (this.#bytes[at] ?? 0)) | 0;
    const slot = (hash ^ (hash >>> 10)) & (SLOTS - 1);
    const known = this.#texts[slot];
    if (known !== undefined && this.#lengths[slot] === length && this.#isSame(start, stop, this.#starts[slot] ?? 0)) return known;
    const text = this.#bytes.toString('utf8', start, stop);
    this.#texts[slot] = text;
    this.#starts[slot] = start;
    this.#lengths[slot] = length;
    return text;
  }

  #isSame(start: number, stop: number, other: number): boolean {
    for (let at = start; at < stop; at += 1) if (this.#bytes[at] !== this.#bytes[other + at - start]) return false;
    return true;
  }
}
