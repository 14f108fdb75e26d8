/** One passage as it stands in a text, with what stands around it. */
export interface Part {
  readonly text: string;
  readonly id?: string | undefined;
  /** The style itself says where it is from. */
  readonly isAttributed?: boolean;
}

/** A text split where passages plainly begin. */
export interface Split {
  /** Where the first passage begins, with its mark. */
  readonly at: number;
  readonly parts: readonly Part[];
}

/** One way to mark where passages begin. Linear in the length of the text. */
export type Style = (text: string) => Split | undefined;

/** More passages than this in one text are not told apart. */
export const MAX_PASSAGES = 500;

/** The place of a mark: it begins at `from`, the passage after it at `to`. */
export interface Mark {
  readonly from: number;
  readonly to: number;
}

/** What stands after each mark, up to the next. */
export function between(text: string, marks: readonly Mark[], isAttributed = false): Split | undefined {
  const [first] = marks;
  if (first === undefined) return undefined;
  return {
    at: first.from,
    parts: marks.map((mark, index) => ({ text: text.slice(mark.to, marks[index + 1]?.from ?? text.length), isAttributed })),
  };
}

export function marksOf(text: string, pattern: RegExp): readonly Mark[] {
  const marks: Mark[] = [];
  for (const match of text.matchAll(pattern)) {
    marks.push({ from: match.index, to: match.index + match[0].length });
    if (marks.length >= MAX_PASSAGES) break;
  }
  return marks;
}
