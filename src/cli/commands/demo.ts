import type { Command } from 'commander';
import type { Result } from '../../model/result.ts';
import { systemClock } from '../../runtime/clock.ts';
import { exampleTraces } from '../../runtime/examples.ts';
import type { Io } from '../../runtime/io.ts';
import { systemRandom } from '../../runtime/random.ts';
import { type Address, address } from '../address.ts';
import { moveToNow } from '../moved-to-now.ts';
import { giveNewIds } from '../new-trace-ids.ts';
import { resultLine } from '../result-line.ts';
import { documentsOf, sendAll } from '../send-recordings.ts';
import { type Service, startService } from '../service.ts';
import { summary } from '../summary.ts';
import { plural } from '../text.ts';
import { stopped } from './serve.ts';

/** All spans of a recorded trace come in one request: there is little to wait for. */
const COMPLETION = { graceMs: 500, idleMs: 1_500 };
const ANY_PORT: Address = { host: '127.0.0.1', port: 0 };
const LOOK_EVERY_MS = 50;
const STOP_DEADLINE_MS = 5_000;

/** `ragmeter demo`: the service with its built-in judge, and recorded traces sent to it as an application would. */
export function demoCommand(program: Command, io: Io): void {
  program
    .command('demo')
    .description('start the service, send it the recorded example traces, and show the scores')
    .option('--once', 'end after the summary')
    .option('--listen <host:port>', 'where to listen (default: any free port of 127.0.0.1)', address)
    .option('--to <url>', 'start nothing: send the traces to this OTLP/HTTP endpoint, such as a Collector, and end')
    .action(async ({ once, listen = ANY_PORT, to }: { once?: boolean; listen?: Address; to?: string }) => {
      if (to !== undefined) return sendTo(to, io);
      const results: Result[] = [];
      const onResult = (result: Result): void => {
        results.push(result);
        io.out(resultLine(result, io.columns));
      };
      const service = await startService({ completion: COMPLETION, onResult }, listen, io);
      const files = await exampleTraces();
      io.err(`ragmeter demo: scoring service on ${service.url}`);
      io.err(`sending ${plural(files.length, 'recording')} of real RAG libraries to it over OTLP/HTTP\n`);
      const documents = documentsOf(files);
      moveToNow(documents, systemClock.nowMs());
      await sendAll(documents, service.url);
      await settled(service);
      for (const line of ['', ...summary(results, io.columns), '']) io.out(line);
      if (once !== true) {
        for (const line of whereNext(service)) io.out(line);
        await stopped(io);
      }
      await service.stop(STOP_DEADLINE_MS);
    });
}

/** Each time as new traces: who has seen the recordings before does not take them for a batch that came twice. */
async function sendTo(url: string, io: Io): Promise<void> {
  const documents = documentsOf(await exampleTraces());
  moveToNow(documents, systemClock.nowMs());
  const traces = giveNewIds(documents, systemRandom);
  await sendAll(documents, url);
  io.err(`sent ${plural(traces, 'trace')} of ${plural(documents.length, 'recording')} to ${url}`);
}

/** Resolves when no trace is held and no turn waits. */
async function settled({ pipeline }: Service): Promise<void> {
  const isBusy = (): boolean => pipeline.held() > 0 || Object.values(pipeline.stats().evaluations).some(({ waiting }) => waiting > 0);
  while (isBusy()) await new Promise<void>((resolve) => systemClock.after(LOOK_EVERY_MS, resolve));
}

function whereNext({ url }: Service): readonly string[] {
  return [
    'Where to look next (the service goes on until Ctrl-C):',
    '  scores and outcomes, for Prometheus:',
    `    curl ${url}/metrics`,
    '  what was found in the traces, and what would be scored:',
    '    npm run -s ragmeter -- explain examples/traces/*.gz',
    '  your own traces: set these for your service, then ask it a question:',
    `    OTEL_EXPORTER_OTLP_ENDPOINT=${url}`,
    '    OTEL_EXPORTER_OTLP_PROTOCOL=http/json',
  ];
}
