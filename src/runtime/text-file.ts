import { appendFileSync, readFileSync } from 'node:fs';
import type { TextFile } from '../model/text-file.ts';

/** A real file. Nothing is opened before it is read or written. */
export function textFile(path: string): TextFile {
  return { path, read: () => readFileSync(path, 'utf8'), append: (text) => appendFileSync(path, text) };
}
