import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { address, isLoopback } from '../src/cli/address.ts';
import { LISTEN } from '../src/config/service-defaults.ts';
import { ROOT, run } from './cli/ragmeter.ts';

// No image is built here: that needs an engine. What can be told without one is.

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const manifest = JSON.parse(textOf('package.json')) as {
  bin: Record<string, string>;
  engines: { node: string };
  devDependencies: Record<string, string>;
};

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** Comments are left out, and lines that go on are joined. */
const INSTRUCTIONS: readonly Instruction[] = textOf('Dockerfile')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => ({ name: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));
const LAST_STAGE = INSTRUCTIONS.slice(INSTRUCTIONS.findLastIndex(({ name }) => name === 'FROM'));

const all = (name: string, instructions = INSTRUCTIONS): readonly string[] =>
  instructions.filter((instruction) => instruction.name === name).map(({ rest }) => rest);
const list = (text: string | undefined): readonly string[] => JSON.parse(text ?? 'null') as string[];

/** What of this repository comes into the build. */
const LET_IN: readonly string[] = textOf('.dockerignore')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1));

test('it has two stages, and the second takes from the first only what runs', () => {
  expect(all('FROM')).toHaveLength(2);
  const copied = all('COPY', LAST_STAGE).filter((rest) => rest.startsWith('--from=build'));
  expect(copied.map((rest) => rest.split(' ')[1])).toEqual(['/build/package.json', '/build/node_modules', '/build/dist']);
  // Nothing of the second stage is a build.
  expect(all('RUN', LAST_STAGE)).toEqual([]);
});

test('its Node is pinned, the same in both stages, and one that the package takes', () => {
  const versions = all('FROM').map((rest) => /^node:(\d+)\.(\d+)\.\d+-[\w-]+( AS \w+)?$/.exec(rest)?.slice(1, 3).map(Number));
  expect(versions[0]).toEqual(versions[1]);
  const [major = 0, minor = 0] = versions[0] ?? [];
  expect(manifest.engines.node).toBe('>=20.19.0 <21 || >=22.12.0');
  expect(major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)).toBe(true);
});

test('everything that it copies is there and let in, and nothing else is', () => {
  const sources = all('COPY')
    .filter((rest) => !rest.startsWith('--from'))
    .flatMap((rest) =>
      rest
        .split(' ')
        .slice(0, -1)
        .map((path) => path.replace('./', '')),
    );
  expect(sources.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  expect(new Set(sources)).toEqual(new Set(LET_IN));
  expect(textOf('.dockerignore').split('\n')).toContain('*');
});

test('it runs as a user by number, which is not root', () => {
  expect(all('USER', LAST_STAGE)).toEqual(['1000:1000']);
});

test('it holds no secret, and takes none while it is built', () => {
  expect(all('ARG')).toEqual([]);
  expect(all('ADD')).toEqual([]);
  expect(all('ENV')).toEqual(['NODE_ENV=production']);
});

test('it starts the command line of the package as serve, open to the network, on the usual port', async () => {
  const [entry] = all('ENTRYPOINT', LAST_STAGE);
  expect(list(entry)).toEqual(['node', manifest.bin.ragmeter]);
  const [command, flag, at = '', ...others] = list(all('CMD', LAST_STAGE)[0]);
  expect([command, flag, others]).toEqual(['serve', '--listen', []]);
  expect(isLoopback(address(at).host)).toBe(false);
  expect(address(at).port).toBe(address(LISTEN).port);
  expect(all('EXPOSE', LAST_STAGE)).toEqual([String(address(at).port)]);
  expect((await run(['serve', '--help'])).stdout).toContain(`${flag} `);
});

test('the optional packages that stay are pinned in this package', () => {
  const names = all('RUN').flatMap((rest) => /for name in ([^;]+);/.exec(rest)?.[1]?.trim().split(/\s+/) ?? []);
  expect(names).toEqual(['@opentelemetry/sdk-node', 'ai', '@ai-sdk/openai']);
  for (const name of names) expect(manifest.devDependencies[name]).toMatch(/^\d+\.\d+\.\d+$/);
});
