import { Command, CommanderError } from 'commander';
import { VERSION } from '../emit/names.ts';
import { RagmeterError } from '../model/errors.ts';
import type { Io } from '../runtime/io.ts';
import { calibrateCommand } from './commands/calibrate.ts';
import { configCommand } from './commands/config.ts';
import { demoCommand } from './commands/demo.ts';
import { explainCommand } from './commands/explain.ts';
import { judgeCommand } from './commands/judge.ts';
import { scoreCommand } from './commands/score.ts';
import { serveCommand } from './commands/serve.ts';
import { IncompleteInput } from './read-files.ts';

const DONE = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

/** Mistakes in what was asked for, as opposed to things that went wrong. */
const USAGE_CODES = new Set(['invalid_option', 'invalid_config', 'invalid_endpoint', 'invalid_tls', 'own_endpoint']);

/** Runs one command line and resolves to the exit code: 0 done, 1 some input could not be read or something failed, 2 wrong usage. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const program = new Command('ragmeter')
    .description('Scores the retrieval quality of RAG services from their traces.')
    .version(VERSION)
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.out(text.trimEnd()), writeErr: (text) => io.err(text.trimEnd()) })
    .showHelpAfterError('(run with --help for usage)')
    .addHelpText('after', '\nExit codes: 0 done, 1 some input could not be read, 2 wrong usage.');
  const commands = [serveCommand, scoreCommand, explainCommand, judgeCommand, calibrateCommand, configCommand, demoCommand];
  for (const command of commands) command(program, io);
  inherit(program);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return DONE;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USAGE;
    if (error instanceof IncompleteInput) return FAILED;
    if (!(error instanceof RagmeterError)) {
      io.err(`ragmeter: unexpected failure, please report it: ${error instanceof Error ? error.stack : String(error)}`);
      return FAILED;
    }
    io.err(`ragmeter: ${error.message}`);
    return USAGE_CODES.has(error.code) ? WRONG_USAGE : FAILED;
  }
}

/** What was said of the program holds for its commands, and for theirs. */
function inherit(parent: Command): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent);
    inherit(command);
  }
}
