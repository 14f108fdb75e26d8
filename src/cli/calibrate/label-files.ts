import { type ReadLabels, readLabels } from '../../calibrate/read-labels.ts';
import type { Io } from '../../runtime/io.ts';
import { reasonOf } from '../read-files.ts';
import { rowsOf } from './rows.ts';

export interface LabelFile extends ReadLabels {
  readonly path: string;
}

export interface LabelFiles {
  readonly files: readonly LabelFile[];
  /** False where a file could not be read; it was named on stderr. */
  readonly complete: boolean;
}

/** Reads files of labels. One that cannot be read is named, and the rest is read still. */
export async function readLabelFiles(paths: readonly string[], io: Io): Promise<LabelFiles> {
  const files: LabelFile[] = [];
  for (const path of paths) {
    try {
      files.push({ path, ...readLabels(await rowsOf(await io.read(path), path)) });
    } catch (error) {
      io.err(`${path}: ${reasonOf(error)}`);
    }
  }
  return { files, complete: files.length === paths.length };
}
