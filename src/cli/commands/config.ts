import type { Command } from 'commander';
import { agreementIn } from '../../calibrate/agreement-file.ts';
import { SERVICE_COMPLETION } from '../../config/defaults.ts';
import { resolve } from '../../config/resolve.ts';
import { modelJudge } from '../../judges.ts';
import { evaluationsOf } from '../../pipeline.ts';
import type { Io } from '../../runtime/io.ts';
import { checkTls } from '../../runtime/listen.ts';
import { isInstalled } from '../../runtime/packages.ts';
import { exportEndpoints } from '../../runtime/telemetry.ts';
import { textFile } from '../../runtime/text-file.ts';
import { endpointOf, exposure } from '../endpoint.ts';
import { requirePackages } from '../needed-packages.ts';
import { refuseOwnEndpoint } from '../own-endpoint.ts';
import { type Config, readConfig } from '../read-config.ts';

/** `ragmeter config`: what `serve` would go by, without a start. */
export function configCommand(program: Command, io: Io): void {
  const config = program.command('config').description('look at the configuration of serve');
  config
    .command('check')
    .description('say whether serve could start with a file and the environment')
    .argument('[file]', 'YAML file with options (default: the environment alone)')
    .action(async (file: string | undefined) => {
      const exposed = await check(await readConfig(file, io), io);
      if (exposed !== undefined) io.err(`ragmeter: ${exposed}`);
      io.out(`${file ?? 'the environment'}: can be used`);
    });
  config
    .command('print')
    .description('print every value as it holds, and where it comes from')
    .argument('[file]', 'YAML file with options (default: the environment alone)')
    .action(async (file: string | undefined) => {
      const read = await readConfig(file, io);
      await check(read, io);
      const { printedConfig } = await import('../../config/print.ts');
      for (const line of printedConfig(read.values, read.sources)) io.out(line);
      if (io.environment.RAGMETER_TOKEN !== undefined) io.out('# tokens are in RAGMETER_TOKEN');
    });
  config
    .command('schema')
    .description('print the JSON schema of the file, for editors')
    .action(async () => {
      const { jsonSchema } = await import('../../config/json-schema.ts');
      io.out(JSON.stringify(jsonSchema(), null, 2));
    });
}

/** Everything that would keep `serve` from starting, but for what is known only when it listens. Gives what strangers could do. */
async function check(config: Config, io: Io): Promise<string | undefined> {
  const { options } = config;
  const endpoint = await endpointOf(config, undefined, io);
  if (endpoint.tls !== undefined) checkTls(endpoint.tls);
  resolve(options, SERVICE_COMPLETION);
  evaluationsOf(options, modelJudge);
  if (options.agreement !== undefined) agreementIn(textFile(options.agreement));
  const endpoints = exportEndpoints(io.environment);
  refuseOwnEndpoint(endpoints, endpoint);
  requirePackages({ options, exports: endpoints.length > 0 }, isInstalled);
  return exposure(endpoint);
}
