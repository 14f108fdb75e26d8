import type { Command } from 'commander';
import { FILE_COMPLETION, FILE_LIMITS } from '../../config/defaults.ts';
import type { Options } from '../../config/options.ts';
import { resolve } from '../../config/resolve.ts';
import { modelJudge } from '../../judges.ts';
import type { Result } from '../../model/result.ts';
import { createClaims } from '../../observe/claims.ts';
import { createCounters } from '../../observe/counters.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { Io } from '../../runtime/io.ts';
import { wire } from '../../wire.ts';
import { readConfig } from '../read-config.ts';
import { IncompleteInput, readFiles } from '../read-files.ts';
import { resultLine } from '../result-line.ts';
import { summary } from '../summary.ts';

/** `ragmeter score`: scores the turns of recorded traces. Nothing is emitted; everything is printed. */
export function scoreCommand(program: Command, io: Io): void {
  program
    .command('score')
    .description('score the turns of recorded traces')
    .argument('<file...>', 'OTLP files: JSON, JSON lines, also gzipped; - for standard input')
    .option('--json', 'one JSON object a turn and evaluation, for programs')
    .option('--config <file>', 'YAML file with options')
    .action(async (paths: string[], { json, config }: { json?: boolean; config?: string }) => {
      const configured = (await readConfig(config, io)).options;
      const { spans, logs, complete } = await readFiles(paths, io);
      const results: Result[] = [];
      const options: Options = {
        ...configured,
        // Nothing is left out or dropped, and nothing leaves: a recording is read whole.
        ratio: 1,
        completion: {},
        limits: {},
        emit: { metrics: false, event: false, span: 'off' },
        onResult(result: Result) {
          results.push(result);
          if (json === true) io.out(JSON.stringify(printed(result)));
          else io.out(resultLine(result, io.columns));
        },
      };
      const settings = resolve(options, FILE_COMPLETION, FILE_LIMITS);
      const claims = createClaims(settings.limits.maxDone);
      const counters = createCounters({ maxSeries: settings.limits.maxSeries });
      const { pipeline } = wire(options, settings, {
        clock: systemClock,
        claims,
        counters,
        warn: (message) => io.err(message),
        // A recording is read whole: it waits for its judge, and nothing is dropped.
        modelJudge: (model) => modelJudge(model, { limit: { callsPerMinute: Number.POSITIVE_INFINITY } }),
      });
      for (const span of spans) pipeline.span(span);
      for (const log of logs) pipeline.log(log);
      await pipeline.drain(Number.POSITIVE_INFINITY);
      if (json !== true) for (const line of ['', ...summary(results, io.columns)]) io.out(line);
      if (!complete) throw new IncompleteInput();
    });
}

/** A result without the turn that it came from. */
function printed({ turn: _turn, ...result }: Result): unknown {
  return result;
}
