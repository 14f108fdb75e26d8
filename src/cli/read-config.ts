import type { FileConfig } from '../config/file.ts';
import { RagmeterError } from '../model/errors.ts';
import type { Io } from '../runtime/io.ts';
import { reasonOf } from './read-files.ts';

/** The configuration in a file; an empty one where none is named. */
export async function readConfig(path: string | undefined, io: Io): Promise<FileConfig> {
  if (path === undefined) return { options: {} };
  const bytes = await io.read(path).catch((cause: unknown) => {
    throw new RagmeterError('invalid_config', `${path}: ${reasonOf(cause)}`, { cause });
  });
  // Loaded here: the parsers of YAML and of the schema take a third of the start of every command.
  const { parseConfig } = await import('../config/file.ts');
  return parseConfig(new TextDecoder().decode(bytes), path);
}
