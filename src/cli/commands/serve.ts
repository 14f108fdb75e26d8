import type { Command } from 'commander';
import type { FileConfig } from '../../config/file.ts';
import type { Options } from '../../config/options.ts';
import { RagmeterError } from '../../model/errors.ts';
import type { Io } from '../../runtime/io.ts';
import { type Address, address, isLoopback } from '../address.ts';
import { durationMs } from '../duration.ts';
import { readConfig } from '../read-config.ts';
import { startService } from '../service.ts';

/** As 4318 is usually the Collector's. */
const DEFAULT_ADDRESS = '127.0.0.1:4328';
const STOP_DEADLINE_MS = 10_000;

interface Flags {
  readonly listen?: Address;
  readonly grace?: number;
  readonly idle?: number;
  readonly tooOld?: number;
  readonly config?: string;
}

/** `ragmeter serve`: the scoring service, until it is stopped. */
export function serveCommand(program: Command, io: Io): void {
  program
    .command('serve')
    .description('receive traces over OTLP/HTTP and score them')
    .option('--listen <host:port>', `where to listen (default: ${DEFAULT_ADDRESS})`, address)
    .option('--grace <duration>', 'wait this long after the last span of a trace that has its root (default: 10s)', durationMs)
    .option('--idle <duration>', 'wait this long after the last span of a trace without a root (default: 2m)', durationMs)
    .option('--too-old <duration>', 'do not score turns that ended longer ago; 0 = score all (default: 1h)', durationMs)
    .option('--config <file>', 'YAML file with options')
    .action(async (flags: Flags) => {
      const config = await readConfig(flags.config, io);
      const at = flags.listen ?? configuredAddress(config, flags.config);
      const service = await startService(withFlags(config.options, flags), at, io);
      io.err(`ragmeter: listening on ${service.url} (POST /v1/traces, /v1/logs; GET /metrics, /healthz, /readyz)`);
      if (!isLoopback(at.host))
        io.err(
          `ragmeter: WARNING: ${at.host} can be reached from other machines, and there is no token: anybody may send traces and read /metrics`,
        );
      if (!service.exports) io.err('ragmeter: results are at /metrics only; set OTEL_EXPORTER_OTLP_ENDPOINT to send them on');
      await stopped(io);
      io.err('ragmeter: stopping; scoring what is held');
      await service.stop(STOP_DEADLINE_MS);
    });
}

/** Resolves at the first signal to stop. Keeps the process alive until then. */
export function stopped(io: Io): Promise<void> {
  return new Promise((resolve) => io.onStop(resolve));
}

function configuredAddress({ listen }: FileConfig, path: string | undefined): Address {
  if (listen === undefined) return address(DEFAULT_ADDRESS);
  try {
    return address(listen);
  } catch (cause) {
    const reason = (cause as Error).message.replace(/^Expected/, 'expected').replace(/\.$/, '');
    throw new RagmeterError('invalid_config', `${path}: listen: ${reason}`, { cause });
  }
}

/** What is said on the command line wins over the file. */
function withFlags(options: Options, { grace, idle, tooOld }: Flags): Options {
  const said = {
    ...(grace === undefined ? {} : { graceMs: grace }),
    ...(idle === undefined ? {} : { idleMs: idle }),
    ...(tooOld === undefined ? {} : { tooOldMs: tooOld }),
  };
  return { ...options, completion: { ...options.completion, ...said } };
}
