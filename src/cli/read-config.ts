import { dirname, isAbsolute, join } from 'node:path';
import type { Options } from '../config/options.ts';
import { merged, optionsOf, PATHS, type Values, valueAt, valueUnder } from '../config/values.ts';
import type { ContextExtractor } from '../model/context-extractor.ts';
import { messageOf, RagmeterError } from '../model/errors.ts';
import type { Io } from '../runtime/io.ts';
import { ONE_FILE, reasonOf } from './read-files.ts';

/** What a file and the environment say; the environment wins. */
export interface Config {
  /** For the pipeline. */
  readonly options: Options;
  /** All keys that were said, with paths as seen from here. */
  readonly values: Values;
  /** Where each was said, by key with dots: the file's name, or the name of a variable. */
  readonly sources: ReadonlyMap<string, string>;
}

const NOTHING: Config = { options: {}, values: {}, sources: new Map() };

/** The configuration in a file and in `RAGMETER_*` variables; an empty one where there is neither. */
export async function readConfig(named: string | undefined, io: Io): Promise<Config> {
  const isSet = Object.keys(io.environment).some((name) => name.startsWith('RAGMETER_'));
  if (named === undefined && !isSet) return NOTHING;
  // Loaded here: the parsers of YAML and of the schema take a third of the start of every command.
  const { fromEnvironment, CONFIG_VARIABLE } = await import('../config/environment.ts');
  const path = named ?? (io.environment[CONFIG_VARIABLE] || undefined);
  const said = path === undefined ? {} : await readFile(path, io);
  const { values: fromVariables, variables } = fromEnvironment(io.environment);
  const values = merged(said, fromVariables);
  const sources = new Map([...keysOf(said).map((key) => [key, path ?? ''] as const), ...variables]);
  const contextExtractor = await extractorIn(values, sources, io);
  return { options: { ...optionsOf(values), ...(contextExtractor && { contextExtractor }) }, values, sources };
}

/** How a mistake in the value of a key begins: with the variable that set it, or the file and the key in it. */
export function placeOf({ sources }: Pick<Config, 'sources'>, key: string): string {
  const source = sources.get(key) ?? '';
  return source.startsWith('RAGMETER_') ? source : `${source}: ${key}`;
}

async function readFile(path: string, io: Io): Promise<Values> {
  const bytes = await io.read(path).catch((cause: unknown) => {
    throw new RagmeterError('invalid_config', `${path}: ${reasonOf(cause, ONE_FILE)}`, { cause });
  });
  const { parseConfig } = await import('../config/file.ts');
  let values = parseConfig(new TextDecoder().decode(bytes), path);
  for (const at of PATHS) {
    const value = valueAt(values, at);
    if (typeof value === 'string' && !isAbsolute(value)) values = merged(values, valueUnder(at, join(dirname(path), value)));
  }
  return values;
}

/** Keys with dots of what has a value. */
function keysOf(values: object, before = ''): readonly string[] {
  return Object.entries(values).flatMap(([key, value]: [string, unknown]) => {
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isGroup ? keysOf(value, `${before}${key}.`) : [`${before}${key}`];
  });
}

async function extractorIn({ contextExtractor: path }: Values, sources: Config['sources'], io: Io): Promise<ContextExtractor | undefined> {
  if (path === undefined) return undefined;
  const place = placeOf({ sources }, 'contextExtractor');
  const module = await io.load(path).catch((cause: unknown) => {
    throw new RagmeterError('invalid_config', `${place}: expected a module that can be loaded, got ${path}: ${firstLine(cause)}`, {
      cause,
    });
  });
  const found = (module as { readonly default?: unknown }).default;
  if (typeof found === 'function') return found as ContextExtractor;
  const got =
    found === undefined ? 'no default export' : `a default export that is ${typeof found === 'object' ? 'an object' : `a ${typeof found}`}`;
  throw new RagmeterError('invalid_config', `${place}: expected a module whose default export is a function, got ${got}`);
}

function firstLine(cause: unknown): string {
  return messageOf(cause).split('\n')[0] ?? '';
}
