import { gunzipSync, gzipSync } from 'node:zlib';
import type { Command } from 'commander';
import { RagmeterError } from '../../model/errors.ts';
import type { Result } from '../../model/result.ts';
import { systemClock } from '../../runtime/clock.ts';
import { exampleTraces } from '../../runtime/examples.ts';
import type { Io } from '../../runtime/io.ts';
import { type Address, address } from '../address.ts';
import { moveToNow, type OtlpDocument } from '../moved-to-now.ts';
import { resultLine } from '../result-line.ts';
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
    .action(async ({ once, listen = ANY_PORT }: { once?: boolean; listen?: Address }) => {
      const results: Result[] = [];
      const onResult = (result: Result): void => {
        results.push(result);
        io.out(resultLine(result, io.columns));
      };
      const service = await startService({ completion: COMPLETION, onResult }, listen, io);
      const files = await exampleTraces();
      io.err(`ragmeter demo: scoring service on ${service.url}`);
      io.err(`sending ${plural(files.length, 'recording')} of real RAG libraries to it over OTLP/HTTP\n`);
      await send(files, service.url);
      await settled(service);
      for (const line of ['', ...summary(results, io.columns), '']) io.out(line);
      if (once !== true) {
        for (const line of whereNext(service)) io.out(line);
        await stopped(io);
      }
      await service.stop(STOP_DEADLINE_MS);
    });
}

async function send(files: readonly { readonly name: string; readonly bytes: Uint8Array }[], url: string): Promise<void> {
  const documents = files.map(({ bytes }) => JSON.parse(gunzipSync(bytes).toString()) as OtlpDocument);
  moveToNow(documents, systemClock.nowMs());
  for (const [index, document] of documents.entries()) {
    const signal = document.resourceLogs === undefined ? 'traces' : 'logs';
    const response = await fetch(`${url}/v1/${signal}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify(document)),
    });
    if (!response.ok)
      throw new RagmeterError('demo_refused', `${files[index]?.name} was refused with ${response.status}: ${await response.text()}`);
  }
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
