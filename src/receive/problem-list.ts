/** Enough to see what is wrong with a batch; a batch of 10,000 bad spans must not make 10,000 lines. */
export const MAX_PROBLEM_LINES = 5;

/** What was wrong with parts of a batch: each line once, the first few in full, the others as a number. */
export class ProblemList {
  readonly #lines: Set<string> = new Set();
  #more = 0;

  add(line: string): void {
    if (this.#lines.has(line)) return;
    if (this.isFull) this.#more += 1;
    else this.#lines.add(line);
  }

  /** Once it is full, further lines only count. */
  get isFull(): boolean {
    return this.#lines.size >= MAX_PROBLEM_LINES;
  }

  toLines(): string[] {
    return this.#more === 0 ? [...this.#lines] : [...this.#lines, `and ${this.#more} more`];
  }
}
