import type { Command } from 'commander';
import type { Options } from '../../config/options.ts';
import { LISTEN } from '../../config/service-defaults.ts';
import type { Io } from '../../runtime/io.ts';
import { type Address, address } from '../address.ts';
import { durationMs } from '../duration.ts';
import { endpointOf, exposure } from '../endpoint.ts';
import { outcomeLine } from '../outcome-line.ts';
import { readConfig } from '../read-config.ts';
import { startService } from '../service.ts';

const STOP_DEADLINE_MS = 10_000;

interface Flags {
  readonly listen?: Address;
  readonly grace?: number;
  readonly idle?: number;
  readonly tooOld?: number;
  readonly agreement?: string;
  readonly config?: string;
}

/** `ragmeter serve`: the scoring service, until it is stopped. */
export function serveCommand(program: Command, io: Io): void {
  program
    .command('serve')
    .description('receive traces over OTLP/HTTP and score them')
    .option('--listen <host:port>', `where to listen (default: ${LISTEN})`, address)
    .option('--grace <duration>', 'wait this long after the last span of a trace that has its root (default: 10s)', durationMs)
    .option('--idle <duration>', 'wait this long after the last span of a trace without a root (default: 2m)', durationMs)
    .option('--too-old <duration>', 'do not score turns that ended longer ago; 0 = score all (default: 1h)', durationMs)
    .option('--agreement <file>', 'export what calibrate --out wrote: how far the judges agree with people')
    .option('--config <file>', 'YAML file with options')
    .action(async (flags: Flags) => {
      const config = await readConfig(flags.config, io);
      const at = await endpointOf(config, flags.listen, io);
      const service = await startService(withFlags(config.options, flags), at, io);
      io.err(`ragmeter: listening on ${service.url} (POST /v1/traces, /v1/logs; GET /metrics, /healthz, /readyz)`);
      const exposed = exposure(at);
      if (exposed !== undefined) io.err(`ragmeter: ${exposed}`);
      if (!service.exports) io.err('ragmeter: results are at /metrics only; set OTEL_EXPORTER_OTLP_ENDPOINT to send them on');
      await stopped(io);
      io.err('ragmeter: stopping; scoring what is held');
      await service.stop(STOP_DEADLINE_MS);
      io.err(`ragmeter: stopped; ${outcomeLine(service.pipeline.stats())}`);
    });
}

/** Resolves at the first signal to stop. Keeps the process alive until then. */
export function stopped(io: Io): Promise<void> {
  return new Promise((resolve) => io.onStop(resolve));
}

/** What is said on the command line wins over the file. */
function withFlags(options: Options, { grace, idle, tooOld, agreement }: Flags): Options {
  const said = {
    ...(grace === undefined ? {} : { graceMs: grace }),
    ...(idle === undefined ? {} : { idleMs: idle }),
    ...(tooOld === undefined ? {} : { tooOldMs: tooOld }),
  };
  return {
    ...options,
    ...(agreement === undefined ? {} : { agreement }),
    completion: { ...options.completion, ...said },
  };
}
