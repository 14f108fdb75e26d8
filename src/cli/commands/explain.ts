import type { Command } from 'commander';
import { assembleRecorded } from '../../recorded.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { Io } from '../../runtime/io.ts';
import { explainedAsJson, explainedForPeople } from '../explained.ts';
import { readConfig } from '../read-config.ts';
import { IncompleteInput, readFiles } from '../read-files.ts';

interface Flags {
  readonly json?: boolean;
  readonly trace?: string;
  readonly config?: string;
}

/** `ragmeter explain`: what is found in recorded traces, and what would be scored. */
export function explainCommand(program: Command, io: Io): void {
  program
    .command('explain')
    .description('show what is found in recorded traces, and what would be scored')
    .argument('<file...>', 'OTLP files: JSON, JSON lines, also gzipped; - for standard input')
    .option('--json', 'one JSON object a trace, for programs')
    .option('--trace <id>', 'only this trace')
    .option('--config <file>', 'YAML file with conventions of your own')
    .action(async (paths: string[], { json, trace, config }: Flags) => {
      const { options: declared } = await readConfig(config, io);
      const { spans, logs, complete } = await readFiles(paths, io);
      const wanted = trace?.toLowerCase();
      const traces = assembleRecorded({ spans, logs, declared }, systemClock).filter(
        ({ traceId }) => wanted === undefined || traceId === wanted,
      );
      const isAbsent = wanted !== undefined && traces.length === 0;
      if (isAbsent) io.err(`Expected trace ${wanted} in the files, got none of its spans: check the id, and name all files that it is in`);
      else if (traces.length === 0 && complete) io.err('Expected spans in the files, got none: name the files with the traces, too');
      for (const one of traces) {
        if (json === true) io.out(JSON.stringify(explainedAsJson(one)));
        else for (const line of explainedForPeople(one, io.columns)) io.out(line);
      }
      if (!complete || isAbsent) throw new IncompleteInput();
    });
}
