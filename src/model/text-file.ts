/** A text file, read and written at once: for what is small. */
export interface TextFile {
  readonly path: string;
  /** Throws where there is none. */
  readonly read: () => string;
  /** Adds to the end, and makes the file where there is none. */
  readonly append: (text: string) => void;
}
