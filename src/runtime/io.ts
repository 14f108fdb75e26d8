import { existsSync, writeFileSync } from 'node:fs';
import { access, constants, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { escaped } from '../model/escaped.ts';

/** The process as commands see it. */
export interface Io {
  /** What was said on the command line, the program's own name not counted. */
  readonly args: readonly string[];
  /** What the user asked for. */
  readonly out: (line: string) => void;
  /** Progress, warnings and errors. */
  readonly err: (line: string) => void;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Width of the terminal in columns; 80 where there is none. */
  readonly columns: number;
  /** The bytes of a file, or of standard input for `-`. */
  readonly read: (path: string) => Promise<Uint8Array>;
  /** Writes a file, in place of one that may be there. */
  readonly write: (path: string, text: string) => Promise<void>;
  /** Rejects where a file could not be written, before there is anything to write. */
  readonly probe: (path: string) => Promise<void>;
  /** Writes a file; rejects with `EEXIST` where there is one. */
  readonly create: (path: string, text: string) => Promise<void>;
  /** Imports the module at a path. */
  readonly load: (path: string) => Promise<unknown>;
  /** Runs once, at the first SIGINT or SIGTERM. A second one ends the process at once. */
  readonly onStop: (run: () => void) => void;
  /** Ends the process with this code as soon as nothing is left to do. */
  readonly exit: (code: number) => void;
}

/** The real process. */
export function processIo(): Io {
  // A reader that closes the pipe early, such as `head`, is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  // Nobody reads what we say; what we do may still be wanted.
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return {
    args: process.argv.slice(2),
    exit: (code) => {
      process.exitCode = code;
    },
    // Traces hold what anybody typed: an escape sequence among it must not reach the terminal.
    out: (line) => void process.stdout.write(`${escaped(line)}\n`),
    err: (line) => void process.stderr.write(`${escaped(line)}\n`),
    environment: process.env,
    columns: process.stdout.columns || 80,
    read: (path) => (path === '-' ? standardInput() : readFile(path)),
    // At once: whoever reads our output may close the pipe at any time, which ends the process, and half a file would be left.
    write: async (path, text) => writeFileSync(path, text),
    probe: (path) => access(existsSync(path) ? path : dirname(path), constants.W_OK),
    create: async (path, text) => writeFileSync(path, text, { flag: 'wx' }),
    load: (path) => import(pathToFileURL(path).href),
    onStop(run) {
      let stopping = false;
      const stop = (): void => {
        if (stopping) process.exit(130);
        stopping = true;
        run();
      };
      process.on('SIGINT', stop);
      process.on('SIGTERM', stop);
    },
  };
}

async function standardInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
