/** Things of one kind that went wrong. */
export interface Problem {
  readonly what: string;
  readonly count: number;
  /** Where the first few were. */
  readonly where: readonly string[];
  /** What the first of them said. */
  readonly message?: string;
}

const NAMED = 3;

/** Counts what went wrong by its kind, and keeps where the first few were. */
export class Problems {
  readonly #found = new Map<string, { count: number; readonly where: string[]; readonly message?: string }>();

  add(what: string, where: string, message?: string): void {
    const known = this.#found.get(what) ?? { count: 0, where: [], ...(message === undefined ? {} : { message }) };
    this.#found.set(what, known);
    known.count += 1;
    if (known.where.length < NAMED) known.where.push(where);
  }

  /** The most frequent first. */
  list(): readonly Problem[] {
    return [...this.#found].map(([what, found]) => ({ what, ...found })).sort((a, b) => b.count - a.count);
  }
}
