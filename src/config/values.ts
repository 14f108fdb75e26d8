import type { Options } from './options.ts';

/** What can be written down: the keys of `ragmeter.yaml`, checked. */
export interface Values extends Omit<Options, 'contextExtractor' | 'onResult'> {
  readonly listen?: string;
  /** Path of a module. */
  readonly contextExtractor?: string;
  /** Paths of files, as are the next. */
  readonly auth?: { readonly tokenFile?: string };
  readonly tls?: { readonly cert?: string; readonly key?: string; readonly clientCa?: string };
}

/** Keys whose values are paths. */
export const PATHS: readonly (readonly string[])[] = [
  ['contextExtractor'],
  ['agreement'],
  ['auth', 'tokenFile'],
  ['tls', 'cert'],
  ['tls', 'key'],
  ['tls', 'clientCa'],
];

/** The options of the pipeline alone. */
export function optionsOf({ listen: _listen, contextExtractor: _module, auth: _auth, tls: _tls, ...options }: Values): Options {
  return options;
}

export function valueAt(values: unknown, at: readonly string[]): unknown {
  return at.reduce((value, key) => (isGroup(value) ? value[key] : undefined), values);
}

/** A value alone, under its key. */
export function valueUnder(at: readonly string[], value: unknown): Values {
  return at.reduceRight((inner: unknown, key) => ({ [key]: inner }), value) as Values;
}

/** Key by key; a list is taken whole. */
export function merged(lower: Values, upper: Values): Values {
  const both: Record<string, unknown> = { ...lower };
  for (const [key, value] of Object.entries(upper)) {
    const below = both[key];
    both[key] = isGroup(below) && isGroup(value) ? merged(below, value) : value;
  }
  return both;
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
