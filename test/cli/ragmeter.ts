import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export const ROOT: string = fileURLToPath(new URL('../../', import.meta.url));
const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

const LOOK_EVERY_MS = 20;
/** About ten seconds: far more than anything takes that is awaited here, on a busy machine too. */
const MOST_LOOKS = 500;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly input?: string | Uint8Array;
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
}

/** `ragmeter`, started as users start it. */
export interface Running {
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<Ended>;
  /** Resolves to the match as soon as the output, of either kind, has one; rejects with the output where it ends without. */
  readonly says: (pattern: RegExp) => Promise<RegExpExecArray>;
  readonly signal: (name: 'SIGINT' | 'SIGTERM') => void;
  /** For the end of a test: whatever became of it, the process is gone. */
  readonly kill: () => Promise<Ended>;
  readonly process: ChildProcessByStdio<Writable, Readable, Readable>;
}

/** Starts the built command line. Of the environment only the path is handed on: nobody's own `OTEL_*` may play a part. */
export function start(args: readonly string[], { input, environment = {}, folder = ROOT }: RunOptions = {}): Running {
  if (!existsSync(MAIN))
    throw new Error(`Expected the built command line at ${MAIN}, got nothing: run "npm run build" first, as npm test does`);
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  // A command that does not read its input is free to end before it has it all.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  let isOver = false;
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      isOver = true;
      resolve({ code, stdout, stderr });
    });
  });
  return {
    process: child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    async says(pattern) {
      const match = await eventually(
        () => pattern.exec(stdout) ?? pattern.exec(stderr) ?? undefined,
        () => isOver,
      );
      if (match === undefined) throw new Error(`Expected output like ${pattern}, got:\n${stdout}\n${stderr}`);
      return match;
    },
    signal: (name) => void child.kill(name),
    async kill() {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

/** Runs a command to its end; one that has none is killed, and has no exit code then. */
export async function run(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const running = start(args, options);
  const timer = setTimeout(() => void running.kill(), MOST_LOOKS * LOOK_EVERY_MS);
  try {
    return await running.ended;
  } finally {
    clearTimeout(timer);
  }
}

/** Looks until there is a value; undefined where there is none after many looks, or once `isOver`. */
export async function eventually<T>(
  look: () => T | undefined | Promise<T | undefined>,
  isOver: () => boolean = () => false,
): Promise<T | undefined> {
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const last = isOver();
    const found = await look();
    if (found !== undefined || last) return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return undefined;
}

/** What was printed, a line each; the end of the last line begins no other. */
export function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** One JSON object a line. */
export function objectsOf<T>(text: string): readonly T[] {
  return linesOf(text).map((line) => JSON.parse(line) as T);
}
