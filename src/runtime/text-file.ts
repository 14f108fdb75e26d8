import { appendFileSync, readFileSync } from 'node:fs';

/** A text file, read and written at once: small, and by hand or in tests. */
export interface TextFile {
  readonly path: string;
  /** Throws where there is none. */
  readonly read: () => string;
  /** Adds to the end, and makes the file where there is none. */
  readonly append: (text: string) => void;
}

export function textFile(path: string): TextFile {
  return { path, read: () => readFileSync(path, 'utf8'), append: (text) => appendFileSync(path, text) };
}
