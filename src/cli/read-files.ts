import { RagmeterError } from '../model/errors.ts';
import type { LogView, SpanView } from '../model/span.ts';
import { readOtlpBytes } from '../receive/otlp-file.ts';
import type { Io } from '../runtime/io.ts';

/** A recording larger than this, unpacked, is refused: it would not fit into memory with all that is made of it. */
const MAX_FILE_BYTES = 1_024 * 1_024 * 1_024;

/** For a directory where there can be one file only. */
export const ONE_FILE = 'name a file in it';

/** Some input could not be read: it was named, the command has done the rest, and exits with 1. */
export class IncompleteInput extends Error {}

export interface Recording {
  readonly spans: readonly SpanView[];
  readonly logs: readonly LogView[];
  /** False where some input could not be read; it was named on stderr. */
  readonly complete: boolean;
}

/** Reads recorded OTLP files. One that cannot be read is named, and the rest is read still. */
export async function readFiles(paths: readonly string[], io: Io): Promise<Recording> {
  const spans: SpanView[] = [];
  const logs: LogView[] = [];
  let complete = true;
  for (const path of paths) {
    try {
      const decoded = readOtlpBytes(await io.read(path), { maxBytes: MAX_FILE_BYTES });
      // One call with all of them as arguments would overflow the stack.
      for (const span of decoded.spans) spans.push(span);
      for (const log of decoded.logs) logs.push(log);
      for (const problem of decoded.problems) io.err(`${path}: ${problem}`);
      if (decoded.problems.length > 0) complete = false;
    } catch (error) {
      complete = false;
      io.err(`${path}: ${reasonOf(error)}`);
    }
  }
  return { spans, logs, complete };
}

/** Why a file could not be read: what was expected, what came, what to do. `advice` is for a directory. */
export function reasonOf(error: unknown, advice = 'name the files in it, as in DIRECTORY/*.json'): string {
  if (error instanceof RagmeterError) return error.message;
  const code = (error as { code?: unknown }).code;
  if (code === 'ENOENT') return 'Expected a file, got a path where nothing is: check the name';
  if (code === 'EISDIR') return `Expected a file, got a directory: ${advice}`;
  return `Expected a file that can be read, got ${error instanceof Error ? error.message : String(error)}: check its permissions`;
}
